/** The history of a location, page by page in the order of joining. */
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import { visitHistory } from '../../db/schema/locations.ts';

/**
 * At most `limit` visits that joined after the one instant and up to the other (epoch milliseconds). Join times are
 * unique within a location and never change: the last one of a page is where the next page begins, and no visit is
 * skipped or told twice, whatever is written meanwhile.
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
