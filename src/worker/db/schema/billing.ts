/** D1: who pays for what, and what was granted for it. Camel case here, snake case in the database; times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { billingIntervals, planNames } from '../../../shared/plans.ts';
import { businesses } from './businesses.ts';

/** What a subscription is worth: paid, owed, or over. */
export const subscriptionStatuses = ['active', 'past_due', 'canceled'] as const;

/** An account as the payment provider knows it: one customer each, made at the first checkout. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    businessId: text('business_id')
      .primaryKey()
      .references(() => businesses.id),
    customerId: text('customer_id').notNull().unique(),
    /** The checkout that was opened last, and how many there were. At most one is open. */
    checkoutId: text('checkout_id'),
    checkouts: integer().notNull().default(0),
    /** Until when that checkout may be paid; null: there was none. */
    checkoutUntil: integer('checkout_until'),
    /** How often the provider was asked about this customer: numbers what it answered. */
    fetches: integer().notNull().default(0),
    /** The newest of those answers that the account follows. */
    applied: integer().notNull().default(0),
    /** When the provider is asked next without a webhook; null: not before one comes. */
    refreshDueAt: integer('refresh_due_at'),
  },
  (table) => [
    index('billing_customers_refresh_due')
      .on(table.refreshDueAt)
      .where(sql`refresh_due_at is not null`),
  ],
);

/** The provider's subscriptions as last fetched; `id` is the provider's own. */
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
    /** When it was first heard of that a payment is owed; null: none is. */
    pastDueSince: integer('past_due_since'),
    endedAt: integer('ended_at'),
    /** A larger plan that waits for its payment, and until when; null: none does. */
    pendingPlan: text('pending_plan', { enum: planNames }),
    pendingUntil: integer('pending_until'),
  },
  (table) => [index('subscriptions_business').on(table.businessId)],
);

/** Webhooks that were dealt with: a repeated one does nothing. */
export const billingEvents = sqliteTable(
  'billing_events',
  { id: text().primaryKey(), doneAt: integer('done_at').notNull() },
  (table) => [index('billing_events_done').on(table.doneAt)],
);

/**
 * The ledger of monthly allowances: one row for each subscription, month and slot of a location, so that none is granted
 * twice. `revision` comes from one count with the admin's changes (`billing/credit-revision.ts`): a location's object follows the
 * highest.
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
    /** Which of the customer's fetches granted it. */
    fetch: integer().notNull(),
    /** The plan whose allowance it is: the largest one that was paid for this month. */
    plan: text({ enum: planNames }).notNull(),
    /**
     * Set once the account went to a smaller plan within the month: the slot keeps no more than that plan's allowance. A
     * number of the same count as `revision`; null: that never happened.
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
