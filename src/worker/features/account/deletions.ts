/**
 * How a business ends, in its own row: the mark, who takes the work behind it, and the end of the empty row. An import that is
 * not finished is such a row, too (`docs/decisions/0064-a-business-as-a-file.md`): marked with a time to come, by which it has to be.
 */
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';

/** What is left of a business that nobody finds. `nobody`: a key that no username can have. */
export function emptyBusiness(nobody: string) {
  return { name: '', username: '', usernameKey: nobody };
}

/**
 * The statement that begins a business's deletion where `condition` holds, for a batch, and takes out of it at once what its
 * owner typed: only an empty row stays, with a key that no username can have. Returns a row if it did.
 */
export function markDeletion(db: Database, businessId: string, now: number, condition: SQL) {
  return db
    .update(businesses)
    .set({ deletionBegunAt: now, ...emptyBusiness(`deleted:${businessId}`) })
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt), condition))
    .returning({ id: businesses.id });
}

/**
 * Deletions that have begun and whose work is not done, or whose empty row was done with by `erasedBy`: those that were
 * not tried for longest first. They are noted as tried now, in the same statement: an import that is finished at the same time
 * is either not among them, or not finished any more.
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
        // An import that is under way is one to be deleted later.
        lte(businesses.deletionBegunAt, now),
        or(isNull(businesses.erasedAt), lte(businesses.erasedAt, erasedBy)),
      ),
    )
    .orderBy(asc(businesses.deletionTriedAt), asc(businesses.deletionBegunAt))
    .limit(limit);
  // Before the work: whatever cuts a sweep off must not come first in the next one, too.
  const rows = await db
    .update(businesses)
    .set({ deletionTriedAt: now })
    .where(inArray(businesses.id, due))
    .returning({ id: businesses.id });
  return rows.map(({ id }) => id);
}

/** Notes that nothing is left of a deleted business but its empty row. Repeating it changes nothing. */
export async function markErased(db: Database, businessId: string, now: number): Promise<void> {
  await db
    .update(businesses)
    .set({ erasedAt: now })
    .where(
      and(eq(businesses.id, businessId), isNotNull(businesses.deletionBegunAt), isNull(businesses.erasedAt)),
    );
}

/** True for a deleted business that was empty by then. */
export async function isErasedBy(db: Database, businessId: string, erasedBy: number): Promise<boolean> {
  const row = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), lte(businesses.erasedAt, erasedBy)))
    .get();
  return row !== undefined;
}

/** The statement that takes an empty row out of the database, last of a batch: nothing may refer to it any more. */
export function deleteBusiness(db: Database, businessId: string, erasedBy: number) {
  return db.delete(businesses).where(and(eq(businesses.id, businessId), lte(businesses.erasedAt, erasedBy)));
}
