/**
 * The businesses: queries on `businesses`, but for those that end one (`deletions.ts`) or take an account as a whole
 * (`accounts.ts`, `features/operator`).
 */
import { and, eq, isNull } from 'drizzle-orm';
import { DAY_MS, TRIAL_DAYS, TRIAL_DAYS_WHEN_MISSING } from '../../shared/limits.ts';
import { plans } from '../../shared/plans.ts';
import { database, type Database } from '../db/client.ts';
import { businesses } from '../db/schema/businesses.ts';

export type BusinessRow = typeof businesses.$inferSelect;

/** E-mail addresses and usernames are unique without regard to case. */
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
    plan: plan.name,
    trial: true,
    trialDurationDays: TRIAL_DAYS,
    maxLocations: plan.maxLocations,
    baseCustomerCredits: plan.customerCredits,
    baseSmsCredits: plan.smsCredits,
    subscriptionStatus: null,
    creditsEndAt: null,
    billingRevision: 0,
    createdAt: now,
    deletionBegunAt: null,
    deletionTriedAt: null,
    erasedAt: null,
  };
}

/** What says how long the credits of a business count. */
type CreditTerms = Pick<BusinessRow, 'trial' | 'trialDurationDays' | 'createdAt' | 'creditsEndAt'>;

/** Days of the trial; a missing value reads as 7 (`docs/decisions/0012-trial-and-figures.md`). */
export function trialDays(business: Pick<BusinessRow, 'trialDurationDays'>): number {
  return business.trialDurationDays ?? TRIAL_DAYS_WHEN_MISSING;
}

/** When the trial ends in epoch milliseconds; null when the business is not on one. */
export function trialEndsAt(business: CreditTerms): number | null {
  return business.trial ? business.createdAt + trialDays(business) * DAY_MS : null;
}

/** From when on the credits of a business count for nothing: the trial is over, or what was paid; null: not so far. */
export function creditsEndAt(business: CreditTerms): number | null {
  return business.trial ? trialEndsAt(business) : business.creditsEndAt;
}

/** True when a business has this username, in any spelling of its case. */
export async function usernameExists(env: Env, username: string): Promise<boolean> {
  const row = await database(env)
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row !== undefined;
}

/** The business with this username, in any spelling of its case; null when there is none. */
export async function findByUsername(db: Database, username: string): Promise<BusinessRow | null> {
  const row = await db
    .select()
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/** The statement that sets what each location of a business gets every month, for a batch. */
export function setBaseCredits(
  db: Database,
  businessId: string,
  base: { baseCustomerCredits: number; baseSmsCredits: number },
) {
  return db.update(businesses).set(base).where(eq(businesses.id, businessId));
}
