/** Point-in-time recovery of a location's object, by the platform's bookmarks. */
import { log, reasonOf } from '../platform/log.ts';
import type { Result, RestorePlan } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

export class PointInTimeRecovery {
  readonly #ctx: DurableObjectState;
  readonly #storage: SqliteStorage;
  /** An id that is new at each start of the object, by which callers can see that the object has restarted. */
  readonly session: string = crypto.randomUUID();

  constructor(ctx: DurableObjectState, storage: SqliteStorage) {
    this.#ctx = ctx;
    this.#storage = storage;
  }

  /**
   * Plans a restore, which the object does at its next start. `to` is a time (epoch milliseconds) or a bookmark; the
   * object gets back the state that it had then.
   */
  async plan(to: number | string): Promise<Result<RestorePlan>> {
    const { storage } = this.#ctx;
    try {
      const bookmark = typeof to === 'string' ? to : await storage.getBookmarkForTime(to);
      const undo = await storage.onNextSessionRestoreBookmark(bookmark);
      const endedSessions = this.#storage.location() === null ? [] : this.#storage.endedSessions.all();
      return { ok: true, bookmark, undo, session: this.session, endedSessions };
    } catch (error) {
      // The platform throws if the storage has no history for the time in `to`. The platform has no call that tells
      // beforehand whether this history exists.
      log({ event: 'restore_refused', locationId: this.#ctx.id.toString(), reason: reasonOf(error) });
      return { ok: false, code: 'not_restorable' };
    }
  }

  async restart(): Promise<void> {
    await this.#storage.written();
    this.#ctx.abort('going back in time');
  }
}
