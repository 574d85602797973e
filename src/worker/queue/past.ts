/** The way back in time of a location's object, by the platform's point-in-time recovery (decision 64). */
import { log, reasonOf } from '../log.ts';
import type { Reply } from './calls.ts';

/** The part of the platform's storage that it takes. */
type Past = Pick<DurableObjectStorage, 'getBookmarkForTime' | 'onNextSessionRestoreBookmark'>;

/**
 * Has the object begin, the next time it does, with what it stored at that instant. `undo`: the bookmark of the moment
 * before it goes back, which leads forward again.
 */
export async function planRestore(
  storage: Past,
  locationId: string,
  at: number,
): Promise<Reply<{ bookmark: string; undo: string }>> {
  try {
    const bookmark = await storage.getBookmarkForTime(at);
    return { ok: true, bookmark, undo: await storage.onNextSessionRestoreBookmark(bookmark) };
  } catch (error) {
    // The platform has no way to be asked for it before: it throws where a storage keeps no past, or none so old.
    log({ event: 'restore_refused', locationId, reason: reasonOf(error) });
    return { ok: false, code: 'not_restorable' };
  }
}
