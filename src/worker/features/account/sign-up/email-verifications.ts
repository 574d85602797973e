/**
 * Links that verify an e-mail address. A user's newest link is valid for 48 hours and can be used once. All older links
 * of the user are invalid. All queries on `email_verifications` are here.
 */
import { and, eq, exists, gt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Language } from '../../../../shared/languages.ts';
import { VERIFY_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, memberships } from '../../../db/schema/businesses.ts';
import { emailVerifications, users } from '../../../db/schema/users.ts';
import { isFirstMembership } from '../../../identity/accounts.ts';
import { accountKey } from '../../../identity/businesses.ts';

/** Replaces the user's links by a new link. Does nothing if the user was deleted meanwhile. */
export async function replaceVerification(
  db: Database,
  { tokenHash, userId, email }: { tokenHash: string; userId: string; email: string },
  now: number,
): Promise<void> {
  await db.batch([
    // Also deletes expired links of all users.
    db
      .delete(emailVerifications)
      .where(or(eq(emailVerifications.userId, userId), lte(emailVerifications.expiresAt, now))),
    db.insert(emailVerifications).select(
      db
        .select({
          tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
          userId: users.id,
          email: sql<string>`${email}`.as('email'),
          emailKey: sql<string>`${accountKey(email)}`.as('email_key'),
          createdAt: sql<number>`${now}`.as('created_at'),
          expiresAt: sql<number>`${now + VERIFY_LINK_MS}`.as('expires_at'),
        })
        .from(users)
        .where(eq(users.id, userId)),
    ),
  ]);
}

/**
 * Returns the user and business of a link, the link's address, the user's current address, and the time until which
 * changes are blocked. Returns null if the link does not exist or has expired.
 */
export async function findVerification(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{
  userId: string;
  businessId: string;
  name: string;
  username: string;
  email: string;
  presentEmail: string;
  language: Language | null;
  changesHeldUntil: number | null;
} | null> {
  const row = await db
    .select({
      userId: users.id,
      businessId: memberships.businessId,
      name: businesses.name,
      username: businesses.username,
      email: emailVerifications.email,
      presentEmail: users.email,
      language: users.language,
      changesHeldUntil: users.changesHeldUntil,
    })
    .from(emailVerifications)
    .innerJoin(users, eq(users.id, emailVerifications.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isFirstMembership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(eq(emailVerifications.tokenHash, tokenHash), gt(emailVerifications.expiresAt, now)))
    .get();
  return row ?? null;
}

/**
 * The address in a user's valid link; null if the user has no valid link, or if the link is for the user's current
 * address.
 */
export async function pendingEmailOf(db: Database, userId: string, now: number): Promise<string | null> {
  const row = await db
    .select({ email: emailVerifications.email })
    .from(emailVerifications)
    .where(
      and(
        isPendingChange(db, userId),
        eq(emailVerifications.userId, userId),
        gt(emailVerifications.expiresAt, now),
      ),
    )
    .get();
  return row?.email ?? null;
}

/** Condition for a batch: this link was neither used nor replaced. */
export function verificationIsThere(db: Database, tokenHash: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(emailVerifications)
      .where(eq(emailVerifications.tokenHash, tokenHash)),
  );
}

export function deleteVerificationsOf(db: Database, userId: string, condition: SQL) {
  return db.delete(emailVerifications).where(and(eq(emailVerifications.userId, userId), condition));
}

/** Statement for a batch: deletes a user's links that are not for the user's current address. */
export function deletePendingChanges(db: Database, userId: string, condition: SQL) {
  return db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, userId), isPendingChange(db, userId), condition));
}

function isPendingChange(db: Database, userId: string) {
  const presentKey = db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, userId));
  return ne(emailVerifications.emailKey, presentKey);
}
