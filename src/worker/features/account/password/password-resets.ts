/** Links to choose a new password with: one hour, one use, the newest only. Every query on `password_resets` is here. */
import { and, eq, exists, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { RESET_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { passwordResets } from '../../../db/schema/accounts.ts';

/** Makes this the account's only link; it works for `RESET_LINK_MS`. */
export async function replaceReset(
  db: Database,
  tokenHash: string,
  businessId: string,
  now: number,
): Promise<void> {
  await db.batch([
    // What has ended of other accounts goes in passing: no sweep has to know of it.
    db
      .delete(passwordResets)
      .where(or(eq(passwordResets.businessId, businessId), lte(passwordResets.expiresAt, now))),
    db
      .insert(passwordResets)
      .values({ tokenHash, businessId, createdAt: now, expiresAt: now + RESET_LINK_MS }),
  ]);
}

/** The account that a link is for; null when there is no such link or it has ended. */
export async function findReset(db: Database, tokenHash: string, now: number): Promise<string | null> {
  const row = await db
    .select({ businessId: passwordResets.businessId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .get();
  return row?.businessId ?? null;
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

/** The statement that ends all links of an account, for a batch; only where `condition` holds. */
export function deleteResetsOf(db: Database, businessId: string, condition?: SQL) {
  return db.delete(passwordResets).where(and(eq(passwordResets.businessId, businessId), condition));
}
