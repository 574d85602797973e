/** What the charts read of a location: its hours, never its visits. */
import { and, asc, between, eq, sum, type Column } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { visitHours } from './schema.ts';
import type { Counts } from './visit-counts.ts';

export type DayCounts = { day: string } & Counts;
export type HourJoins = { hour: number; joined: number };

/**
 * The counts of a location from day to day ('YYYY-MM-DD', both included), by day and by hour of the day, in order. Days
 * and hours without a visit are not there. Reads at most 24 rows a day, twice.
 */
export async function readVisitHours(
  d1: D1Database,
  locationId: string,
  { from, to }: { from: string; to: string },
): Promise<{ days: DayCounts[]; hours: HourJoins[] }> {
  const db = drizzle(d1);
  const wanted = and(eq(visitHours.locationId, locationId), between(visitHours.day, from, to));
  const [days, hours] = await db.batch([
    db
      .select({
        day: visitHours.day,
        joined: total(visitHours.joined),
        served: total(visitHours.served),
        waitedMs: total(visitHours.waitedMs),
        noShows: total(visitHours.noShows),
        waitsUnder5: total(visitHours.waitsUnder5),
        waitsUnder10: total(visitHours.waitsUnder10),
        waitsUnder15: total(visitHours.waitsUnder15),
        waitsUnder30: total(visitHours.waitsUnder30),
        waitsLonger: total(visitHours.waitsLonger),
        promises: total(visitHours.promises),
        promiseErrorMs: total(visitHours.promiseErrorMs),
        promisesKept: total(visitHours.promisesKept),
      })
      .from(visitHours)
      .where(wanted)
      .groupBy(visitHours.day)
      .orderBy(asc(visitHours.day)),
    db
      .select({ hour: visitHours.hour, joined: total(visitHours.joined) })
      .from(visitHours)
      .where(wanted)
      .groupBy(visitHours.hour)
      .orderBy(asc(visitHours.hour)),
  ]);
  return { days, hours };
}

/** The sum of a column of whole numbers. A group has at least one row, so there always is one. */
function total(column: Column) {
  return sum(column).mapWith(Number);
}
