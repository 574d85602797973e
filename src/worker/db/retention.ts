/** What D1 keeps for a while only, and which locations' objects were asked to do the same. */
import { and, asc, inArray, isNull, lt, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { locations } from './schema/locations.ts';
import { developmentMessages } from './schema/texts.ts';

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

/** Deletes at most `limit` texts and mails of the development outbox from before that time; answers how many. */
export async function deleteOldMessages(d1: D1Database, before: number, limit: number): Promise<number> {
  const db = drizzle(d1);
  const old = db
    .select({ id: developmentMessages.id })
    .from(developmentMessages)
    .where(lt(developmentMessages.sentAt, before))
    .limit(limit);
  const deleted = await db.delete(developmentMessages).where(inArray(developmentMessages.id, old));
  return deleted.meta.changes;
}
