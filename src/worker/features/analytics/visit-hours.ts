/** Hourly figures of a location, for the charts. Single visits are not read. */
import { and, asc, between, eq, sql, sum, type Column } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod/mini';
import { visitHours } from '../../db/schema/locations.ts';
import type { Counts } from '../../deliveries/history/visit-counts.ts';

/** The figures of a day ('YYYY-MM-DD'). The keys of `joinsByHour` are the hours 0 to 23. */
export type DayCounts = { day: string; joinsByHour: Record<string, number> } & Omit<Counts, 'joined'>;

const joinsByHour = z.record(z.string(), z.int());

/**
 * Returns the figures of a location's days from `from` to `to`, both included, in order. Days without visits are
 * missing. Makes one query, which reads at most 24 rows for each day.
 */
export async function readVisitHours(
  d1: D1Database,
  locationId: string,
  { from, to }: { from: string; to: string },
): Promise<DayCounts[]> {
  return drizzle(d1)
    .select({
      day: visitHours.day,
      joinsByHour: sql`json_group_object(${visitHours.hour}, ${visitHours.joined})`.mapWith((json: string) =>
        joinsByHour.parse(JSON.parse(json)),
      ),
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
    .where(and(eq(visitHours.locationId, locationId), between(visitHours.day, from, to)))
    .groupBy(visitHours.day)
    .orderBy(asc(visitHours.day));
}

/** Sum of an integer column. A group has at least one row, so the sum is never null. */
function total(column: Column) {
  return sum(column).mapWith(Number);
}
