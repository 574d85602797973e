/** Erases the history of removed locations. */
import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { visitHistory, visitHours } from '../../db/schema/locations.ts';

/** Rows in one statement: a busy location has millions of visits. */
const ROWS_A_PIECE = 5_000;
const PIECES_A_CALL = 20;

/**
 * Deletes the history and figures of these locations in pieces. False if more history is left than one call
 * deletes.
 */
export async function eraseHistory(d1: D1Database, locationIds: string[]): Promise<boolean> {
  const db = drizzle(d1);
  let pieces = 0;
  for (const locationId of locationIds) {
    let deleted = ROWS_A_PIECE;
    while (deleted === ROWS_A_PIECE) {
      if (pieces === PIECES_A_CALL) return false;
      pieces += 1;
      const piece = db
        .select({ visitId: visitHistory.visitId })
        .from(visitHistory)
        .where(eq(visitHistory.locationId, locationId))
        .limit(ROWS_A_PIECE);
      const result = await db.delete(visitHistory).where(inArray(visitHistory.visitId, piece));
      deleted = result.meta.changes;
    }
    // At most one row for each hour of the location's life.
    await db.delete(visitHours).where(eq(visitHours.locationId, locationId));
  }
  return true;
}
