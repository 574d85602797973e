/** D1 tables: users, sessions, mailed links and second steps. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { secondStepKinds } from '../../../shared/contracts/account/passkey-signature.ts';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { languages } from '../../../shared/languages.ts';

/** A person who logs in. `emailKey`: the address in lower case, which is unique. A deleted user has no row. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    phone: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** When the user proved that mail to `email` arrives; null: not proven. */
    emailVerifiedAt: integer('email_verified_at'),
    /**
     * Each signed mark of a known device contains this number (`features/account/session/known-device.ts`). If the
     * number is raised, all earlier marks become invalid.
     */
    deviceGeneration: integer('device_generation').notNull().default(0),
    /**
     * Until this time no session may change or delete the account (`features/account/not-me.ts`); null: not blocked.
     */
    changesHeldUntil: integer('changes_held_until'),
    /** When the user proved `phone` by a texted code; null: not proven. A proven `phone` is in E.164. */
    phoneProvenAt: integer('phone_proven_at'),
    /**
     * The country of a `phone` that is not proven. The country was determined when the first location was opened. A
     * number without a country code gets the country of that location. Null: no country was read, or the number is
     * proven.
     */
    phoneCountry: text('phone_country'),
    /**
     * The time of the last log-in; null: the user has not logged in since the release that added this column. Unused
     * accounts are deleted (`idle-accounts.ts`).
     */
    loggedInAt: integer('logged_in_at'),
    /** The language of the user's pages and mails; null: the user has chosen none. */
    language: text({ enum: languages }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.emailKey),
    // The sweep of unused accounts uses this index.
    index('users_logged_in').on(table.loggedInAt),
  ],
);

/** A session. The cookie contains the token. This table stores only the token's SHA-256. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    /** Device at the log-in, for example 'Chrome on Windows'; null if unknown. */
    device: text(),
    /**
     * The business that the session acts for, from its start to its end. Null in sessions of an earlier release, which
     * act for the business that the user owns. There is no foreign key, because `businesses` is created after this
     * table.
     */
    businessId: text('business_id'),
    /**
     * The device on which a member entered the PIN (`devices`); null: the session began with a log-in. A session on a
     * device has `createdAt` 0, so that a release without this column treats the session as ended.
     */
    deviceId: text('device_id'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    // The index is partial, because almost all sessions are log-ins.
    index('sessions_device')
      .on(table.deviceId)
      .where(sql`device_id is not null`),
  ],
);

/** A link to choose a new password. The mail contains the token. This table stores only the token's SHA-256. */
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
 * A link to verify `email`: the user's present address, or the user's new address. The mail contains the token. This
 * table stores only the token's SHA-256.
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

/** A code texted to `phone` (E.164). The user types the code to prove the number. Only a keyed hash is stored. */
export const phoneCodes = sqliteTable('phone_codes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  phone: text().notNull(),
  codeHash: text('code_hash').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * The second step of a user's log-in: the secret that is shared with an authenticator app, or the passkeys. If `kind`
 * is `passkey`, the secret is random, and nobody knows the secret. An older release, which ignores `kind`, then accepts
 * only recovery codes.
 */
export const secondSteps = sqliteTable('second_steps', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The secret in base32, as the app receives it. */
  secret: text().notNull(),
  kind: text({ enum: secondStepKinds }).notNull().default('app'),
  createdAt: integer('created_at').notNull(),
  /** When the user entered the first correct code; null: not yet, so log-ins ask for no code. */
  confirmedAt: integer('confirmed_at'),
  /** Time step of the newest code that was used. That code and all older codes are invalid. */
  lastStep: integer('last_step').notNull(),
});

/**
 * A second step that was switched off. `codeHashes`: a JSON array of the hashes of the recovery codes. The row is kept
 * while the link "this was not me" can undo the change (`features/account/not-me.ts`).
 */
export const endedSecondSteps = sqliteTable(
  'ended_second_steps',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    endedAt: integer('ended_at').notNull(),
    secret: text().notNull(),
    kind: text({ enum: secondStepKinds }).notNull().default('app'),
    createdAt: integer('created_at').notNull(),
    confirmedAt: integer('confirmed_at').notNull(),
    lastStep: integer('last_step').notNull(),
    codeHashes: text('code_hashes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.endedAt] }),
    index('ended_second_steps_ended').on(table.endedAt),
  ],
);

/**
 * A passkey (WebAuthn): a log-in with the screen lock of a device. `id`: the passkey's credential id in base64url. A
 * removed passkey is kept while the removal can be undone (`features/account/not-me.ts`).
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The owner's name for the passkey. */
    name: text().notNull(),
    /** The public key and its algorithm, as a COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the passkey's newest use; 0 if the authenticator does not count. */
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    removedAt: integer('removed_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** A challenge that a passkey signs once, within minutes. Only the challenge's SHA-256 is stored. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    hash: text().primaryKey(),
    /** Token hash of the session that adds a passkey; empty for a log-in. */
    sessionTokenHash: text('session_token_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expires').on(table.expiresAt)],
);

/**
 * E-mail addresses that users had before they changed their address. Until `until`, an address is reserved for its
 * former user, so that the link "this was not me" can restore the address (`features/account/not-me.ts`).
 */
export const formerAddresses = sqliteTable(
  'former_addresses',
  {
    emailKey: text('email_key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    until: integer().notNull(),
  },
  (table) => [
    index('former_addresses_user').on(table.userId),
    index('former_addresses_until').on(table.until),
  ],
);

/**
 * Mailboxes whose reader said that an account with this address belongs to somebody else. Until `until`, no mail is
 * sent to an unconfirmed address of this mailbox. Only a keyed hash is stored
 * (`deliveries/mail/disowned-mailboxes.ts`).
 */
export const disownedMailboxes = sqliteTable(
  'disowned_mailboxes',
  { hash: text().primaryKey(), until: integer().notNull() },
  (table) => [index('disowned_mailboxes_until').on(table.until)],
);

/** Recovery codes: each code works once, in place of a code of the authenticator app. Only the SHA-256 is stored. */
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
