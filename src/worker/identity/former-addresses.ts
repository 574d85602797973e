/**
 * Former e-mail addresses of users. After a change, the old address is reserved for 72 hours, so that the link "this
 * was not me" can restore the address (`features/account/not-me.ts`). All queries on `former_addresses` are here,
 * except the queries for whole accounts.
 */
import { and, eq, gt, lte, ne, notExists, sql, type SQL } from 'drizzle-orm';
import { NOT_ME_MS } from '../../shared/limits.ts';
import type { Database } from '../db/client.ts';
import { formerAddresses, users } from '../db/schema/users.ts';
import { accountKey } from './businesses.ts';

/**
 * Statement for a batch: reserves the user's present address if `condition` holds. Put this statement before the
 * statement that changes the address to `email`.
 */
export function reserveAddress(
  db: Database,
  userId: string,
  { email, now }: { email: string; now: number },
  condition: SQL,
) {
  const until = now + NOT_ME_MS;
  return db
    .insert(formerAddresses)
    .select(
      db
        .select({ emailKey: users.emailKey, userId: users.id, until: sql<number>`${until}`.as('until') })
        .from(users)
        .where(and(eq(users.id, userId), ne(users.emailKey, accountKey(email)), condition)),
    )
    .onConflictDoUpdate({ target: formerAddresses.emailKey, set: { userId, until } });
}

export function isReserved(email: string, now: number) {
  return and(eq(formerAddresses.emailKey, accountKey(email)), gt(formerAddresses.until, now));
}

/** Condition: this address is not reserved for another user. */
export function isUnreserved(db: Database, userId: string, email: string, now: number): SQL {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(formerAddresses)
      .where(and(isReserved(email, now), ne(formerAddresses.userId, userId))),
  );
}

export async function isReservedForOther(
  db: Database,
  userId: string,
  email: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .select({ userId: formerAddresses.userId })
    .from(formerAddresses)
    .where(and(isReserved(email, now), ne(formerAddresses.userId, userId)))
    .get();
  return row !== undefined;
}

/** Whether an address of this user was changed in the last 72 hours. */
export async function hasFormerAddress(db: Database, userId: string, now: number): Promise<boolean> {
  const row = await db
    .select({ userId: formerAddresses.userId })
    .from(formerAddresses)
    .where(and(eq(formerAddresses.userId, userId), gt(formerAddresses.until, now)))
    .get();
  return row !== undefined;
}

/** Statement for a batch: ends a user's reservations if `condition` holds. */
export function deleteFormerAddressesOf(db: Database, userId: string, condition: SQL) {
  return db.delete(formerAddresses).where(and(eq(formerAddresses.userId, userId), condition));
}

export function deleteEndedReservations(db: Database, now: number) {
  return db.delete(formerAddresses).where(lte(formerAddresses.until, now));
}
