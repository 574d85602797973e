/**
 * Who has had a trial (`docs/decisions/0012-trial-and-figures.md`): a keyed hash of a mailbox that somebody has confirmed.
 * Nobody can read it back, and it outlives the account, as deleting that must not be the way to the next trial. Only what
 * was proven is marked, so nobody uses up a stranger's trial, or learns of it, by typing an address or a number; a number
 * will have a mark of its own once it can be confirmed. Every query on `trial_marks` is here, but for the end of an import
 * (`account-copies.ts`).
 */
import { and, eq, exists, gt, lt, ne, sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, trialMarks } from '../../../db/schema/businesses.ts';
import { isEmailUnverified } from '../../../identity/users.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { mailboxOf } from './mailbox.ts';

/** After this the same mailbox may have another trial. */
const RETENTION_MS = 365 * DAY_MS;

/** What stands for the trial of whoever reads the mail of this address. */
export function trialMarkOf(email: string, key: string): string {
  return hmacSha256(key, `trial mailbox ${mailboxOf(email)}`, 'base64url');
}

/** A mailbox that is being confirmed, and the account that does so. `mark`: its `trialMarkOf`. */
type Confirmed = { userId: string; businessId: string; mark: string };

/**
 * The statements that follow from a confirmation, for a batch, before the one that notes it. The account's first one ends
 * its trial where the mailbox has had another, which the first of them returns; and the mailbox has had one from then on. A mark
 * bears the time at which its account was made, by which an account knows its own.
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
