/** Maximum number of keys. The counts of so many keys need some megabytes of memory. */
const KEYS_MAX = 20_000;

/**
 * Counts how often each key was used in the current period, such as the current hour of the clock. The counts are in
 * the memory of this instance of the Worker.
 */
export class PeriodCounts {
  readonly #periodMs: number;
  #period = 0;
  readonly #counts = new Map<string, number>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  of(key: string, now: number): number {
    const period = Math.floor(now / this.#periodMs);
    if (period !== this.#period) this.#counts.clear();
    this.#period = period;
    return this.#counts.get(key) ?? 0;
  }

  /**
   * Counts one use of a key. Returns the key's count in this period. If there are too many keys, the oldest key is
   * deleted.
   */
  count(key: string, now: number): number {
    const count = this.of(key, now) + 1;
    const [oldest] = this.#counts.size < KEYS_MAX || this.#counts.has(key) ? [] : this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
    return count;
  }
}
