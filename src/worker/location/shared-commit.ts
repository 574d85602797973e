import type { SqliteStorage } from './store/sqlite-storage.ts';

/**
 * Group commit: joins that arrive together share one commit. The storage commits once for each turn of the
 * event loop. A commit (pages, waiting for the disk) costs more than the rest of a join.
 */
export class SharedCommit {
  readonly #storage: SqliteStorage;
  /** Ends when the earlier joins are on disk. Null: the next join need not wait for earlier joins. */
  #earlier: Promise<void> | null = null;
  /** Joins that wait for `#earlier`. */
  #waiting = 0;
  /** Whether several joins waited last time. Then the first guest of a crowd waits for the others. */
  #isCrowded = false;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /**
   * Runs a join: a lone one at once, others when the earlier joins are on disk. All waiting joins run in the same turn,
   * in the order of their calls.
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
      // The platform restarts an object whose commit failed, so its joins fail by themselves.
    } finally {
      this.#isCrowded = this.#waiting > 1;
      this.#waiting = 0;
      this.#earlier = null;
    }
  }
}
