/**
 * Trial marks: keyed hashes of verified mailboxes and of proven numbers that have had a trial
 * (`docs/decisions/0012-trial-and-figures.md`). A hash cannot be reversed. A mark outlives its account, so that
 * deleting the account does not lead to a new trial. Addresses that are not verified get no mark, so that nobody can
 * use up or detect a stranger's trial by typing an address. All queries on `trial_marks` are here, except the end of an
 * import (`account-copies.ts`).
 */
import { and, eq, exists, gt, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { DAY_MS, TRIALS_PER_NUMBER_MAX } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, trialMarks } from '../../../db/schema/businesses.ts';
import { isOwnerOf } from '../../../identity/accounts.ts';
import { isEmailUnverified } from '../../../identity/users.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { mailboxOf } from '../../../deliveries/mail/mailbox.ts';

/** After this time the same mailbox or number may have another trial. */
const RETENTION_MS = 365 * DAY_MS;

/** The mark of an address: a keyed hash of its mailbox. */
export function trialMarkOf(email: string, key: string): string {
  return hmacSha256(key, `trial mailbox ${mailboxOf(email)}`, 'base64url');
}

/** The account whose address is being verified. `mark`: the mark of that address. */
type Confirmed = { userId: string; businessId: string; mark: string };

/**
 * Statements for a batch. They must come before the statement that marks the address as verified. The statements do
 * nothing if the user is not the owner of the business. If the mailbox has had an earlier trial, the first verification
 * of an account ends the account's trial, and the first statement returns a row. A mailbox without a mark gets a mark
 * with the creation time of the account, so that the account later recognises its own mark.
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
  const isThis = and(eq(businesses.id, businessId), isOwnerOf(db, userId, businessId));
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

/** The mark of an account for a phone number (E.164). All marks of one number have the same beginning. */
export type NumberMark = { businessId: string; number: string; own: string };

export function numberMarkOf(businessId: string, phone: string, key: string): NumberMark {
  const number = hmacSha256(key, `trial number ${phone}`, 'base64url');
  return { businessId, number, own: `${number}.${hmacSha256(key, `${businessId} ${phone}`, 'base64url')}` };
}

/**
 * Statements for a batch. They must come before the statement that proves the number. The statements mark the number
 * for an account on a trial, if the number has fewer than `TRIALS_PER_NUMBER_MAX` marks of other accounts. A paid
 * account needs no mark.
 */
export function markNumber(
  db: Database,
  { businessId, number, own }: NumberMark,
  now: number,
  condition: SQL,
) {
  const others = db
    .select({ count: sql<number>`count(*)` })
    .from(trialMarks)
    // In the order of characters the slash directly follows the dot, so the slash ends the range of the number's marks.
    .where(
      and(gt(trialMarks.hash, `${number}.`), lt(trialMarks.hash, `${number}/`), ne(trialMarks.hash, own)),
    );
  return [
    db.delete(trialMarks).where(lt(trialMarks.at, now - RETENTION_MS + 1)),
    db
      .insert(trialMarks)
      .select(
        db
          .select({ hash: sql<string>`${own}`.as('hash'), at: businesses.createdAt })
          .from(businesses)
          .where(
            and(
              eq(businesses.id, businessId),
              eq(businesses.trial, true),
              sql`(${others}) < ${TRIALS_PER_NUMBER_MAX}`,
              condition,
            ),
          ),
      )
      .onConflictDoNothing(),
  ] as const;
}

/**
 * Condition for a statement that comes after `markNumber` in a batch: the account is paid, or the number has the
 * account's mark.
 */
export function mayProve(db: Database, { businessId, own }: NumberMark): SQL {
  const isMarked = exists(db.select().from(trialMarks).where(eq(trialMarks.hash, own)));
  return exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), or(eq(businesses.trial, false), isMarked))),
  );
}
