/** History: one row per visit, written at least once and counted once. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { visitHistory } from './schema.ts';

export type VisitHistoryRow = typeof visitHistory.$inferInsert;

/**
 * Writes the rows in one batch. A row of a visit that is already there is replaced only by a later revision of it,
 * so a repeated or overtaken delivery changes nothing.
 */
export async function writeVisitHistory(d1: D1Database, rows: VisitHistoryRow[]): Promise<void> {
  const db = drizzle(d1);
  const [head, ...rest] = rows.map((row) =>
    db
      .insert(visitHistory)
      .values(row)
      .onConflictDoUpdate({
        target: visitHistory.visitId,
        set: {
          revision: row.revision,
          outcome: row.outcome,
          waitingPreference: row.waitingPreference,
          admittedAt: row.admittedAt ?? null,
          endedAt: row.endedAt,
        },
        setWhere: sql`${visitHistory.revision} < excluded.revision`,
      }),
  );
  if (head !== undefined) await db.batch([head, ...rest]);
}
