/** PINs of memberships: hashes, with a count of wrong tries. */
import { and, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { PIN_TRIES_MAX } from '../../../shared/limits.ts';
import type { Database } from '../../db/client.ts';
import { memberships } from '../../db/schema/businesses.ts';
import { users } from '../../db/schema/users.ts';
import { isMembership, type MembershipKey } from '../membership-rows.ts';

/** The name of a member on devices: null for an owner without a name, '' for another member without a name. */
export const nameOnDevices = sql<
  string | null
>`case ${memberships.role} when 'owner' then ${memberships.name} else coalesce(${memberships.name}, '') end`;

export function hasPinHash(key: MembershipKey, hash: string) {
  return and(isMembership(key), eq(memberships.pinHash, hash));
}

/** The hash of a membership's PIN, and the number of wrong tries; undefined if there is no such membership. */
export function pinOf(db: Database, key: MembershipKey) {
  return db
    .select({ hash: memberships.pinHash, tries: memberships.pinTries })
    .from(memberships)
    .where(isMembership(key))
    .get();
}

export function membersWithPin(db: Database, businessId: string) {
  return db
    .select({
      id: memberships.userId,
      name: nameOnDevices,
      locationIds: memberships.locationIds,
      language: users.language,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.businessId, businessId), isNotNull(memberships.pinHash)))
    .orderBy(memberships.name, memberships.createdAt);
}

/**
 * Statement: sets or removes a PIN, if `condition` holds. The count of wrong tries starts at 0 again, so a locked PIN
 * is unlocked. Returns a row if the PIN was set or removed.
 */
export function setPinHash(db: Database, key: MembershipKey, pinHash: string | null, condition?: SQL) {
  return db
    .update(memberships)
    .set({ pinHash, pinTries: 0 })
    .where(and(isMembership(key), condition))
    .returning({ userId: memberships.userId });
}

/**
 * Statement for a batch: removes the PINs of a user at all businesses, if `condition` holds. Somebody who knew the old
 * password could have set PINs, so a new password removes all PINs.
 */
export function deletePinsOf(db: Database, userId: string, condition: SQL) {
  return db
    .update(memberships)
    .set({ pinHash: null, pinTries: 0 })
    .where(and(eq(memberships.userId, userId), isNotNull(memberships.pinHash), condition));
}

/**
 * Counts a try before the PIN is checked, so that parallel tries cannot exceed the limit. Returns the PIN's hash and
 * the number of tries, including this try; no row if there is no PIN or the PIN is locked.
 */
export function countPinTry(db: Database, key: MembershipKey) {
  return db
    .update(memberships)
    .set({ pinTries: sql`${memberships.pinTries} + 1` })
    .where(and(isMembership(key), isNotNull(memberships.pinHash), lt(memberships.pinTries, PIN_TRIES_MAX)))
    .returning({ hash: memberships.pinHash, tries: memberships.pinTries });
}

/** Statement for a batch: if the hash of the PIN is still `hash`, sets the count of wrong tries to 0. */
export function forgetPinTries(db: Database, key: MembershipKey, hash: string) {
  return db.update(memberships).set({ pinTries: 0 }).where(hasPinHash(key, hash));
}

/** Unlocks a PIN. Returns a row if the member exists and has a PIN. */
export function unlockPinOf(db: Database, key: MembershipKey) {
  return db
    .update(memberships)
    .set({ pinTries: 0 })
    .where(and(isMembership(key), isNotNull(memberships.pinHash)))
    .returning({ userId: memberships.userId });
}
