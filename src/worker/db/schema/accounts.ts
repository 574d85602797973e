/** D1: the accounts, their log-ins, links and second steps, what was mailed of their trials, and who had one. Camel case here, snake case in the database; times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DAY_MS, TRIAL_DAYS_WHEN_MISSING } from '../../../shared/limits.ts';

/**
 * When a trial ends, in epoch milliseconds; an index is made of it, which only the very same words use. Without a comma: the
 * tool that writes migrations would take it for two columns.
 */
export const trialEnd = sql.raw(
  `created_at + ${DAY_MS} * case when trial_duration_days is null then ${TRIAL_DAYS_WHEN_MISSING} else trial_duration_days end`,
);

/** A business account. `usernameKey` and `emailKey` are the lower-case forms that make both unique. */
export const businesses = sqliteTable(
  'businesses',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    usernameKey: text('username_key').notNull(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    phone: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    plan: text({ enum: ['Starter', 'Professional'] }).notNull(),
    trial: integer({ mode: 'boolean' }).notNull(),
    trialDurationDays: integer('trial_duration_days'),
    maxLocations: integer('max_locations').notNull(),
    baseCustomerCredits: integer('base_customer_credits').notNull(),
    baseSmsCredits: integer('base_sms_credits').notNull(),
    subscriptionStatus: text('subscription_status'),
    /** From when on what was paid counts for nothing any more: unpaid for too long, cancelled, or over. Null: not so far. */
    creditsEndAt: integer('credits_end_at'),
    /** Which of the provider's answers that is from; 0: the account never paid. */
    standing: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** When the owner showed to read the mail of `email`; null until then. */
    emailVerifiedAt: integer('email_verified_at'),
    /** Set once the owner has asked for the account's deletion: from then on nobody finds it. */
    deletionBegunAt: integer('deletion_begun_at'),
    /** When the work behind a deletion was last begun; null: never by the sweep. */
    deletionTriedAt: integer('deletion_tried_at'),
    /** When nothing was left of a deleted account but its empty row, which waits for late history and goes, too. */
    erasedAt: integer('erased_at'),
  },
  (table) => [
    uniqueIndex('businesses_username_key').on(table.usernameKey),
    uniqueIndex('businesses_email_key').on(table.emailKey),
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

/** A log-in. The cookie holds the token, this table its SHA-256. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    /** What it began on, in words such as 'Chrome on Windows'; null where the browser did not say. */
    device: text(),
  },
  (table) => [index('sessions_business').on(table.businessId)],
);

/** A link that lets its holder choose a new password. The mail holds the token, this table its SHA-256. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_business').on(table.businessId),
    index('password_resets_expires').on(table.expiresAt),
  ],
);

/**
 * A link that shows that its holder reads the mail of `email`: the account's own address, or the one it is to have.
 * The mail holds the token, this table its SHA-256.
 */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    tokenHash: text('token_hash').primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('email_verifications_business').on(table.businessId),
    index('email_verifications_expires').on(table.expiresAt),
  ],
);

/** The second step of an account's log-in: the secret it shares with an authenticator app. */
export const secondSteps = sqliteTable('second_steps', {
  businessId: text('business_id')
    .primaryKey()
    .references(() => businesses.id),
  /** In base32, as the app is given it. */
  secret: text().notNull(),
  createdAt: integer('created_at').notNull(),
  /** When a first code of the app was right; null until then, and no log-in asks for a code. */
  confirmedAt: integer('confirmed_at'),
  /** The time step of the newest code that was used: that one and earlier ones are used up. */
  lastStep: integer('last_step').notNull(),
});

/** What opens an account's second step once each when the app is lost. Only the SHA-256 is kept. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.codeHash] })],
);

/**
 * A reminder of a trial's end, from before the mail is handed over: what was begun is known, whatever cuts it off. No row:
 * nothing was sent.
 */
export const trialReminders = sqliteTable(
  'trial_reminders',
  {
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    kind: text({ enum: ['days_before', 'on_the_day'] }).notNull(),
    firstTriedAt: integer('first_tried_at').notNull(),
    triedAt: integer('tried_at').notNull(),
    /** When the mail was out or given up; null: begun, and nobody knows yet. */
    doneAt: integer('done_at'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.kind] })],
);

/** A phone number or a mailbox that has had a trial, as a keyed hash. It refers to no account, and outlives it. */
export const trialMarks = sqliteTable(
  'trial_marks',
  { hash: text().primaryKey(), at: integer().notNull() },
  (table) => [index('trial_marks_at').on(table.at)],
);
