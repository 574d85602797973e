const HOUR_MS = 3_600_000;
/** Limits the memory: some megabytes. */
const KEYS_MAX = 20_000;

/** Counts of keys in the current clock hour, in the memory of this instance of the Worker. */
export class HourlyCounts {
  #hour = 0;
  readonly #counts = new Map<string, number>();

  /** The count of a key in this hour. */
  of(key: string, now: number): number {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) this.#counts.clear();
    this.#hour = hour;
    return this.#counts.get(key) ?? 0;
  }

  /** Counts one use of a key. Returns the count of the hour. With too many keys, the oldest one is dropped. */
  count(key: string, now: number): number {
    const count = this.of(key, now) + 1;
    const [oldest] = this.#counts.size < KEYS_MAX || this.#counts.has(key) ? [] : this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
    return count;
  }
}
