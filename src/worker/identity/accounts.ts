/** Accounts: a user, a business, and the membership between them. */
import type { Language } from '../../shared/languages.ts';
import { and, eq, exists, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { businesses, memberships } from '../db/schema/businesses.ts';
import { formerAddresses, users } from '../db/schema/users.ts';
import { accountKey, newBusiness, type BusinessRow } from './businesses.ts';
import { isReserved } from './former-addresses.ts';
import { insertUser, newUser, userColumns, type UserRow } from './users.ts';

export type Account = { user: UserRow; business: BusinessRow };

export type MembershipRow = typeof memberships.$inferSelect;

/**
 * Condition: the membership's role is owner. The role is a literal, not a bound value, so that SQLite uses the index of
 * owners.
 */
export const isOwnership = sql`${memberships.role} = 'owner'`;

/**
 * Condition on `users` and `memberships`: the membership that a log-in opens. A log-in opens the business that the user
 * owns, or else the business that the user joined first. Businesses that are being deleted are skipped.
 */
export const isFirstMembership = sql`${memberships}.rowid = (
  select m.rowid from memberships m join businesses b on b.id = m.business_id
  where m.user_id = ${users.id} and b.deletion_begun_at is null
  order by m.role = 'owner' desc, m.created_at, m.business_id limit 1)`;

export function isOwnerOf(db: Database, userId: string, businessId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.businessId, businessId), isOwnership)),
  );
}

/** A new account: a user, and a business on its trial. */
export function newAccount({
  email,
  phone,
  language = null,
  ...business
}: {
  name: string;
  username: string;
  email: string;
  phone: string;
  language?: Language | null;
  now: number;
}): Account {
  return {
    user: newUser({ id: crypto.randomUUID(), email, phone, language, now: business.now }),
    business: newBusiness({ id: crypto.randomUUID(), ...business }),
  };
}

/**
 * Statements for a batch: insert an account. The statements fail if the username or the e-mail address is
 * already taken (UNIQUE indexes).
 */
export function insertAccount(db: Database, { user, business }: Account, passwordHash: string) {
  return [
    db.insert(businesses).values(business),
    ...insertOwner(db, { ...user, passwordHash }, business.id),
  ] as const;
}

/**
 * Statements for a batch: insert the owner of a business. The statements fail if the e-mail address is
 * already taken (its UNIQUE index).
 */
export function insertOwner(db: Database, user: typeof users.$inferInsert, businessId: string) {
  const membership = { userId: user.id, businessId, role: 'owner', createdAt: user.createdAt } as const;
  return [insertUser(db, user), db.insert(memberships).values(membership)] as const;
}

/**
 * Statements for a batch: delete a user if `condition` holds. These statements must be the last of the batch, because
 * other rows refer to the user.
 */
export function deleteUser(db: Database, userId: string, condition: SQL) {
  return [
    db.delete(memberships).where(and(eq(memberships.userId, userId), condition)),
    db.delete(users).where(and(eq(users.id, userId), condition)),
  ] as const;
}

/** The UNIQUE columns of an account, as `violatedUniqueColumns` names them. */
export const uniqueAccountColumns = {
  username: 'businesses.username_key',
  lookAlike: 'businesses.look_alike_key',
  email: 'users.email_key',
};

/** Whether the username is taken, and whether the e-mail address is taken or reserved (`former-addresses.ts`). */
export async function takenKeys(
  db: Database,
  { username, email }: { username: string; email: string },
  now: number,
): Promise<{ username: boolean; email: boolean }> {
  const taken = await db
    .select({ name: sql<'username' | 'email'>`'username'` })
    .from(businesses)
    .where(eq(businesses.usernameKey, accountKey(username)))
    .unionAll(
      db
        .select({ name: sql<'username' | 'email'>`'email'` })
        .from(users)
        .where(eq(users.emailKey, accountKey(email))),
    )
    .unionAll(
      db
        .select({ name: sql<'username' | 'email'>`'email'` })
        .from(formerAddresses)
        .where(isReserved(email, now)),
    );
  const has = (wanted: 'username' | 'email') => taken.some(({ name }) => name === wanted);
  return { username: has('username'), email: has('email') };
}

/** The id of the business that a log-in of a user opens; null if there is no such user. */
export async function firstBusinessId(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .select({ businessId: memberships.businessId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.userId, userId), isFirstMembership))
    .get();
  return row?.businessId ?? null;
}

/**
 * The user with this e-mail address, or the owner of the business with this username; null if there is no such user.
 * The result also has the membership that a log-in opens, and the password's hash.
 */
export async function findAccount(
  db: Database,
  identifier: { email: string } | { username: string },
): Promise<(Account & { membership: MembershipRow; passwordHash: string }) | null> {
  const condition =
    'email' in identifier
      ? and(eq(users.emailKey, accountKey(identifier.email)), isFirstMembership)
      : and(eq(businesses.usernameKey, accountKey(identifier.username)), isOwnership);
  const row = await db
    .select({
      user: userColumns,
      business: businesses,
      membership: memberships,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(condition, isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}
