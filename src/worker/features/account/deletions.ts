/**
 * Queries for the deletion of a business. They mark the row of the business, choose the deletions that a sweep tries
 * next, and delete the empty row. The row of an unfinished import also has the mark
 * (`docs/decisions/0064-a-business-as-a-file.md`). In such a row, the time of the mark is the deadline of the import,
 * which is in the future.
 */
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { hasDirectoryRevision, nextDirectoryRevision } from '../../identity/businesses.ts';

/**
 * The empty values that replace the owner's input when a business is deleted. `nobody`: a key that no username can
 * have.
 */
export function emptyBusiness(nobody: string) {
  return { name: '', username: '', usernameKey: nobody, lookAlikeKey: null };
}

/**
 * Statement for a batch: marks a business as deleted if `condition` holds and the business's public look-up still has
 * the revision of `at`. Erases the owner's input. Only an empty row stays, with a key that no username can have.
 * Returns a row if the business was marked.
 */
export function markDeletion(
  db: Database,
  at: { id: string; revision: number },
  now: number,
  condition: SQL,
) {
  return db
    .update(businesses)
    .set({
      deletionBegunAt: now,
      directoryRevision: nextDirectoryRevision,
      ...emptyBusiness(`deleted:${at.id}`),
    })
    .where(and(hasDirectoryRevision(at), condition))
    .returning({ id: businesses.id });
}

/** Condition: the business was marked as deleted at exactly the time `now`. */
export function isMarkedAt(db: Database, businessId: string, now: number): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), eq(businesses.deletionBegunAt, now))),
  );
}

/**
 * Returns the businesses whose deletion is due: unfinished deletions, and empty rows that were erased at `erasedBy` or
 * earlier. The deletions that were tried longest ago come first. One statement selects the deletions and marks them as
 * tried, so that an import cannot finish between the two steps.
 */
export async function takeDeletions(
  db: Database,
  { erasedBy, now, limit }: { erasedBy: number; now: number; limit: number },
): Promise<string[]> {
  const due = db
    .select({ id: businesses.id })
    .from(businesses)
    .where(
      and(
        // The mark of a running import has a time in the future, so the import's row is not due.
        lte(businesses.deletionBegunAt, now),
        or(isNull(businesses.erasedAt), lte(businesses.erasedAt, erasedBy)),
      ),
    )
    .orderBy(asc(businesses.deletionTriedAt), asc(businesses.deletionBegunAt))
    .limit(limit);
  // `deletionTriedAt` is set before the work, so that a deletion that breaks the sweep does not come first again.
  const rows = await db
    .update(businesses)
    .set({ deletionTriedAt: now })
    .where(inArray(businesses.id, due))
    .returning({ id: businesses.id });
  return rows.map(({ id }) => id);
}

/** Records that only the empty row of a deleted business is left. Idempotent. */
export async function markErased(db: Database, businessId: string, now: number): Promise<void> {
  await db
    .update(businesses)
    .set({ erasedAt: now })
    .where(
      and(eq(businesses.id, businessId), isNotNull(businesses.deletionBegunAt), isNull(businesses.erasedAt)),
    );
}

export async function isErasedBy(db: Database, businessId: string, erasedBy: number): Promise<boolean> {
  const row = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), lte(businesses.erasedAt, erasedBy)))
    .get();
  return row !== undefined;
}

/** Statement for the end of a batch: deletes an empty row. No other row may refer to the deleted row. */
export function deleteBusiness(db: Database, businessId: string, erasedBy: number) {
  return db.delete(businesses).where(and(eq(businesses.id, businessId), lte(businesses.erasedAt, erasedBy)));
}
