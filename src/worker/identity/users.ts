/** The people who log in: queries on `users`, but for those that take an account as a whole (`accounts.ts`, `features/operator`). */
import { and, eq, exists, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/users.ts';
import { accountKey } from './businesses.ts';

const { passwordHash: _secret, ...visibleColumns } = getTableColumns(users);

/** The columns of `UserRow`: everything but the password's hash, which leaves the database for a log-in only. */
export const userColumns = visibleColumns;

export type UserRow = Omit<typeof users.$inferSelect, 'passwordHash'>;

/** A new user, whose address nobody has verified yet. */
export function newUser({
  now,
  ...typed
}: {
  id: string;
  email: string;
  phone: string;
  now: number;
}): UserRow {
  return { ...typed, emailKey: accountKey(typed.email), emailVerifiedAt: null, createdAt: now };
}

/** The user with this e-mail address, in any spelling of its case; null when there is none. */
export async function findByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const row = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.emailKey, accountKey(email)))
    .get();
  return row ?? null;
}

/** The statement that reads a user's hash, for a batch; no row once the user was deleted. */
export function passwordHashOf(db: Database, userId: string) {
  return db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
}

/** A condition for statements of one batch: the user's password has this hash. */
export function hasPasswordHash(db: Database, userId: string, hash: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, hash))),
  );
}

/** Replaces a hash by a better one of the same password; not when the password was changed meanwhile. */
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

/** The statement that sets a new password where `condition` holds, for a batch. Returns the user's address if it did. */
export function setPasswordHash(db: Database, userId: string, hash: string, condition: SQL) {
  return db
    .update(users)
    .set({ passwordHash: hash })
    .where(and(eq(users.id, userId), condition))
    .returning({ email: users.email, emailKey: users.emailKey });
}

/** The condition that nobody has shown yet to read the mail of the user's address. */
export function isEmailUnverified(db: Database, userId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt))),
  );
}

/** The statement that notes that the user reads the mail of the own address, where `condition` holds, for a batch. */
export function markEmailVerified(db: Database, userId: string, now: number, condition: SQL) {
  return db
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt), condition));
}

/** The statement that gives a user a verified address where `condition` holds, for a batch. Returns a row if it did. */
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
