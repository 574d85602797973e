/** Which locations' objects were asked to forget people. */
import { and, asc, inArray, isNull, lt, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { locations } from '../../db/schema/locations.ts';

/** Open locations that were not asked since then (epoch milliseconds), those longest ago first. */
export async function unsweptLocations(d1: D1Database, since: number, limit: number): Promise<string[]> {
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
export async function markSwept(d1: D1Database, locationIds: string[], now: number): Promise<void> {
  await drizzle(d1).update(locations).set({ peopleSweptAt: now }).where(inArray(locations.id, locationIds));
}
