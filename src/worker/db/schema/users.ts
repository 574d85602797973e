/** D1: the people who log in, their log-ins, links and second steps. Camel case here, snake case in the database; times are epoch milliseconds. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A person who logs in. `emailKey` is the lower-case form that makes the address unique. A deleted user has no row. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    phone: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** When the user showed to read the mail of `email`; null until then. */
    emailVerifiedAt: integer('email_verified_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.emailKey)],
);

/** A log-in. The cookie holds the token, this table its SHA-256. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    /** What it began on, in words such as 'Chrome on Windows'; null where the browser did not say. */
    device: text(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** A link that lets its holder choose a new password. The mail holds the token, this table its SHA-256. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_user').on(table.userId),
    index('password_resets_expires').on(table.expiresAt),
  ],
);

/**
 * A link that shows that its holder reads the mail of `email`: the user's own address, or the one it is to become.
 * The mail holds the token, this table its SHA-256.
 */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('email_verifications_user').on(table.userId),
    index('email_verifications_expires').on(table.expiresAt),
  ],
);

/** The second step of a user's log-in: the secret that is shared with an authenticator app. */
export const secondSteps = sqliteTable('second_steps', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** In base32, as the app is given it. */
  secret: text().notNull(),
  createdAt: integer('created_at').notNull(),
  /** When a first code of the app was right; null until then, and no log-in asks for a code. */
  confirmedAt: integer('confirmed_at'),
  /** The time step of the newest code that was used: that one and earlier ones are used up. */
  lastStep: integer('last_step').notNull(),
});

/** What opens a user's second step once each when the app is lost. Only the SHA-256 is kept. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
