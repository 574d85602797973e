/**
 * Queries on `businesses`, apart from deletions (`deletions.ts`) and whole accounts (`accounts.ts`,
 * `features/operator`).
 */
import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { DAY_MS, TRIAL_DAYS, TRIAL_DAYS_WHEN_MISSING } from '../../shared/limits.ts';
import { plans } from '../../shared/plans.ts';
import { database, type Database } from '../db/client.ts';
import { businesses } from '../db/schema/businesses.ts';
import { lookAlikeOf } from '../../shared/text/look-alikes.ts';

export type BusinessRow = typeof businesses.$inferSelect;

/** The unique key of an e-mail address or username, which ignores case. */
export function accountKey(typed: string): string {
  return typed.toLowerCase();
}

/** A new business: the Starter plan on its free trial (`docs/decisions/0012-trial-and-figures.md`). */
export function newBusiness({
  now,
  ...typed
}: {
  id: string;
  name: string;
  username: string;
  now: number;
}): BusinessRow {
  const plan = plans.Starter;
  return {
    ...typed,
    usernameKey: accountKey(typed.username),
    lookAlikeKey: lookAlikeOf(typed.username),
    plan: plan.name,
    trial: true,
    trialDurationDays: TRIAL_DAYS,
    maxLocations: plan.maxLocations,
    baseCustomerCredits: plan.customerCredits,
    baseSmsCredits: plan.smsCredits,
    subscriptionStatus: null,
    approvedName: null,
    idleDeletionAt: null,
    creditsEndAt: null,
    billingRevision: 0,
    createdAt: now,
    directoryRevision: 0,
    deletionBegunAt: null,
    deletionTriedAt: null,
    erasedAt: null,
  };
}

/** The fields that decide when credits expire. */
type CreditTerms = Pick<BusinessRow, 'trial' | 'trialDurationDays' | 'createdAt' | 'creditsEndAt'>;

/** Days of the trial; a missing value counts as 7 (`docs/decisions/0012-trial-and-figures.md`). */
export function trialDays(business: Pick<BusinessRow, 'trialDurationDays'>): number {
  return business.trialDurationDays ?? TRIAL_DAYS_WHEN_MISSING;
}

/** End of the trial in epoch milliseconds; null if the business is not on a trial. */
export function trialEndsAt(business: CreditTerms): number | null {
  return business.trial ? business.createdAt + trialDays(business) * DAY_MS : null;
}

/**
 * The end of the trial or of the paid period, when the credits expire, in epoch milliseconds; null if the credits do
 * not expire.
 */
export function creditsEndAt(business: CreditTerms): number | null {
  return business.trial ? trialEndsAt(business) : business.creditsEndAt;
}

/** Whether a business has this username, ignoring case. */
export async function usernameExists(env: Env, username: string): Promise<boolean> {
  const row = await database(env)
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row !== undefined;
}

/** The business with this username, ignoring case; null if there is no such business. */
export async function findByUsername(db: Database, username: string): Promise<BusinessRow | null> {
  const row = await db
    .select()
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/**
 * Statement for a batch: approves the name for texts, if the business still has this name. Returns a row if the name
 * was approved.
 */
export function approveName(db: Database, { id, name }: { id: string; name: string }) {
  return db
    .update(businesses)
    .set({ approvedName: name })
    .where(and(eq(businesses.id, id), eq(businesses.name, name), isNull(businesses.deletionBegunAt)))
    .returning({ id: businesses.id });
}

/** Condition: the public look-up of a business has this revision, and may be changed. */
export function hasDirectoryRevision({ id, revision }: { id: string; revision: number }) {
  return and(
    eq(businesses.id, id),
    eq(businesses.directoryRevision, revision),
    isNull(businesses.deletionBegunAt),
  );
}

export const nextDirectoryRevision = sql`${businesses.directoryRevision} + 1`;

/**
 * Statement for a batch: raises the revision of the public look-up if `condition` holds. Returns a row if `condition`
 * held.
 */
export function raiseDirectoryRevision(db: Database, condition: SQL | undefined) {
  return db
    .update(businesses)
    .set({ directoryRevision: nextDirectoryRevision })
    .where(condition)
    .returning({ id: businesses.id });
}

/** Raises D1's revision to `told`, because an object got `told` with a change that D1 did not store. */
export async function catchUpDirectoryRevision(db: Database, id: string, told: number): Promise<void> {
  await db
    .update(businesses)
    .set({ directoryRevision: told })
    .where(and(eq(businesses.id, id), lt(businesses.directoryRevision, told)));
}

/** Changes the name of a business; false if the revision of its public look-up has changed. */
export async function renameBusiness(
  db: Database,
  at: { id: string; revision: number },
  name: string,
): Promise<boolean> {
  const renamed = await db
    .update(businesses)
    .set({ name, directoryRevision: nextDirectoryRevision })
    .where(hasDirectoryRevision(at))
    .returning({ id: businesses.id });
  return renamed.length > 0;
}

/** Statement for a batch: sets the monthly credits of each location of a business. */
export function setBaseCredits(
  db: Database,
  businessId: string,
  base: { baseCustomerCredits: number; baseSmsCredits: number },
) {
  return db.update(businesses).set(base).where(eq(businesses.id, businessId));
}
