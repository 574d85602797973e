/** One location back in time, and forward again (`docs/decisions/0064-a-business-as-a-file.md`). */
import { and, eq, isNull } from 'drizzle-orm';
import { notRetryable, retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { locations } from '../../db/schema/locations.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { locationById } from '../../location/stubs.ts';

/** So often an object is told to begin anew. */
const RESTARTS = 3;

/** Where it went, and the bookmark of the moment before. */
type Restored = { ok: true; bookmark: string; undo: string };

/**
 * Takes one location to what it stored at an instant (epoch milliseconds; the platform keeps 30 days), or at a bookmark such as
 * the `undo` of an earlier answer. `not_found` for what is no open location of an account; `not_there_then` for an instant before
 * it was added; `not_restorable` where its storage keeps no such past; `restore_waits` where it did not begin anew.
 */
export async function restoreLocation(
  env: Env,
  locationId: string,
  to: number | string,
): Promise<Restored | Refusal> {
  const addedAt = await retryable(whenAdded(env, locationId));
  if (addedAt === null) return { ok: false, code: 'not_found' };
  if (typeof to === 'number' && to <= addedAt) return { ok: false, code: 'not_there_then' };
  const planned = await locationById(env, locationId)?.planRestore(to);
  if (!planned?.ok) return planned ?? { ok: false, code: 'not_found' };
  const { bookmark, undo, session } = planned;
  // Before it goes: whatever happens to the answer, the way back is known.
  log({ event: 'admin_action', action: 'location_restored', locationId, undo });
  const hasBegun = await notRetryable(beginAnew(env, locationId, session));
  return hasBegun ? { ok: true, bookmark, undo } : { ok: false, code: 'restore_waits' };
}

/** Whether it has begun anew; false where it goes on as it was. Throws where it does not answer. */
async function beginAnew(env: Env, locationId: string, before: string): Promise<boolean> {
  for (let tries = 1; tries <= RESTARTS; tries += 1) {
    // It stops in the middle of this call, which fails whether or not that worked: the object itself says which.
    const failure: unknown = await locationById(env, locationId)
      ?.restart()
      .catch((error: unknown) => error);
    const session = await locationById(env, locationId)?.session();
    if (session !== undefined && session !== before) return true;
    log({ event: 'location_unavailable', locationId, reason: reasonOf(failure) });
  }
  return false;
}

/** When an open location of an account that is there was added; null for any other. */
async function whenAdded(env: Env, locationId: string): Promise<number | null> {
  const found = await database(env)
    .select({ createdAt: locations.createdAt })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(eq(locations.id, locationId), isNull(locations.removedAt), isNull(businesses.deletionBegunAt)))
    .get();
  return found?.createdAt ?? null;
}
