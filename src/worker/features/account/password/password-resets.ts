/** Links to choose a new password with: one hour, one use, the newest only. Every query on `password_resets` is here. */
import { and, eq, exists, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { RESET_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, memberships } from '../../../db/schema/businesses.ts';
import { passwordResets, users } from '../../../db/schema/users.ts';
import { isOwnership } from '../../../identity/accounts.ts';

/** Makes this the user's only link; it works for `RESET_LINK_MS`. Nothing for a user who was deleted meanwhile. */
export async function replaceReset(
  db: Database,
  tokenHash: string,
  userId: string,
  now: number,
): Promise<void> {
  await db.batch([
    // What has ended of other users goes in passing: no sweep has to know of it.
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

/** Whose link this is, the user's address, and the business that the user owns; null when there is no such link or it has ended. */
export async function findReset(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ userId: string; businessId: string; usernameKey: string; email: string } | null> {
  const row = await db
    .select({
      userId: passwordResets.userId,
      businessId: businesses.id,
      usernameKey: businesses.usernameKey,
      email: users.email,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .innerJoin(memberships, and(eq(memberships.userId, passwordResets.userId), isOwnership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .get();
  return row ?? null;
}

/** A condition for statements of one batch: this link has neither been used nor followed by a newer one. */
export function resetIsThere(db: Database, tokenHash: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(passwordResets)
      .where(eq(passwordResets.tokenHash, tokenHash)),
  );
}

/** The statement that ends all links of a user where `condition` holds, for a batch. */
export function deleteResetsOf(db: Database, userId: string, condition: SQL) {
  return db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), condition));
}
