/**
 * Links that show who reads the mail of an address: 48 hours, one use, the user's newest only. Every query on
 * `email_verifications` is here.
 */
import { and, eq, exists, gt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { VERIFY_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { memberships } from '../../../db/schema/businesses.ts';
import { emailVerifications, users } from '../../../db/schema/users.ts';
import { isOwnership } from '../../../identity/accounts.ts';
import { accountKey } from '../../../identity/businesses.ts';

/**
 * Makes this the user's only link, for this address; it works for `VERIFY_LINK_MS`. Nothing for a user who was deleted
 * meanwhile.
 */
export async function replaceVerification(
  db: Database,
  { tokenHash, userId, email }: { tokenHash: string; userId: string; email: string },
  now: number,
): Promise<void> {
  await db.batch([
    // What has ended of other users goes in passing: no sweep has to know of it.
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
 * Whose link this is, the business that the user owns, the address that the link is for and the one that the user has; null
 * when there is no such link.
 */
export async function findVerification(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ userId: string; businessId: string; email: string; presentEmail: string } | null> {
  const row = await db
    .select({
      userId: users.id,
      businessId: memberships.businessId,
      email: emailVerifications.email,
      presentEmail: users.email,
    })
    .from(emailVerifications)
    .innerJoin(users, eq(users.id, emailVerifications.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isOwnership))
    .where(and(eq(emailVerifications.tokenHash, tokenHash), gt(emailVerifications.expiresAt, now)))
    .get();
  return row ?? null;
}

/** The address that a user's open link is for, where it is another one than the user's; else null. */
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

/** A condition for statements of one batch: this link has neither been used nor followed by a newer one. */
export function verificationIsThere(db: Database, tokenHash: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(emailVerifications)
      .where(eq(emailVerifications.tokenHash, tokenHash)),
  );
}

/** The statement that ends a user's links where `condition` holds, for a batch. */
export function deleteVerificationsOf(db: Database, userId: string, condition: SQL) {
  return db.delete(emailVerifications).where(and(eq(emailVerifications.userId, userId), condition));
}

/** The statement that ends a user's links to another address than the own, for a batch. */
export function deletePendingChanges(db: Database, userId: string, condition: SQL) {
  return db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, userId), isPendingChange(db, userId), condition));
}

function isPendingChange(db: Database, userId: string) {
  const presentKey = db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, userId));
  return ne(emailVerifications.emailKey, presentKey);
}
