/** D1: the businesses, who may act for them, and which mailboxes and phone numbers had a trial. Camel case here, snake case in the database; times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DAY_MS, TRIAL_DAYS_WHEN_MISSING } from '../../../shared/limits.ts';
import { users } from './users.ts';

/**
 * When a trial ends, in epoch milliseconds; an index is made of it, which only the very same words use. Without a comma: the
 * tool that writes migrations would take it for two columns.
 */
export const trialEnd = sql.raw(
  `created_at + ${DAY_MS} * case when trial_duration_days is null then ${TRIAL_DAYS_WHEN_MISSING} else trial_duration_days end`,
);

/** What is paid for and holds locations. `usernameKey` is the lower-case form that makes the username unique. */
export const businesses = sqliteTable(
  'businesses',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    usernameKey: text('username_key').notNull(),
    plan: text({ enum: ['Starter', 'Professional'] }).notNull(),
    trial: integer({ mode: 'boolean' }).notNull(),
    trialDurationDays: integer('trial_duration_days'),
    maxLocations: integer('max_locations').notNull(),
    baseCustomerCredits: integer('base_customer_credits').notNull(),
    baseSmsCredits: integer('base_sms_credits').notNull(),
    subscriptionStatus: text('subscription_status'),
    /** From when on what was paid counts for nothing any more: unpaid for too long, cancelled, or over. Null: not so far. */
    creditsEndAt: integer('credits_end_at'),
    /** Which of the payment provider's answers that is from; 0: the business never paid. */
    billingRevision: integer('billing_revision').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Set once the owner has asked for the account's deletion: from then on nobody finds the business. */
    deletionBegunAt: integer('deletion_begun_at'),
    /** When the work behind a deletion was last begun; null: never by the sweep. */
    deletionTriedAt: integer('deletion_tried_at'),
    /** When nothing was left of a deleted business but its empty row, which waits for late history and goes, too. */
    erasedAt: integer('erased_at'),
  },
  (table) => [
    uniqueIndex('businesses_username_key').on(table.usernameKey),
    // Almost always empty: the sweep for deletions that broke off reads nothing else.
    index('businesses_deletion')
      .on(table.deletionBegunAt)
      .where(sql`deletion_begun_at is not null`),
    // The sweep that reminds of a trial's end reads those that end in the next days only.
    index('businesses_trial_end')
      .on(trialEnd)
      .where(sql`trial = 1 and deletion_begun_at is null`),
  ],
);

/** What a user may be to a business. */
export const membershipRoles = ['owner'] as const;

/** Which user may act for which business, and as what. */
export const memberships = sqliteTable(
  'memberships',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    role: text({ enum: membershipRoles }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.businessId] }),
    // A business has one owner. Queries use it where they say `role = 'owner'` literally (`identity/accounts.ts`).
    uniqueIndex('memberships_owner')
      .on(table.businessId)
      .where(sql`role = 'owner'`),
  ],
);

/** A phone number or a mailbox that has had a trial, as a keyed hash. It refers to no account, and outlives it. */
export const trialMarks = sqliteTable(
  'trial_marks',
  { hash: text().primaryKey(), at: integer().notNull() },
  (table) => [index('trial_marks_at').on(table.at)],
);
