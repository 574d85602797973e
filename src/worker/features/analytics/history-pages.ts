/** Pages of a location's history, in order of joining. */
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import { visitHistory } from '../../db/schema/locations.ts';

/**
 * Returns at most `limit` visits that joined after `after` and until `upTo` (epoch milliseconds). Join times are unique
 * in a location and never change. So the next page starts after the last visit of this page, and no visit is skipped or
 * repeated.
 */
export async function readHistoryPage(
  d1: D1Database,
  locationId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<VisitHistoryRow[]> {
  return drizzle(d1)
    .select()
    .from(visitHistory)
    .where(
      and(
        eq(visitHistory.locationId, locationId),
        gt(visitHistory.joinedAt, after),
        lte(visitHistory.joinedAt, upTo),
      ),
    )
    .orderBy(asc(visitHistory.joinedAt))
    .limit(limit);
}
