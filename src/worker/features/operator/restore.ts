/** Point-in-time restore of one location (`docs/decisions/0064-a-business-as-a-file.md`). */
import { and, eq, isNull } from 'drizzle-orm';
import { notRetryable, retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { locations } from '../../db/schema/locations.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { recordAct } from '../admin/audit-log.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { locationById } from '../../location/stubs.ts';

/** The limit of attempts to restart the object. */
const RESTARTS = 3;

/** `bookmark`: the restored state. `undo`: the bookmark of the state before the restore. */
type Restored = { ok: true; bookmark: string; undo: string };

/**
 * Restores a location to a time (epoch milliseconds, at most 30 days ago), or to a bookmark such as an earlier `undo`.
 * `not_found`: the id is not the id of an account's open location. `not_there_then`: the time is before the location
 * was added. `not_restorable`: the storage has no point-in-time history. `restore_waits`: the object did not restart.
 */
export async function restoreLocation(
  env: Env,
  operator: string,
  locationId: string,
  to: number | string,
  now: number,
): Promise<Restored | Refusal> {
  const known = await retryable(openLocationOf(env, locationId));
  if (known === null) return { ok: false, code: 'not_found' };
  if (typeof to === 'number' && to <= known.addedAt) return { ok: false, code: 'not_there_then' };
  const planned = await locationById(env, locationId)?.planRestore(to);
  if (!planned?.ok) return planned ?? { ok: false, code: 'not_found' };
  const { bookmark, undo, session, endedSessions = [] } = planned;
  // The bookmark `undo` is logged before the restore, so that the restore can be undone even if the answer is lost.
  log({ event: 'admin_action', action: 'location_restored', locationId, undo });
  const { business } = known;
  const about = `${locationId}, undo ${undo}`;
  await recordAct(database(env), { at: now, operator, kind: 'location_restored', business, about });
  const hasBegun = await notRetryable(beginAnew(env, locationId, session));
  if (hasBegun) await notRetryable(tellWhatWasSince(env, locationId, known.revision, endedSessions));
  return hasBegun ? { ok: true, bookmark, undo } : { ok: false, code: 'restore_waits' };
}

/**
 * Sends the restored object the facts that must never be undone: ended sessions, and the revision of the public
 * look-up.
 */
async function tellWhatWasSince(
  env: Env,
  locationId: string,
  revision: number,
  endedSessions: string[],
): Promise<void> {
  const location = locationById(env, locationId);
  await Promise.all([location?.endSessions(endedSessions), location?.followDirectory(revision)]);
}

/**
 * Restarts the object. Returns false if the object still runs in its earlier session. Throws if the object does not
 * answer.
 */
async function beginAnew(env: Env, locationId: string, before: string): Promise<boolean> {
  for (let tries = 1; tries <= RESTARTS; tries += 1) {
    // A restart interrupts its own call, so this call always fails. A new session of the object shows that the restart
    // worked.
    const failure: unknown = await locationById(env, locationId)
      ?.restart()
      .catch((error: unknown) => error);
    const session = await locationById(env, locationId)?.session();
    if (session !== undefined && session !== before) return true;
    log({ event: 'location_unavailable', locationId, reason: reasonOf(failure) });
  }
  return false;
}

/**
 * Returns when a location was added, the location's business, and the revision of the public look-up. Returns null if
 * the id is not an open location of an existing account.
 */
async function openLocationOf(
  env: Env,
  locationId: string,
): Promise<{ addedAt: number; revision: number; business: { id: string; username: string } } | null> {
  const found = await database(env)
    .select({
      addedAt: locations.createdAt,
      revision: businesses.directoryRevision,
      business: { id: businesses.id, username: businesses.username },
    })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(eq(locations.id, locationId), isNull(locations.removedAt), isNull(businesses.deletionBegunAt)))
    .get();
  return found ?? null;
}
