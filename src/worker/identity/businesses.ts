/**
 * The accounts themselves: queries on `businesses`, but for those that end an account (`deletions.ts`) or take it as a whole, into a
 * file and out of it (`admin/`).
 */
import { and, eq, exists, getTableColumns, isNull, or, sql, type SQL } from 'drizzle-orm';
import { DAY_MS, TRIAL_DAYS, TRIAL_DAYS_WHEN_MISSING } from '../../shared/limits.ts';
import { plans } from '../../shared/plans.ts';
import { database, type Database } from '../db/client.ts';
import { businesses } from '../db/schema/accounts.ts';

const { passwordHash, ...visibleColumns } = getTableColumns(businesses);

/** The columns of `BusinessRow`: everything but the password's hash, which leaves the database for a log-in only. */
export const businessColumns = visibleColumns;

export type BusinessRow = Omit<typeof businesses.$inferSelect, 'passwordHash'>;

/** E-mail addresses and usernames are unique without regard to case. */
export function accountKey(typed: string): string {
  return typed.toLowerCase();
}

/** A new account: the Starter plan on its free trial (`docs/decisions/0012-trial-and-figures.md`). */
export function newBusiness(given: {
  id: string;
  name: string;
  username: string;
  email: string;
  phone: string;
  now: number;
}): BusinessRow {
  const { now, ...typed } = given;
  const plan = plans.Starter;
  return {
    ...typed,
    usernameKey: accountKey(given.username),
    emailKey: accountKey(given.email),
    plan: plan.name,
    trial: true,
    trialDurationDays: TRIAL_DAYS,
    maxLocations: plan.maxLocations,
    baseCustomerCredits: plan.customerCredits,
    baseSmsCredits: plan.smsCredits,
    subscriptionStatus: null,
    creditsEndAt: null,
    standing: 0,
    createdAt: now,
    emailVerifiedAt: null,
    deletionBegunAt: null,
    deletionTriedAt: null,
    erasedAt: null,
  };
}

/** What says how long an account's credits count. */
type CreditTerms = Pick<BusinessRow, 'trial' | 'trialDurationDays' | 'createdAt' | 'creditsEndAt'>;

/** Days of the trial; a missing value reads as 7 (`docs/decisions/0012-trial-and-figures.md`). */
export function trialDays(business: Pick<BusinessRow, 'trialDurationDays'>): number {
  return business.trialDurationDays ?? TRIAL_DAYS_WHEN_MISSING;
}

/** When the trial ends in epoch milliseconds; null when the account is not on one. */
export function trialEndsAt(business: CreditTerms): number | null {
  return business.trial ? business.createdAt + trialDays(business) * DAY_MS : null;
}

/** From when on the account's credits count for nothing: the trial is over, or what was paid; null: not so far. */
export function creditsEndAt(business: CreditTerms): number | null {
  return business.trial ? trialEndsAt(business) : business.creditsEndAt;
}

/** The statement that adds an account, for a batch. Fails on the UNIQUE indexes of both keys. */
export function insertBusiness(db: Database, business: BusinessRow, hash: string) {
  return db.insert(businesses).values({ ...business, passwordHash: hash });
}

/** Which of the two names an account already has. */
export async function takenKeys(
  db: Database,
  keys: { usernameKey: string; emailKey: string },
): Promise<{ username: boolean; email: boolean }> {
  const rows = await db
    .select({ usernameKey: businesses.usernameKey, emailKey: businesses.emailKey })
    .from(businesses)
    .where(or(eq(businesses.usernameKey, keys.usernameKey), eq(businesses.emailKey, keys.emailKey)));
  return {
    username: rows.some((row) => row.usernameKey === keys.usernameKey),
    email: rows.some((row) => row.emailKey === keys.emailKey),
  };
}

/** True when an account has this username, in any spelling of its case. */
export async function usernameExists(env: Env, username: string): Promise<boolean> {
  const row = await database(env)
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row !== undefined;
}

/** The account that a typed e-mail address or username names, with its password's hash; null when there is none. */
export async function findByIdentifier(
  db: Database,
  identifier: { email: string } | { username: string },
): Promise<{ business: BusinessRow; passwordHash: string } | null> {
  const condition =
    'email' in identifier
      ? eq(businesses.emailKey, accountKey(identifier.email))
      : eq(businesses.usernameKey, accountKey(identifier.username));
  const row = await db
    .select({ business: businessColumns, passwordHash })
    .from(businesses)
    .where(and(condition, isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/** The statement that reads an account's hash, for a batch; no row once the account is being deleted. */
export function passwordHashOf(db: Database, businessId: string) {
  return db
    .select({ hash: passwordHash })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt)));
}

/** A condition for statements of one batch: the account's password has this hash. */
export function hasPasswordHash(db: Database, businessId: string, hash: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), eq(businesses.passwordHash, hash))),
  );
}

/** Replaces a hash by a better one of the same password; not when the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Database,
  businessId: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await db
    .update(businesses)
    .set({ passwordHash: hashes.to })
    .where(and(eq(businesses.id, businessId), eq(businesses.passwordHash, hashes.from)));
}

/** The statement that sets a new password where `condition` holds, for a batch. Returns the account's names if it did. */
export function setPasswordHash(db: Database, businessId: string, hash: string, condition: SQL) {
  return db
    .update(businesses)
    .set({ passwordHash: hash })
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt), condition))
    .returning({
      usernameKey: businesses.usernameKey,
      email: businesses.email,
      emailKey: businesses.emailKey,
    });
}

/** The condition that nobody has shown yet to read the mail of the account's address. */
export function isEmailUnverified(db: Database, businessId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), isNull(businesses.emailVerifiedAt))),
  );
}

/** The statement that notes that the owner reads the mail of the account's address, where `condition` holds. */
export function markEmailVerified(db: Database, businessId: string, now: number, condition: SQL) {
  return db
    .update(businesses)
    .set({ emailVerifiedAt: now })
    .where(and(eq(businesses.id, businessId), isNull(businesses.emailVerifiedAt), condition));
}

/** The statement that gives an account a verified address where `condition` holds, for a batch. Returns a row if it did. */
export function setVerifiedEmail(
  db: Database,
  businessId: string,
  address: { email: string; now: number },
  condition: SQL,
) {
  const { email, now } = address;
  return db
    .update(businesses)
    .set({ email, emailKey: accountKey(email), emailVerifiedAt: now })
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt), condition))
    .returning({ id: businesses.id });
}

/** The account with this e-mail address, in any spelling of its case; null when there is none. */
export async function findByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const row = await db
    .select({ id: businesses.id, email: businesses.email })
    .from(businesses)
    .where(and(eq(businesses.emailKey, accountKey(email)), isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/** The account with this username, in any spelling of its case; null when there is none. */
export async function findByUsername(db: Database, username: string): Promise<BusinessRow | null> {
  const row = await db
    .select(businessColumns)
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/** The statement that sets what each location of an account gets every month, for a batch. */
export function setBaseCredits(
  db: Database,
  businessId: string,
  base: { baseCustomerCredits: number; baseSmsCredits: number },
) {
  return db.update(businesses).set(base).where(eq(businesses.id, businessId));
}
