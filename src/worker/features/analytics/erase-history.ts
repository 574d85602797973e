/** Erases the history of removed locations. */
import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { visitHistory, visitHours } from '../../db/schema/locations.ts';

/** The limit of rows that one statement deletes, because a busy location has millions of visits. */
const ROWS_A_PIECE = 5_000;
const PIECES_A_CALL = 20;

/**
 * Deletes the history and figures of these locations in pieces. Returns false if history is left, because one call
 * deletes at most `PIECES_A_CALL` pieces.
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
    // One statement can delete these rows, because `visit_hours` has at most one row for each hour in which the
    // location existed.
    await db.delete(visitHours).where(eq(visitHours.locationId, locationId));
  }
  return true;
}
