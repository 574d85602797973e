/**
 * Mailboxes whose reader said that an account with this address belongs to somebody else. For a week, we send mail to a
 * disowned mailbox only if the address is confirmed, so that a stranger cannot flood the mailbox. All queries on
 * `disowned_mailboxes` are here.
 */
import { and, eq, gt, isNotNull, lte, notExists, sql, type SQL } from 'drizzle-orm';
import { DISOWNED_MS } from '../../../shared/limits.ts';
import { database, type Database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { disownedMailboxes, users } from '../../db/schema/users.ts';
import { hmacSha256 } from '../../platform/hashing.ts';
import { mailboxOf } from './mailbox.ts';

/**
 * A statement for a batch. If `condition` is true, the statement records the mailbox of this user's address as
 * disowned.
 */
export function disownMailbox(
  db: Database,
  key: string,
  { userId, email, now }: { userId: string; email: string; now: number },
  condition: SQL,
) {
  const until = now + DISOWNED_MS;
  return db
    .insert(disownedMailboxes)
    .select(
      db
        .select({
          hash: sql<string>`${hashOf(key, email)}`.as('hash'),
          until: sql<number>`${until}`.as('until'),
        })
        .from(users)
        .where(and(eq(users.id, userId), condition)),
    )
    .onConflictDoUpdate({ target: disownedMailboxes.hash, set: { until } });
}

/** Whether the mailbox of this address is disowned, so that no mail may be sent to the address. */
export async function isDisowned(env: Env, key: string, email: string, now: number): Promise<boolean> {
  const db = database(env);
  const confirmed = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, email.toLowerCase()), isNotNull(users.emailVerifiedAt)));
  const found = db
    .select({ until: disownedMailboxes.until })
    .from(disownedMailboxes)
    .where(
      and(
        eq(disownedMailboxes.hash, hashOf(key, email)),
        gt(disownedMailboxes.until, now),
        notExists(confirmed),
      ),
    );
  return (await retryable(found)).length > 0;
}

export function deleteEndedDisowned(db: Database, now: number) {
  return db.delete(disownedMailboxes).where(lte(disownedMailboxes.until, now));
}

function hashOf(key: string, email: string): string {
  return hmacSha256(key, `disowned mailbox ${mailboxOf(email)}`, 'base64url');
}
