/**
 * Queries on customers, subscriptions, credit grants and webhooks. Other billing queries are in `plan-changes.ts` (plan
 * changes), `mails/`, `location-rows.ts` (freed slots) and `operator/` (whole accounts).
 */
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { plans, type PlanName } from '../../../shared/plans.ts';
import { NEXT_CREDIT_REVISION } from './credit-revision.ts';
import { IS_NEWEST, applyCeiling, moveIntoPlan, plansBelow, type NumberedAnswer } from './plan-changes.ts';
import { billingCustomers, billingEvents, creditGrants, subscriptions } from '../../db/schema/billing.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { locations } from '../../db/schema/locations.ts';

export type BillingCustomer = typeof billingCustomers.$inferSelect;

/**
 * A subscription according to the provider. Times are by the provider's clock, except `pendingUntil`, which is by our
 * clock.
 */
export type SubscriptionFacts = Omit<typeof subscriptions.$inferSelect, 'businessId' | 'pastDueSince'>;

/** The billing data that is sent to locations' objects. `creditsEndAt` is the value in the account's row. */
export type AnnouncedBilling = {
  billingRevision: number;
  creditsEndAt: number | null;
  plan: PlanName;
  locations: { id: string; slot: number }[];
  /** The newest grant of each slot. */
  grants: {
    slot: number;
    revision: number;
    customerCredits: number;
    smsCredits: number;
    plan: PlanName;
    ceilingRevision: number | null;
  }[];
};

/** The account's customer; null if the account never began a checkout. */
export async function customerOf(db: D1Database, businessId: string): Promise<BillingCustomer | null> {
  const rows = await drizzle(db)
    .select()
    .from(billingCustomers)
    .where(eq(billingCustomers.businessId, businessId));
  return rows[0] ?? null;
}

/** Inserts a customer if the account has none. Returns the stored customer. */
export async function insertCustomer(
  db: D1Database,
  businessId: string,
  customerId: string,
): Promise<BillingCustomer> {
  await drizzle(db).insert(billingCustomers).values({ businessId, customerId }).onConflictDoNothing();
  const customer = await customerOf(db, businessId);
  if (customer === null) throw new Error('A customer was not inserted');
  return customer;
}

/**
 * Records the open checkout, which can be paid until `until`. The provider is asked at `askAt` and after `until`,
 * because the webhook may be lost. Returns false if another checkout was opened after `checkouts` was read.
 */
export async function recordCheckout(
  db: D1Database,
  { businessId, checkouts }: BillingCustomer,
  { id, askAt, until }: { id: string; askAt: number; until: number },
): Promise<boolean> {
  const { refreshDueAt } = billingCustomers;
  const noted = await drizzle(db)
    .update(billingCustomers)
    .set({
      checkoutId: id,
      checkouts: checkouts + 1,
      checkoutUntil: until,
      refreshDueAt: sql`min(coalesce(${refreshDueAt}, ${askAt}), ${askAt})`,
    })
    .where(and(eq(billingCustomers.businessId, businessId), eq(billingCustomers.checkouts, checkouts)))
    .returning({ businessId: billingCustomers.businessId });
  return noted.length > 0;
}

/**
 * Counts a new fetch for the customer, and returns the number of the fetch. Returns null for a customer without an
 * account.
 */
export async function beginFetch(db: D1Database, customerId: string): Promise<NumberedAnswer | null> {
  const begun = await drizzle(db)
    .update(billingCustomers)
    .set({ fetches: sql`${billingCustomers.fetches} + 1` })
    .where(eq(billingCustomers.customerId, customerId))
    .returning({ businessId: billingCustomers.businessId, fetch: billingCustomers.fetches });
  return begun[0] ?? null;
}

/**
 * Sets the plan and its allowance if the subscription is new or has changed to this plan. If the subscription already
 * had this plan, nothing is set, so that values which an operator has set are kept.
 */
const SET_PLAN = `UPDATE businesses SET plan = ?4, max_locations = ?5, base_customer_credits = ?6, base_sms_credits = ?7
  WHERE id = ?1 AND deletion_begun_at IS NULL AND ${IS_NEWEST}
    AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE id = ?3 AND plan = ?4)`;

const SET_SUBSCRIPTION = `INSERT INTO subscriptions (id, business_id, plan, interval, status, period_start, period_end,
    cancel_at_period_end, past_due_since, ended_at, pending_plan, pending_until)
  SELECT ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, iif(?6 = 'past_due', ?11, NULL), ?10, ?12, ?13 WHERE ${IS_NEWEST}
  ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, interval = excluded.interval, status = excluded.status,
    period_start = excluded.period_start, period_end = excluded.period_end,
    cancel_at_period_end = excluded.cancel_at_period_end, ended_at = excluded.ended_at,
    pending_plan = excluded.pending_plan, pending_until = excluded.pending_until,
    past_due_since = iif(excluded.status = 'past_due', coalesce(subscriptions.past_due_since, ?11), NULL)`;

/** While a payment is owed, credits are kept for the grace period (?6). */
const SET_BILLING_REVISION = `UPDATE businesses SET trial = 0, subscription_status = ?4, billing_revision = ?2, credits_end_at =
    iif(?4 = 'past_due', (SELECT past_due_since + ?6 FROM subscriptions WHERE id = ?3), ?5)
  WHERE id = ?1 AND deletion_begun_at IS NULL AND ${IS_NEWEST}`;

/**
 * Inserts a grant. Each slot has at most one grant for a month. A second grant for the same slot and month replaces the
 * first grant only after an upgrade from a smaller plan (?8: the smaller plans, as JSON).
 */
const GRANT = `INSERT INTO credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits,
    sms_credits, granted_at, fetch, plan)
  SELECT ?3, ?4, ?5, id, ${NEXT_CREDIT_REVISION}, base_customer_credits, base_sms_credits, ?6, ?2, ?7 FROM businesses
  WHERE id = ?1 AND deletion_begun_at IS NULL AND ${IS_NEWEST}
  ON CONFLICT DO UPDATE SET revision = excluded.revision, customer_credits = excluded.customer_credits,
    sms_credits = excluded.sms_credits, granted_at = excluded.granted_at, fetch = excluded.fetch, plan = excluded.plan
  WHERE credit_grants.plan IN (SELECT value FROM json_each(?8))`;

/** The grant of a slot without a location is for the slot's next location. The grant first pays the slot's debt. */
const GRANT_FREED_SLOTS = `UPDATE locations SET (customer_credits_left, customer_debt_left, sms_credits_left) =
    (SELECT max(0, customer_credits - customer_debt_left), max(0, customer_debt_left - customer_credits), sms_credits FROM credit_grants AS granted
      WHERE granted.business_id = ?1 AND granted.fetch = ?2 AND granted.slot = locations.slot)
  WHERE business_id = ?1 AND removed_at IS NOT NULL AND EXISTS (SELECT 1 FROM credit_grants AS granted
      WHERE granted.business_id = ?1 AND granted.fetch = ?2 AND granted.slot = locations.slot)`;

/** Marks the answer as applied. The customer stays due until the locations have been updated. */
const NOTE_APPLIED = `UPDATE billing_customers SET applied = ?2, refresh_due_at = ?3 WHERE business_id = ?1 AND applied < ?2`;

/**
 * Applies an answer of the provider to the account. One transaction sets the plan and the billing revision, and inserts
 * the month's grants. Does nothing if the answer to a later fetch was already applied. `creditsEndAt` is ignored while
 * a payment is owed. `month`: start of the month whose credits are granted; null if nothing is granted. `first`:
 * statements that run first, because they read the old state.
 */
export async function applyFacts(
  db: D1Database,
  answer: NumberedAnswer,
  facts: SubscriptionFacts,
  {
    creditsEndAt,
    graceMs,
    month,
    now,
  }: { creditsEndAt: number | null; graceMs: number; month: number | null; now: number },
  first: D1PreparedStatement[],
): Promise<void> {
  const plan = plans[facts.plan];
  const { businessId, fetch } = answer;
  const about = [businessId, fetch, facts.id] as const;
  const below = JSON.stringify(plansBelow(plan.name));
  const grants =
    month === null
      ? []
      : Array.from({ length: plan.maxLocations }, (_, index) =>
          db.prepare(GRANT).bind(...about, month, index + 1, now, plan.name, below),
        );
  await db.batch([
    ...first,
    ...moveIntoPlan(db, answer, plan.name),
    db.prepare(SET_PLAN).bind(...about, plan.name, plan.maxLocations, plan.customerCredits, plan.smsCredits),
    db
      .prepare(SET_SUBSCRIPTION)
      .bind(
        ...about,
        facts.plan,
        facts.interval,
        facts.status,
        facts.periodStart,
        facts.periodEnd,
        Number(facts.cancelAtPeriodEnd),
        facts.endedAt,
        now,
        facts.pendingPlan,
        facts.pendingUntil,
      ),
    db.prepare(SET_BILLING_REVISION).bind(...about, facts.status, creditsEndAt, graceMs),
    ...grants,
    db.prepare(GRANT_FREED_SLOTS).bind(businessId, fetch),
    ...applyCeiling(db, answer, plan.name),
    db.prepare(NOTE_APPLIED).bind(businessId, fetch, now),
  ]);
}

/** The current billing data for the account's open locations; null if the account never paid or is being deleted. */
export async function announcedBillingOf(
  db: D1Database,
  businessId: string,
): Promise<AnnouncedBilling | null> {
  const ask = drizzle(db);
  const { slot, customerCredits, smsCredits, plan, ceilingRevision } = creditGrants;
  const [accounts, open, grants] = await ask.batch([
    ask
      .select({
        billingRevision: businesses.billingRevision,
        creditsEndAt: businesses.creditsEndAt,
        plan: businesses.plan,
      })
      .from(businesses)
      .where(
        and(
          eq(businesses.id, businessId),
          gt(businesses.billingRevision, 0),
          isNull(businesses.deletionBegunAt),
        ),
      ),
    ask
      .select({ id: locations.id, slot: locations.slot })
      .from(locations)
      .where(and(eq(locations.businessId, businessId), isNull(locations.removedAt))),
    ask
      // With `max`, SQLite takes the other columns from the row of the maximum.
      .select({
        slot,
        revision: sql<number>`max(${creditGrants.revision})`,
        customerCredits,
        smsCredits,
        plan,
        ceilingRevision,
      })
      .from(creditGrants)
      .where(eq(creditGrants.businessId, businessId))
      .groupBy(slot),
  ]);
  const [account] = accounts;
  return account === undefined ? null : { ...account, locations: open, grants };
}

/** The account's live subscription, as last fetched; null without a live subscription. */
export async function liveSubscription(
  db: D1Database,
  businessId: string,
): Promise<typeof subscriptions.$inferSelect | null> {
  const rows = await drizzle(db)
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.businessId, businessId), ne(subscriptions.status, 'canceled')))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Records that all locations have this billing revision. The provider is asked again at `nextAt`. If `nextAt` is null
 * and the last checkout is open, the provider is asked again at the time when this checkout expires.
 */
export async function markLocationsUpdated(
  db: D1Database,
  businessId: string,
  { billingRevision, nextAt, now }: { billingRevision: number; nextAt: number | null; now: number },
): Promise<void> {
  const { checkoutUntil } = billingCustomers;
  await drizzle(db)
    .update(billingCustomers)
    .set({ refreshDueAt: sql`coalesce(${nextAt}, iif(${checkoutUntil} > ${now}, ${checkoutUntil}, null))` })
    .where(and(eq(billingCustomers.businessId, businessId), eq(billingCustomers.applied, billingRevision)));
}

/**
 * Claims the customers that are due, and returns their ids at the provider. The customers that have been due longest
 * come first. A claimed customer is due again at `nextAt`.
 */
export async function takeDueCustomers(
  db: D1Database,
  { now, nextAt, limit }: { now: number; nextAt: number; limit: number },
): Promise<string[]> {
  const ask = drizzle(db);
  const rows = await ask
    .select({ customerId: billingCustomers.customerId })
    .from(billingCustomers)
    .where(lte(billingCustomers.refreshDueAt, now))
    .orderBy(asc(billingCustomers.refreshDueAt))
    .limit(limit);
  const ids = rows.map(({ customerId }) => customerId);
  // The customers are claimed before the work, so that a customer whose work always fails does not block the others.
  await ask
    .update(billingCustomers)
    .set({ refreshDueAt: nextAt })
    .where(inArray(billingCustomers.customerId, ids));
  return ids;
}

export async function isEventDone(db: D1Database, id: string): Promise<boolean> {
  const rows = await drizzle(db)
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(eq(billingEvents.id, id));
  return rows.length > 0;
}

export async function recordEventDone(db: D1Database, id: string, doneAt: number): Promise<void> {
  await drizzle(db).insert(billingEvents).values({ id, doneAt }).onConflictDoNothing();
}

/**
 * Deletes the records of webhooks that were processed before `before`. The provider does not repeat webhooks that are
 * so old.
 */
export async function deleteEvents(db: D1Database, before: number): Promise<void> {
  await drizzle(db).delete(billingEvents).where(lt(billingEvents.doneAt, before));
}

export async function deleteBilling(db: D1Database, businessId: string): Promise<void> {
  const ask = drizzle(db);
  await ask.batch([
    ask.delete(creditGrants).where(eq(creditGrants.businessId, businessId)),
    ask.delete(subscriptions).where(eq(subscriptions.businessId, businessId)),
    ask.delete(billingCustomers).where(eq(billingCustomers.businessId, businessId)),
  ]);
}
