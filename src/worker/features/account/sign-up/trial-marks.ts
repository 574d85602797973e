/**
 * Trial marks: keyed hashes of verified mailboxes and of proven numbers that have had a trial
 * (`docs/decisions/0012-trial-and-figures.md`). A hash cannot be reversed. A mark outlives its account, so
 * that deleting the account does not lead to a new trial. Addresses that are not verified get no mark: nobody
 * can use up or find out a stranger's trial by typing an address. All queries on `trial_marks` are here,
 * except the end of an import (`account-copies.ts`).
 */
import { and, eq, exists, gt, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { DAY_MS, TRIALS_PER_NUMBER_MAX } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, trialMarks } from '../../../db/schema/businesses.ts';
import { isEmailUnverified } from '../../../identity/users.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { mailboxOf } from './mailbox.ts';

/** After this time the same mailbox or number may have another trial. */
const RETENTION_MS = 365 * DAY_MS;

/** The mark of an address: a keyed hash of its mailbox. */
export function trialMarkOf(email: string, key: string): string {
  return hmacSha256(key, `trial mailbox ${mailboxOf(email)}`, 'base64url');
}

/** The account whose address is being verified. `mark`: the mark of that address. */
type Confirmed = { userId: string; businessId: string; mark: string };

/**
 * Statements for a batch, before the statement that marks the address as verified. If the mailbox has had an
 * earlier trial, the first verification of an account ends the account's trial, and the first statement
 * returns a row. Then the mailbox is marked. A mark has the creation time of its account, so that an account
 * recognises its own mark.
 */
export function settleTrial(
  db: Database,
  { userId, businessId, mark }: Confirmed,
  now: number,
  condition: SQL,
) {
  const hadAnother = exists(
    db
      .select({ one: sql`1` })
      .from(trialMarks)
      .where(
        and(
          eq(trialMarks.hash, mark),
          ne(trialMarks.at, businesses.createdAt),
          gt(trialMarks.at, now - RETENTION_MS),
        ),
      ),
  );
  const isThis = eq(businesses.id, businessId);
  return [
    db
      .update(businesses)
      .set({ trialDurationDays: 0 })
      .where(and(isThis, eq(businesses.trial, true), hadAnother, isEmailUnverified(db, userId), condition))
      .returning({ trialEndedAt: businesses.createdAt }),
    db.delete(trialMarks).where(lt(trialMarks.at, now - RETENTION_MS + 1)),
    db
      .insert(trialMarks)
      .select(
        db
          .select({ hash: sql<string>`${mark}`.as('hash'), at: businesses.createdAt })
          .from(businesses)
          .where(and(isThis, condition)),
      )
      .onConflictDoNothing(),
  ] as const;
}

/** The marks of a phone number (E.164): one for each trial that it may prove. */
export function numberMarksOf(number: string, key: string): string[] {
  return Array.from({ length: TRIALS_PER_NUMBER_MAX }, (_, n) =>
    hmacSha256(key, `trial number ${n} ${number}`, 'base64url'),
  );
}

/** An account on whose proof the number's marks decide. */
type Proving = { businessId: string; marks: readonly string[] };

/**
 * Statements for a batch, before the statement that proves the number: an account on a trial takes the first free mark of
 * the number, unless it has one. A paid account takes none.
 */
export function markNumber(db: Database, { businessId, marks }: Proving, now: number, condition: SQL) {
  const free = marks.map(
    (mark, n) => sql`SELECT ${mark} AS mark, ${n} AS n WHERE NOT EXISTS
      (SELECT 1 FROM ${trialMarks} WHERE hash = ${mark})`,
  );
  const own = hasOwnMark(db, marks);
  return [
    db.delete(trialMarks).where(lt(trialMarks.at, now - RETENTION_MS + 1)),
    db
      .insert(trialMarks)
      .select(
        db
          .select({
            hash: sql<string>`(SELECT mark FROM (${sql.join(free, sql` UNION ALL `)}) ORDER BY n LIMIT 1)`.as(
              'hash',
            ),
            at: businesses.createdAt,
          })
          .from(businesses)
          .where(
            and(
              eq(businesses.id, businessId),
              eq(businesses.trial, true),
              sql`NOT ${own}`,
              sql`EXISTS (${sql.join(free, sql` UNION ALL `)})`,
              condition,
            ),
          ),
      )
      .onConflictDoNothing(),
  ] as const;
}

/** Condition for a batch, after `markNumber`: the account is paid, or has a mark of the number. */
export function mayProve(db: Database, { businessId, marks }: Proving): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), or(eq(businesses.trial, false), hasOwnMark(db, marks)))),
  );
}

/** Whether the business of the outer query has one of these marks: its mark has its creation time. */
function hasOwnMark(db: Database, marks: readonly string[]): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(trialMarks)
      .where(and(inArray(trialMarks.hash, [...marks]), eq(trialMarks.at, businesses.createdAt))),
  );
}
