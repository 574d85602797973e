import type { SqliteStorage } from './store/sqlite-storage.ts';

/**
 * Group commit: joins that arrive together share one commit. The storage commits once for each turn of the
 * event loop. A commit (pages, waiting for the disk) costs more than the rest of a join.
 */
export class SharedCommit {
  readonly #storage: SqliteStorage;
  #next: Promise<void> | null = null;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /**
   * Resolves when earlier writes are on disk. All waiting callers continue in the same turn, in the order of
   * their calls.
   */
  begins(): Promise<void> {
    this.#next ??= this.#wait();
    return this.#next;
  }

  async #wait(): Promise<void> {
    try {
      await this.#storage.written();
    } finally {
      this.#next = null;
    }
  }
}
