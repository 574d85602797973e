/** D1 tables of the stand-ins; empty in a deployment. Times are epoch milliseconds. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { planKeys } from '../../shared/plans.ts';
import { subscriptionStatuses } from '../db/schema/billing.ts';

/** Texts and mails that were stored instead of sent. */
export const developmentMessages = sqliteTable('development_messages', {
  id: text().primaryKey(),
  channel: text({ enum: ['sms', 'email'] }).notNull(),
  recipient: text().notNull(),
  /** The subject of a mail; null for texts. */
  subject: text(),
  body: text().notNull(),
  sentAt: integer('sent_at').notNull(),
});

/** Checkouts at the payment provider's stand-in. */
export const developmentCheckouts = sqliteTable('development_checkouts', {
  id: text().primaryKey(),
  customerId: text('customer_id').notNull(),
  planKey: text('plan_key', { enum: planKeys }).notNull(),
  paidUrl: text('paid_url').notNull(),
  closedUrl: text('closed_url').notNull(),
  state: text({ enum: ['open', 'paid', 'expired'] }).notNull(),
});

/** The stand-in's subscriptions. `aheadMs`: how far the subscription's clock was moved forward. */
export const developmentSubscriptions = sqliteTable('development_subscriptions', {
  id: text().primaryKey(),
  customerId: text('customer_id').notNull(),
  planKey: text('plan_key', { enum: planKeys }).notNull(),
  status: text({ enum: subscriptionStatuses }).notNull(),
  startedAt: integer('started_at').notNull(),
  periodStart: integer('period_start').notNull(),
  periodEnd: integer('period_end').notNull(),
  cancelAtPeriodEnd: integer('cancel_at_period_end', { mode: 'boolean' }).notNull(),
  endedAt: integer('ended_at'),
  aheadMs: integer('ahead_ms').notNull(),
  /** The plan of an unpaid change, and the time on the subscription's clock until which the change can be paid. */
  pendingPlanKey: text('pending_plan_key', { enum: planKeys }),
  pendingUntil: integer('pending_until'),
  /** Whether an immediate charge to the card is declined. */
  cardDeclines: integer('card_declines', { mode: 'boolean' }).notNull(),
});
