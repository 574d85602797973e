import type { SqliteStorage } from './store/sqlite-storage.ts';

/**
 * Group commit: joins that arrive together share one commit. The storage commits once for each turn of the
 * event loop. A commit (pages, waiting for the disk) costs more than the rest of a join.
 */
export class SharedCommit {
  readonly #storage: SqliteStorage;
  /** Ends when the last joins are on disk; null if they are. */
  #writing: Promise<void> | null = null;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /**
   * Runs a join: at once, or when earlier joins are on disk. All waiting joins run in the same turn, in the order of
   * their calls.
   */
  async run<Joined>(join: () => Joined): Promise<Joined> {
    if (this.#writing !== null) await this.#writing;
    const joined = join();
    this.#writing ??= this.#written();
    return joined;
  }

  async #written(): Promise<void> {
    try {
      await this.#storage.written();
    } catch {
      // The platform restarts an object whose commit failed, so its joins fail by themselves.
    } finally {
      this.#writing = null;
    }
  }
}
