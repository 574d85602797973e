/**
 * Links that show who reads the mail of an address: 48 hours, one use, the account's newest only. Every query on
 * `email_verifications` is here.
 */
import { and, eq, exists, gt, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { VERIFY_LINK_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, emailVerifications } from '../../../db/schema/accounts.ts';
import { accountKey } from '../../../identity/businesses.ts';

/** Makes this the account's only link, for this address; it works for `VERIFY_LINK_MS`. */
export async function replaceVerification(
  db: Database,
  link: { tokenHash: string; businessId: string; email: string },
  now: number,
): Promise<void> {
  const { businessId, email } = link;
  await db.batch([
    // What has ended of other accounts goes in passing: no sweep has to know of it.
    db
      .delete(emailVerifications)
      .where(or(eq(emailVerifications.businessId, businessId), lte(emailVerifications.expiresAt, now))),
    db.insert(emailVerifications).values({
      ...link,
      emailKey: accountKey(email),
      createdAt: now,
      expiresAt: now + VERIFY_LINK_MS,
    }),
  ]);
}

/** Whose link this is, the address it is for and the one the account has; null when there is no such link. */
export async function findVerification(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ businessId: string; email: string; presentEmail: string } | null> {
  const row = await db
    .select({
      businessId: emailVerifications.businessId,
      email: emailVerifications.email,
      presentEmail: businesses.email,
    })
    .from(emailVerifications)
    .innerJoin(businesses, eq(businesses.id, emailVerifications.businessId))
    .where(
      and(
        eq(emailVerifications.tokenHash, tokenHash),
        gt(emailVerifications.expiresAt, now),
        isNull(businesses.deletionBegunAt),
      ),
    )
    .get();
  return row ?? null;
}

/** The address that an account's open link is for, where it is another one than the account's; else null. */
export async function pendingEmailOf(db: Database, businessId: string, now: number): Promise<string | null> {
  const row = await db
    .select({ email: emailVerifications.email })
    .from(emailVerifications)
    .where(
      and(
        isPendingChange(db, businessId),
        eq(emailVerifications.businessId, businessId),
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

/** The statement that ends an account's links, for a batch; only where `condition` holds. */
export function deleteVerificationsOf(db: Database, businessId: string, condition?: SQL) {
  return db.delete(emailVerifications).where(and(eq(emailVerifications.businessId, businessId), condition));
}

/** The statement that ends an account's links to another address than its own, for a batch. */
export function deletePendingChanges(db: Database, businessId: string, condition: SQL) {
  return db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.businessId, businessId), isPendingChange(db, businessId), condition));
}

function isPendingChange(db: Database, businessId: string) {
  const presentKey = db
    .select({ emailKey: businesses.emailKey })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  return ne(emailVerifications.emailKey, presentKey);
}
