/** D1: accounts and history. Camel case here, snake case in the database; times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DAY_MS, TRIAL_DAYS_WHEN_MISSING } from '../../shared/limits.ts';
import { budgets, feedbackTypes, severities, useCases } from '../../shared/form-messages.ts';
import { languages } from '../../shared/languages.ts';
import { visitStatuses } from '../../shared/visit-words.ts';

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

/** A log-in. The cookie holds the token, this table its SHA-256 (decision 20). */
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
 * A place with a queue. `id` is its object's own id. A removed location keeps its row: the slot's next location
 * inherits the credits left (decision 15).
 */
export const locations = sqliteTable(
  'locations',
  {
    id: text().primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    slot: integer().notNull(),
    /** Counts the locations that this slot has held, from 1. */
    generation: integer().notNull(),
    address: text().notNull(),
    timezone: text().notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
    customerCreditsLeft: integer('customer_credits_left'),
    smsCreditsLeft: integer('sms_credits_left'),
    /** When the object was last asked to forget whom it need no longer know; null: never (`cron/retention.ts`). */
    peopleSweptAt: integer('people_swept_at'),
  },
  (table) => [
    index('locations_people_swept')
      .on(table.peopleSweptAt)
      .where(sql`removed_at is null`),
    // The credits a slot had left are inherited once: of two heirs at the same moment one is refused.
    uniqueIndex('locations_slot_generation').on(table.businessId, table.slot, table.generation),
    // Two tabs adding at once cannot get past the plan's limit: one slot holds one open location.
    uniqueIndex('locations_open_slot')
      .on(table.businessId, table.slot)
      .where(sql`removed_at is null`),
  ],
);

/**
 * One row per visit, without a name or a phone number. Written from the object's outbox: the visit's id and its
 * revision make a repeated or late delivery harmless.
 */
export const visitHistory = sqliteTable(
  'visit_history',
  {
    visitId: text('visit_id').primaryKey(),
    revision: integer().notNull(),
    businessId: text('business_id').notNull(),
    locationId: text('location_id').notNull(),
    /** `waiting`: it came back to the line, and nothing has become of it yet. */
    outcome: text({ enum: visitStatuses }).notNull(),
    numGuests: integer('num_guests').notNull(),
    waitingPreference: text('waiting_preference', { enum: ['on_premises', 'wait_anywhere'] }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    admittedAt: integer('admitted_at'),
    endedAt: integer('ended_at').notNull(),
    promisedMinutes: integer('promised_minutes').notNull(),
    /** The range of the promise; null in rows from before it was kept. */
    promisedLow: integer('promised_low'),
    promisedHigh: integer('promised_high'),
    /** The owner moved the party in line or put it back: its wait says nothing of the promise. */
    moved: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whose days and hours the visit is counted in (`visit_hours`); null: from before they were, not counted yet. */
    timezone: text(),
  },
  (table) => [
    index('visit_history_location').on(table.locationId, table.joinedAt),
    index('visit_history_uncounted')
      .on(table.visitId)
      .where(sql`timezone is null`),
  ],
);

/**
 * What the visits of a location come to, by day ('YYYY-MM-DD') and hour (0 to 23) of its own clock: the sum of
 * `visit-counts.ts` over `visit_history`, kept by the batch that writes a visit. The charts read nothing else.
 */
export const visitHours = sqliteTable(
  'visit_hours',
  {
    locationId: text('location_id').notNull(),
    day: text().notNull(),
    hour: integer().notNull(),
    joined: integer().notNull(),
    served: integer().notNull(),
    /** Of the served. */
    waitedMs: integer('waited_ms').notNull(),
    noShows: integer('no_shows').notNull(),
    /** The served by how long they waited. */
    waitsUnder5: integer('waits_under_5').notNull(),
    waitsUnder10: integer('waits_under_10').notNull(),
    waitsUnder15: integer('waits_under_15').notNull(),
    waitsUnder30: integer('waits_under_30').notNull(),
    waitsLonger: integer('waits_longer').notNull(),
    /** Admitted parties in their own order that had been promised a range, by how much it was missed, and how many waits lay in it. */
    promises: integer().notNull(),
    promiseErrorMs: integer('promise_error_ms').notNull(),
    promisesKept: integer('promises_kept').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day, table.hour] })],
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

/**
 * The texts that were let go to the provider, for 24 hours: what limits count, and whom an answer by text is about. Those of
 * accounts with an unverified address stay, without the number, as these have a number of texts in all.
 */
export const texts = sqliteTable(
  'texts',
  {
    /** The object's own id of the text: let go twice, it counts once. */
    id: text().primaryKey(),
    /** `phone/number-hash.ts`; '' once the number is forgotten. */
    numberHash: text('number_hash').notNull(),
    businessId: text('business_id').notNull(),
    locationId: text('location_id').notNull(),
    visitId: text('visit_id').notNull(),
    language: text({ enum: languages }).notNull(),
    at: integer().notNull(),
  },
  (table) => [
    index('texts_number').on(table.numberHash, table.at),
    index('texts_business').on(table.businessId, table.at),
    index('texts_at').on(table.at),
  ],
);

/** Numbers that get no texts of ours, by whatever business, until they ask for them again. Hashed as above. */
export const textOptOuts = sqliteTable('text_opt_outs', {
  numberHash: text('number_hash').primaryKey(),
  at: integer().notNull(),
});

/** Exact limits: how often a key was used in the window that started then (`security/limits.ts`). */
export const limitWindows = sqliteTable(
  'limit_windows',
  {
    key: text().notNull(),
    windowStart: integer('window_start').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('limit_windows_start').on(table.windowStart),
  ],
);

/** What the development providers would have sent. Empty in production, where they refuse to start. */
export const developmentMessages = sqliteTable('development_messages', {
  id: text().primaryKey(),
  channel: text({ enum: ['sms', 'email'] }).notNull(),
  recipient: text().notNull(),
  /** Of mails; null of texts, which have none. */
  subject: text(),
  body: text().notNull(),
  sentAt: integer('sent_at').notNull(),
});

/** A log-in of the admin. The cookie holds the token, this table its SHA-256; no owner's log-in is ever in it. */
export const adminSessions = sqliteTable('admin_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  /** SHA-256 of the configured credentials at the log-in: with others configured it has ended. */
  credentialsHash: text('credentials_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
});

/**
 * The audit log: one row per change an admin made, written in the transaction of the change and never changed but for
 * `locations`. It refers to no account's row, so that it outlives the account. `before` and `after` are JSON
 * (`BaseCredits`). The id only ever grows: it also orders the changes for the locations' objects.
 */
export const adminChanges = sqliteTable('admin_changes', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  admin: text().notNull(),
  businessId: text('business_id').notNull(),
  username: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  /** JSON (`LocationChange[]`): what became of each location's balances; null until they were told. */
  locations: text(),
});

/** What came by the feedback form (`Feedback`). */
export const feedbackMessages = sqliteTable('feedback_messages', {
  id: integer().primaryKey({ autoIncrement: true }),
  sentAt: integer('sent_at').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  businessName: text('business_name').notNull(),
  phone: text().notNull(),
  feedbackType: text('feedback_type', { enum: feedbackTypes }).notNull(),
  severity: text({ enum: severities }),
  subject: text().notNull(),
  message: text().notNull(),
});

/** What came by the sales form (`SalesInquiry`). */
export const salesInquiries = sqliteTable('sales_inquiries', {
  id: integer().primaryKey({ autoIncrement: true }),
  sentAt: integer('sent_at').notNull(),
  businessName: text('business_name').notNull(),
  businessWebsite: text('business_website').notNull(),
  contactName: text('contact_name').notNull(),
  workEmail: text('work_email').notNull(),
  phone: text().notNull(),
  locations: integer(),
  smsPerMonth: integer('sms_per_month'),
  customersPerDay: integer('customers_per_day'),
  useCase: text('use_case', { enum: useCases }).notNull(),
  budget: text({ enum: budgets }).notNull(),
  subject: text().notNull(),
  message: text().notNull(),
});
