/**
 * Retention sweep of personal data. A location's alarm erases names and phone numbers 30 days after a visit ends. This
 * sweep also calls each object once a day, because an unused location gets no other calls, and the platform drops an
 * alarm after a few failures. D1 has no names. Hashes of texted numbers are deleted after a day.
 */
import { TEXTS_REMEMBERED_MS } from '../../../shared/limits.ts';
import { eraseTexts } from '../../deliveries/text/text-permits.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { locationById } from '../../location/stubs.ts';
import { and, asc, inArray, isNull, lt, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { locations } from '../../db/schema/locations.ts';

const ASKED_EVERY_MS = 24 * 3_600_000;
/**
 * The limit of locations in one sweep. The sweep runs hourly, so it can call 12,000 locations a day. If there are more
 * locations, the sweep calls each location less often than once a day.
 */
const LOCATIONS_MAX = 500;
const AT_A_TIME = 25;
const TEXTS_A_BATCH = 1_000;
const TEXT_BATCHES_MAX = 50;

/** Runs the sweep. Bounded and idempotent. The next run continues with the other locations. */
export async function sweepPeople(env: Env, now: number): Promise<void> {
  await eraseOldTexts(env, now);
  const due = await unsweptLocations(env.DB, now - ASKED_EVERY_MS, LOCATIONS_MAX);
  for (let first = 0; first < due.length; first += AT_A_TIME) {
    const group = due.slice(first, first + AT_A_TIME);
    await Promise.all(group.map((id) => erasePeople(env, id)));
    // Locations that did not answer are also marked, so that a broken object does not come first each time.
    await markSwept(env.DB, group, now);
  }
}

async function eraseOldTexts(env: Env, now: number): Promise<void> {
  for (let batch = 0; batch < TEXT_BATCHES_MAX; batch += 1) {
    if ((await eraseTexts(env.DB, now - TEXTS_REMEMBERED_MS, TEXTS_A_BATCH)) === 0) return;
  }
}

async function erasePeople(env: Env, locationId: string): Promise<void> {
  try {
    await locationById(env, locationId)?.eraseExpiredPeople();
  } catch (error) {
    log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
  }
}

/**
 * Returns open locations that this sweep has not called after `since` (epoch milliseconds). The locations that were
 * called longest ago, or never, come first.
 */
async function unsweptLocations(d1: D1Database, since: number, limit: number): Promise<string[]> {
  const rows = await drizzle(d1)
    .select({ id: locations.id })
    .from(locations)
    .where(
      and(
        isNull(locations.removedAt),
        or(isNull(locations.peopleSweptAt), lt(locations.peopleSweptAt, since)),
      ),
    )
    .orderBy(asc(locations.peopleSweptAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Records that these locations were called now. `locationIds` may have at most 90 ids. */
async function markSwept(d1: D1Database, locationIds: string[], now: number): Promise<void> {
  await drizzle(d1).update(locations).set({ peopleSweptAt: now }).where(inArray(locations.id, locationIds));
}
