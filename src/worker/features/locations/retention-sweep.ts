/**
 * The sweep of personal data. Names and phone numbers of ended visits are erased after 30 days by the alarm of their location's
 * object. The sweep asks each object once a day as a backstop: the platform drops an alarm whose object cannot start a few times
 * in a row (a bad release), and nothing else wakes the object of a location that nobody opens any more. D1 itself holds nobody's
 * name; the keyed hashes of the numbers that were texted go after a day.
 */
import { TEXTS_REMEMBERED_MS } from '../../../shared/limits.ts';
import { eraseTexts } from '../../deliveries/text/text-permits.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { locationById } from '../../location/stubs.ts';
import { and, asc, inArray, isNull, lt, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { locations } from '../../db/schema/locations.ts';

const ASKED_EVERY_MS = 24 * 3_600_000;
/** Of one sweep: 12,000 locations a day. Of more, each is asked less often. */
const LOCATIONS_MAX = 500;
const AT_A_TIME = 25;
const TEXTS_A_BATCH = 1_000;
const TEXT_BATCHES_MAX = 50;

/** Bounded, and harmless when it is repeated, late or cut off: what is left is done next time. */
export async function sweepPeople(env: Env, now: number): Promise<void> {
  await eraseOldTexts(env, now);
  const due = await unsweptLocations(env.DB, now - ASKED_EVERY_MS, LOCATIONS_MAX);
  for (let first = 0; first < due.length; first += AT_A_TIME) {
    const group = due.slice(first, first + AT_A_TIME);
    await Promise.all(group.map((id) => erasePeople(env, id)));
    // Also who did not answer: one broken object must not be asked before all others for ever.
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

/** Open locations that were not asked since then (epoch milliseconds), those longest ago first. */
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

/** Notes that these locations were asked now. At most 90. */
async function markSwept(d1: D1Database, locationIds: string[], now: number): Promise<void> {
  await drizzle(d1).update(locations).set({ peopleSweptAt: now }).where(inArray(locations.id, locationIds));
}
