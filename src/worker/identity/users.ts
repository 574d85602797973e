/** Queries on `users`. The queries that concern a whole account are in `accounts.ts` and in `features/operator`. */
import { and, eq, exists, getTableColumns, gte, isNull, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Country } from '../../shared/countries.ts';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/users.ts';
import type { Language } from '../../shared/languages.ts';
import { accountKey } from './businesses.ts';

const { passwordHash: _secret, ...visibleColumns } = getTableColumns(users);

/**
 * The columns of `UserRow`: all columns except the password's hash. The few queries that need the hash read it
 * separately.
 */
export const userColumns = visibleColumns;

export type UserRow = Omit<typeof users.$inferSelect, 'passwordHash'>;

/**
 * A new user with an unverified e-mail address. `language`: the language of the page on which the user registers; null
 * if no language was chosen.
 */
export function newUser({
  now,
  ...typed
}: {
  id: string;
  email: string;
  phone: string;
  language: Language | null;
  now: number;
}): UserRow {
  return {
    ...typed,
    emailKey: accountKey(typed.email),
    emailVerifiedAt: null,
    deviceGeneration: 0,
    changesHeldUntil: null,
    phoneProvenAt: null,
    phoneCountry: null,
    loggedInAt: now,
    createdAt: now,
  };
}

/** The user with this e-mail address, ignoring case; null if there is no such user. */
export async function findByEmail(
  db: Database,
  email: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'language'> | null> {
  const row = await db
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.emailKey, accountKey(email)))
    .get();
  return row ?? null;
}

export async function userById(db: Database, id: string): Promise<UserRow | null> {
  const row = await db.select(userColumns).from(users).where(eq(users.id, id)).get();
  return row ?? null;
}

/**
 * Statement for a batch: inserts a user. The statement fails if the e-mail address is already taken (its UNIQUE index).
 */
export function insertUser(db: Database, user: typeof users.$inferInsert) {
  return db.insert(users).values(user);
}

/** Statement for a batch: reads a user's password hash; no row if the user was deleted. */
export function passwordHashOf(db: Database, userId: string) {
  return db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
}

export function hasPasswordHash(db: Database, userId: string, hash: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, hash))),
  );
}

/** If the user's password hash is still `hashes.from`, replaces this hash by the stronger hash `hashes.to`. */
export async function replacePasswordHash(
  db: Database,
  userId: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: hashes.to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, hashes.from)));
}

/**
 * Statement for a batch: if `condition` holds, sets a new password and makes all known devices of the user unknown.
 * Returns the user if `condition` held.
 */
export function setPasswordHash(db: Database, userId: string, hash: string, condition: SQL) {
  return db
    .update(users)
    .set({ passwordHash: hash, deviceGeneration: sql`${users.deviceGeneration} + 1` })
    .where(and(eq(users.id, userId), condition))
    .returning(userColumns);
}

export async function setLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, userId));
}

export function recordLogIn(db: Database, userId: string, now: number) {
  return db.update(users).set({ loggedInAt: now }).where(eq(users.id, userId));
}

/** Statement for a batch: makes all known devices of a user unknown again. */
export function endKnownDevices(db: Database, userId: string) {
  return db
    .update(users)
    .set({ deviceGeneration: sql`${users.deviceGeneration} + 1` })
    .where(eq(users.id, userId));
}

/** Stores the country of a user's number if no country is stored and the number is not proven. */
export async function setPhoneCountry(db: Database, userId: string, country: Country): Promise<void> {
  await db
    .update(users)
    .set({ phoneCountry: country })
    .where(and(eq(users.id, userId), isNull(users.phoneCountry), isNull(users.phoneProvenAt)));
}

/** Statement for a batch: marks the user's number as not proven if `condition` holds. */
export function endNumberProof(db: Database, userId: string, condition: SQL) {
  return db
    .update(users)
    .set({ phoneProvenAt: null })
    .where(and(eq(users.id, userId), condition));
}

export function isEmailUnverified(db: Database, userId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt))),
  );
}

export function markEmailVerified(db: Database, userId: string, now: number, condition: SQL) {
  return db
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt), condition));
}

/**
 * Statement for a batch: sets the user's address, as a verified address, if `condition` holds. Returns a row if
 * `condition` held.
 */
export function setVerifiedEmail(
  db: Database,
  userId: string,
  address: { email: string; now: number },
  condition: SQL,
) {
  const { email, now } = address;
  return db
    .update(users)
    .set({ email, emailKey: accountKey(email), emailVerifiedAt: now })
    .where(and(eq(users.id, userId), condition))
    .returning({ id: users.id });
}

/**
 * Whether `email` can have been the user's address at the time `at`: `email` is the present address, or the present
 * address was verified at that time or later.
 */
export async function hadAddressAt(
  db: Database,
  userId: string,
  email: string,
  at: number,
): Promise<boolean> {
  const isTheirs = or(eq(users.emailKey, accountKey(email)), gte(users.emailVerifiedAt, at));
  const row = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isTheirs))
    .get();
  return row !== undefined;
}

/**
 * Statement for a batch: restores the address `email`, which the user had at the time `at`. Changes the address only if
 * `condition` holds and the present address was verified at the time `at` or later.
 */
export function restoreEmail(
  db: Database,
  userId: string,
  { email, at }: { email: string; at: number },
  condition: SQL,
) {
  const isNewer = and(ne(users.emailKey, accountKey(email)), gte(users.emailVerifiedAt, at));
  return setVerifiedEmail(db, userId, { email, now: at }, sql`${isNewer} and ${condition}`);
}

/** Condition: no other user has this e-mail address. */
export function isFreeAddress(db: Database, userId: string, email: string): SQL {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.emailKey, accountKey(email)), ne(users.id, userId))),
  );
}

/** Statement for a batch: blocks changes and deletion of the account until this time. */
export function holdChanges(db: Database, userId: string, until: number) {
  return db.update(users).set({ changesHeldUntil: until }).where(eq(users.id, userId));
}
