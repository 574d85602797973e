/** D1 tables: customers, subscriptions and credit grants. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { billingIntervals, planNames } from '../../../shared/plans.ts';
import { businesses } from './businesses.ts';

/** Payment status of a subscription: paid, payment owed, ended. */
export const subscriptionStatuses = ['active', 'past_due', 'canceled'] as const;

/** An account's customer at the payment provider, created at the first checkout. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    businessId: text('business_id')
      .primaryKey()
      .references(() => businesses.id),
    customerId: text('customer_id').notNull().unique(),
    /** `checkoutId`: the latest checkout. `checkouts`: the number of checkouts so far. At most one checkout is open. */
    checkoutId: text('checkout_id'),
    checkouts: integer().notNull().default(0),
    /** The time until which the latest checkout can be paid; null: there was no checkout. */
    checkoutUntil: integer('checkout_until'),
    /**
     * How often this customer was fetched from the provider. Each answer of the provider gets the value of this counter
     * as its number.
     */
    fetches: integer().notNull().default(0),
    /** The number of the newest answer that was applied to the account. */
    applied: integer().notNull().default(0),
    /**
     * When the customer is fetched again, even if no webhook arrives. Null: the customer is fetched again only after a
     * webhook.
     */
    refreshDueAt: integer('refresh_due_at'),
  },
  (table) => [
    index('billing_customers_refresh_due')
      .on(table.refreshDueAt)
      .where(sql`refresh_due_at is not null`),
  ],
);

/** The provider's subscriptions, as last fetched. `id` is the provider's id. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    plan: text({ enum: planNames }).notNull(),
    interval: text({ enum: billingIntervals }).notNull(),
    status: text({ enum: subscriptionStatuses }).notNull(),
    periodStart: integer('period_start').notNull(),
    periodEnd: integer('period_end').notNull(),
    cancelAtPeriodEnd: integer('cancel_at_period_end', { mode: 'boolean' }).notNull(),
    /** Since when a payment is owed, according to the provider's last answer; null: no payment is owed. */
    pastDueSince: integer('past_due_since'),
    endedAt: integer('ended_at'),
    /** The plan of an unpaid upgrade, and the time until which it can be paid; null: no upgrade is unpaid. */
    pendingPlan: text('pending_plan', { enum: planNames }),
    pendingUntil: integer('pending_until'),
  },
  (table) => [index('subscriptions_business').on(table.businessId)],
);

/** Webhook events that were processed, so that a repeated event is ignored. */
export const billingEvents = sqliteTable(
  'billing_events',
  { id: text().primaryKey(), doneAt: integer('done_at').notNull() },
  (table) => [index('billing_events_done').on(table.doneAt)],
);

/**
 * Ledger of monthly allowances: one row for each subscription, month and slot, so that no allowance is granted twice.
 * Grants and the admin's changes share one sequence of revision numbers (`billing/credit-revision.ts`). A location's
 * object applies the highest revision.
 */
export const creditGrants = sqliteTable(
  'credit_grants',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: integer('period_start').notNull(),
    slot: integer().notNull(),
    businessId: text('business_id').notNull(),
    revision: integer().notNull(),
    customerCredits: integer('customer_credits').notNull(),
    smsCredits: integer('sms_credits').notNull(),
    grantedAt: integer('granted_at').notNull(),
    /** The number of the provider's answer that led to this grant. */
    fetch: integer().notNull(),
    /** The plan of this allowance: the largest plan that was paid for in this month. */
    plan: text({ enum: planNames }).notNull(),
    /**
     * The revision of a downgrade to a smaller plan within the month. The slot then gets at most the allowance of the
     * smaller plan. Null: there was no downgrade.
     */
    ceilingRevision: integer('ceiling_revision'),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.periodStart, table.slot] }),
    index('credit_grants_slot').on(table.businessId, table.slot, table.revision),
    index('credit_grants_revision').on(table.revision),
    index('credit_grants_ceiling')
      .on(table.ceilingRevision)
      .where(sql`ceiling_revision is not null`),
  ],
);
