/** D1 tables: businesses, memberships and trial marks. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DAY_MS, TRIAL_DAYS_WHEN_MISSING } from '../../../shared/limits.ts';
import { givenRoles, roles } from '../../../shared/roles.ts';
import { users } from './users.ts';

/**
 * SQL: end of a trial in epoch milliseconds. The expression is indexed, and SQLite uses the index only for a query that
 * contains exactly this text. The expression has no comma, because the migration tool splits columns at commas.
 */
export const trialEnd = sql.raw(
  `created_at + ${DAY_MS} * case when trial_duration_days is null then ${TRIAL_DAYS_WHEN_MISSING} else trial_duration_days end`,
);

/**
 * SQL: a username in which look-alike characters are replaced, for example `0` by `o`. The result is the same as the
 * result of `singlesOf` (`shared/text/look-alikes.ts`). Only earlier releases search by this expression.
 */
const singles = `replace(replace(replace(replace(replace(replace(username_key, '-', ''), '_', ''), '.', ''), '0', 'o'), '1', 'l'), 'i', 'l')`;

/**
 * SQL: `lookAlikeOf` of the username. Usernames that look alike have the same result. The expression is indexed, and
 * SQLite uses the index only for a query that contains exactly this text. The statement in the migration was corrected
 * by hand, because the migration tool splits columns at commas.
 */
export const lookAlike = sql.raw(`replace(replace(replace(${singles}, 'rn', 'm'), 'vv', 'w'), 'cl', 'd')`);

/** `usernameKey`: the username in lower case, which is unique. */
export const businesses = sqliteTable(
  'businesses',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    usernameKey: text('username_key').notNull(),
    /**
     * `lookAlikeOf` of the username. The column is unique, so only one of two parallel sign-ups gets the username. Null
     * for a deleted or imported business. In rows of older releases the value is null or the result of `singlesOf`.
     */
    lookAlikeKey: text('look_alike_key'),
    plan: text({ enum: ['Starter', 'Professional'] }).notNull(),
    trial: integer({ mode: 'boolean' }).notNull(),
    trialDurationDays: integer('trial_duration_days'),
    maxLocations: integer('max_locations').notNull(),
    baseCustomerCredits: integer('base_customer_credits').notNull(),
    baseSmsCredits: integer('base_sms_credits').notNull(),
    subscriptionStatus: text('subscription_status'),
    /**
     * The business name that an operator approved for texts although it contains a protected name; null: no name was
     * approved.
     */
    approvedName: text('approved_name'),
    /**
     * When the credits of a paid plan expire, because a payment is owed too long or the plan ends. Null: the credits do
     * not expire.
     */
    creditsEndAt: integer('credits_end_at'),
    /** Number of the payment provider's answer that set `creditsEndAt`; 0: the business never paid. */
    billingRevision: integer('billing_revision').notNull(),
    createdAt: integer('created_at').notNull(),
    /**
     * Counts the changes of the public look-up's answer: name, username, open locations and their addresses. The
     * locations' objects get this number, so that an object recognises an outdated look-up (`location/look-up.ts`).
     */
    directoryRevision: integer('directory_revision').notNull().default(0),
    /**
     * When the unused account will be deleted, as a mail to the owner announced (`idle-accounts.ts`); null: no mail was
     * sent.
     */
    idleDeletionAt: integer('idle_deletion_at'),
    /** When the owner asked for deletion; after that, queries do not find the business. Null: no deletion. */
    deletionBegunAt: integer('deletion_begun_at'),
    /** When the sweep last began to delete the data of the account; null: never. */
    deletionTriedAt: integer('deletion_tried_at'),
    /**
     * When all data except this row were erased. The row is deleted later, because rows of the visit history may still
     * arrive.
     */
    erasedAt: integer('erased_at'),
  },
  (table) => [
    uniqueIndex('businesses_username_key').on(table.usernameKey),
    uniqueIndex('businesses_look_alike_key').on(table.lookAlikeKey),
    index('businesses_look_alike').on(sql.raw(singles)),
    index('businesses_look_alike_pairs').on(lookAlike),
    // This index is almost always empty. The sweep that continues interrupted deletions reads only this index.
    index('businesses_deletion')
      .on(table.deletionBegunAt)
      .where(sql`deletion_begun_at is not null`),
    // This index is almost always empty.
    index('businesses_idle')
      .on(table.idleDeletionAt)
      .where(sql`idle_deletion_at is not null`),
    // The sweep of trial reminders uses this index.
    index('businesses_trial_end')
      .on(trialEnd)
      .where(sql`trial = 1 and deletion_begun_at is null`),
  ],
);

/** A user's role in a business. */
export const memberships = sqliteTable(
  'memberships',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    role: text({ enum: roles }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** The member's name, as the team sees it; null: this member created the business by signing up. */
    name: text(),
    /** The ids of the locations that the member may reach; null: all locations. Always null for an owner. */
    locationIds: text('location_ids', { mode: 'json' }).$type<string[]>(),
    /** Whether the owner lets this host read guests' phone numbers (`seesNumbers` in `shared/roles.ts`). */
    mayReadNumbers: integer('may_read_numbers', { mode: 'boolean' }).notNull().default(false),
    /** The user who invited this member. Null for an owner, and in rows of older releases. */
    invitedBy: text('invited_by'),
    /** Hash of the PIN with which the member unlocks devices; null: no PIN. */
    pinHash: text('pin_hash'),
    /**
     * How often somebody tried to enter the PIN since the PIN was set or was last entered correctly. After
     * `PIN_TRIES_MAX` tries the PIN is locked.
     */
    pinTries: integer('pin_tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.businessId] }),
    // Ensures that each business has at most one owner. SQLite uses this index only for a literal `role = 'owner'`
    // (`identity/accounts.ts`).
    uniqueIndex('memberships_owner')
      .on(table.businessId)
      .where(sql`role = 'owner'`),
    index('memberships_business').on(table.businessId),
  ],
);

/**
 * An invitation to a business, by a mailed link. The mail contains the token. This table stores only the token's
 * SHA-256. A used or withdrawn invitation has no row.
 */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    role: text({ enum: givenRoles }).notNull(),
    locationIds: text('location_ids', { mode: 'json' }).$type<string[]>(),
    mayReadNumbers: integer('may_read_numbers', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The user who sent the invitation. Null in rows of older releases. */
    invitedBy: text('invited_by'),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    // One invitation for each address: a new invitation replaces the earlier invitation.
    uniqueIndex('invitations_business_email').on(table.businessId, table.emailKey),
    index('invitations_expires').on(table.expiresAt),
  ],
);

/**
 * A paired tablet, enrolled at one location. Before the enrolment, the row has the keyed hash of a code. After the
 * enrolment, the row has the plain hash of the device's token. A revoked device has no row.
 */
export const devices = sqliteTable(
  'devices',
  {
    id: text().primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    locationId: text('location_id').notNull(),
    name: text().notNull(),
    /** The device locks after this number of minutes without a touch or a key press. */
    idleMinutes: integer('idle_minutes').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Hash of the code that enrols the device; null after the code was used. */
    codeHash: text('code_hash'),
    /** Hash of the token in the device's cookie; null: the device is not enrolled yet. */
    tokenHash: text('token_hash'),
    /** The time of the last request, recorded at most once a minute. */
    lastSeenAt: integer('last_seen_at').notNull(),
    /** The user who created the code. Null in rows of older releases. */
    createdBy: text('created_by'),
  },
  (table) => [
    uniqueIndex('devices_code').on(table.codeHash),
    uniqueIndex('devices_token').on(table.tokenHash),
    index('devices_business').on(table.businessId),
    index('devices_last_seen').on(table.lastSeenAt),
  ],
);

/** The owner's offer to hand a business over to a member, who has to confirm the offer. */
export const ownershipOffers = sqliteTable('ownership_offers', {
  businessId: text('business_id')
    .primaryKey()
    .references(() => businesses.id),
  fromUserId: text('from_user_id').notNull(),
  toUserId: text('to_user_id').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * Keyed hashes of the usernames of deleted businesses. Nobody can take such a username for a year
 * (`identity/usernames.ts`).
 */
export const restingUsernames = sqliteTable(
  'resting_usernames',
  { hash: text().primaryKey(), at: integer().notNull() },
  (table) => [index('resting_usernames_at').on(table.at)],
);

/** Keyed hashes of mailboxes that have had a trial. A mark outlives its account, so the table has no foreign key. */
export const trialMarks = sqliteTable(
  'trial_marks',
  { hash: text().primaryKey(), at: integer().notNull() },
  (table) => [index('trial_marks_at').on(table.at)],
);
