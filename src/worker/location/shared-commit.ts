import type { SqliteStorage } from './store/sqlite-storage.ts';

/**
 * Group commit: joins that arrive together share one commit. The storage makes one commit for each turn of the event
 * loop. A commit waits for the disk and takes longer than the rest of a join.
 */
export class SharedCommit {
  readonly #storage: SqliteStorage;
  /** Resolves when all joins that have run are on disk; null if they are already on disk. */
  #earlier: Promise<void> | null = null;
  /** The number of joins that wait for `#earlier`. */
  #waiting = 0;
  /**
   * Whether several joins waited for the last commit. If several joins waited, the next join also waits, so that it
   * shares a commit with later joins.
   */
  #isCrowded = false;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /**
   * Runs a join. If no join is being written, the join runs at once. If earlier joins are being written, the join runs
   * when the earlier joins are on disk. All waiting joins run in the same turn, in the order of their calls.
   */
  async run<Joined>(join: () => Joined): Promise<Joined> {
    if (this.#earlier === null && !this.#isCrowded) {
      const joined = join();
      this.#earlier = this.#written();
      return joined;
    }
    this.#waiting += 1;
    this.#earlier ??= this.#written();
    await this.#earlier;
    return join();
  }

  async #written(): Promise<void> {
    try {
      await this.#storage.written();
    } catch {
      // After a failed commit the platform restarts the object, so the joins fail.
    } finally {
      this.#isCrowded = this.#waiting > 1;
      this.#waiting = 0;
      this.#earlier = null;
    }
  }
}
