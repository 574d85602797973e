import type { SqliteStorage } from './store/sqlite-storage.ts';

/**
 * One commit for all joins that come together. The object's storage commits once for each turn of its event loop, and a
 * commit (its pages, and waiting for the disk) costs more than all else in a join: in a crowd it is shared.
 */
export class SharedCommit {
  readonly #storage: SqliteStorage;
  #next: Promise<void> | null = null;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /**
   * Resolves once what was written before is on the disk, in one turn for all who asked meanwhile: to each in the order of
   * asking, with nothing else in between.
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
