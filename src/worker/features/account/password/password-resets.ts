/**
 * Links to choose a new password. A user's newest link is valid for one hour and can be used once. All older links of
 * the user are invalid. All queries on `password_resets` are here.
 */
import { and, eq, exists, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { RESET_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, memberships } from '../../../db/schema/businesses.ts';
import { passwordResets, users } from '../../../db/schema/users.ts';
import { isFirstMembership } from '../../../identity/accounts.ts';

/** Replaces the user's links by a new link. Does nothing if the user was deleted meanwhile. */
export async function replaceReset(
  db: Database,
  tokenHash: string,
  userId: string,
  now: number,
): Promise<void> {
  await db.batch([
    // Also deletes expired links of all users.
    db
      .delete(passwordResets)
      .where(or(eq(passwordResets.userId, userId), lte(passwordResets.expiresAt, now))),
    db.insert(passwordResets).select(
      db
        .select({
          tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
          userId: users.id,
          createdAt: sql<number>`${now}`.as('created_at'),
          expiresAt: sql<number>`${now + RESET_LINK_MS}`.as('expires_at'),
        })
        .from(users)
        .where(eq(users.id, userId)),
    ),
  ]);
}

/**
 * Returns the user of a link, with the words of the account that the new password must not repeat; null if the link
 * does not exist or has expired.
 */
export async function findReset(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{
  userId: string;
  businessId: string;
  name: string;
  username: string;
  email: string;
  person: string | null;
} | null> {
  const row = await db
    .select({
      userId: passwordResets.userId,
      businessId: businesses.id,
      name: businesses.name,
      username: businesses.username,
      email: users.email,
      person: memberships.name,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .innerJoin(memberships, and(eq(memberships.userId, passwordResets.userId), isFirstMembership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .get();
  return row ?? null;
}

/** Condition for a batch: this link was neither used nor replaced. */
export function resetIsThere(db: Database, tokenHash: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(passwordResets)
      .where(eq(passwordResets.tokenHash, tokenHash)),
  );
}

export function deleteResetsOf(db: Database, userId: string, condition: SQL) {
  return db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), condition));
}
