/** The way back in time of a location's object, by the platform's point-in-time recovery. */
import { log, reasonOf } from '../platform/log.ts';
import type { Result, RestorePlan } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

export class PointInTimeRecovery {
  readonly #ctx: DurableObjectState;
  readonly #storage: SqliteStorage;
  /** Another one each time that the object begins: that it began anew shows nowhere else. */
  readonly session: string = crypto.randomUUID();

  constructor(ctx: DurableObjectState, storage: SqliteStorage) {
    this.#ctx = ctx;
    this.#storage = storage;
  }

  /** Has the object begin, the next time it does, with what it stored at that instant, or at a bookmark. */
  async plan(to: number | string): Promise<Result<RestorePlan>> {
    const { storage } = this.#ctx;
    try {
      const bookmark = typeof to === 'string' ? to : await storage.getBookmarkForTime(to);
      const undo = await storage.onNextSessionRestoreBookmark(bookmark);
      return { ok: true, bookmark, undo, session: this.session };
    } catch (error) {
      // The platform has no way to be asked for it before: it throws where a storage keeps no past, or none so old.
      log({ event: 'restore_refused', locationId: this.#ctx.id.toString(), reason: reasonOf(error) });
      return { ok: false, code: 'not_restorable' };
    }
  }

  async restart(): Promise<void> {
    await this.#storage.written();
    this.#ctx.abort('going back in time');
  }
}
