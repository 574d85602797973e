/**
 * Trial marks: keyed hashes of verified mailboxes that have had a trial
 * (`docs/decisions/0012-trial-and-figures.md`). A hash cannot be reversed. A mark outlives its account, so
 * that deleting the account does not lead to a new trial. Addresses that are not verified get no mark: nobody
 * can use up or find out a stranger's trial by typing an address. All queries on `trial_marks` are here,
 * except the end of an import (`account-copies.ts`).
 */
import { and, eq, exists, gt, lt, ne, sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, trialMarks } from '../../../db/schema/businesses.ts';
import { isEmailUnverified } from '../../../identity/users.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { mailboxOf } from './mailbox.ts';

/** After this time the same mailbox may have another trial. */
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
