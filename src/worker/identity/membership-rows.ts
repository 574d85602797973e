/**
 * Queries on `memberships`, except for log-ins (`sessions.ts`) and whole accounts (`accounts.ts`, `features/operator`).
 */
import { and, asc, eq, gt, isNull, ne, notExists, sql, type SQL } from 'drizzle-orm';
import { MAX_MEMBERS } from '../../shared/limits.ts';
import type { Database } from '../db/client.ts';
import { businesses, memberships } from '../db/schema/businesses.ts';
import { users } from '../db/schema/users.ts';
import { isOwnership, type MembershipRow } from './accounts.ts';

/** A membership without its PIN. */
export type NewMembership = Omit<MembershipRow, 'pinHash' | 'pinTries'>;

/** The key of a membership. */
export type MembershipKey = Pick<MembershipRow, 'userId' | 'businessId'>;

/** The fields of a membership that a manager or the owner sets. */
export type Grant = Pick<MembershipRow, 'locationIds' | 'mayReadNumbers'> & {
  role: Exclude<MembershipRow['role'], 'owner'>;
};

export const isMembership = ({ userId, businessId }: MembershipKey) =>
  and(eq(memberships.userId, userId), eq(memberships.businessId, businessId));

type Reach = Pick<MembershipRow, 'role' | 'locationIds'>;

/** Condition for a batch: the member still has this role, at these locations. */
export function hasStill({ userId, businessId }: MembershipKey, { role, locationIds }: Reach): SQL {
  const ids = locationIds === null ? null : JSON.stringify(locationIds);
  return sql`exists (select 1 from memberships m where m.user_id = ${userId} and m.business_id = ${businessId}
    and m.role = ${role} and m.location_ids is ${ids})`;
}

/** Condition for a batch: the user is a member of the business, and not the owner. */
export function isGivenMember({ userId, businessId }: MembershipKey): SQL {
  return sql`exists (select 1 from memberships m
    where m.user_id = ${userId} and m.business_id = ${businessId} and m.role <> 'owner')`;
}

/**
 * The memberships that a user's invitations created after `since`, with the members' addresses. Businesses that the
 * user has left are skipped.
 */
export function invitedSince(db: Database, invitedBy: string, since: number) {
  return db
    .select({
      userId: memberships.userId,
      businessId: memberships.businessId,
      email: users.email,
      language: users.language,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.invitedBy, invitedBy),
        gt(memberships.createdAt, since),
        sql`exists (select 1 from memberships m
          where m.user_id = ${invitedBy} and m.business_id = ${memberships.businessId})`,
      ),
    )
    .all();
}

/**
 * The memberships of a business with the members' addresses: the owner first, then the other members in the order in
 * which they joined.
 */
export function membershipsOf(db: Database, businessId: string) {
  return db
    .select({
      userId: memberships.userId,
      businessId: memberships.businessId,
      role: memberships.role,
      name: memberships.name,
      locationIds: memberships.locationIds,
      mayReadNumbers: memberships.mayReadNumbers,
      hasPin: sql<boolean>`${memberships.pinHash} is not null`.mapWith(Boolean),
      pinTries: memberships.pinTries,
      createdAt: memberships.createdAt,
      email: users.email,
      language: users.language,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.businessId, businessId))
    .orderBy(sql`${memberships.role} = 'owner' desc`, asc(memberships.createdAt));
}

/** The members of a business with the names that their team sees, in the order in which they joined. */
export function namesOfMembers(db: Database, businessId: string) {
  const { userId, role, name, locationIds } = memberships;
  return db
    .select({ userId, role, name, locationIds })
    .from(memberships)
    .where(eq(memberships.businessId, businessId))
    .orderBy(asc(memberships.createdAt))
    .all();
}

/**
 * The businesses of a user: the business that the user owns first, then the other businesses in the order in which the
 * user joined them.
 */
export function businessesOf(db: Database, userId: string) {
  return db
    .select({ id: businesses.id, name: businesses.name, role: memberships.role })
    .from(memberships)
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(eq(memberships.userId, userId), isNull(businesses.deletionBegunAt)))
    .orderBy(sql`${memberships.role} = 'owner' desc`, asc(memberships.createdAt))
    .all();
}

/** The ids of all businesses of a user, including businesses that are being deleted. */
export async function businessIdsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberships.businessId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  return rows.map(({ id }) => id);
}

/**
 * Statement for a batch: adds a user to a business if `condition` holds and the business is not full. Returns a row if
 * the user was added.
 */
export function insertMembership(
  db: Database,
  { userId, businessId, role, name, locationIds, mayReadNumbers, createdAt, invitedBy }: NewMembership,
  condition: SQL,
) {
  const members = sql`(select count(*) from memberships m where m.business_id = ${businessId})`;
  const ids = locationIds === null ? null : JSON.stringify(locationIds);
  return db
    .insert(memberships)
    .select(
      db
        .select({
          userId: users.id,
          businessId: businesses.id,
          role: sql<MembershipRow['role']>`${role}`.as('role'),
          createdAt: sql<number>`${createdAt}`.as('created_at'),
          name: sql<string | null>`${name}`.as('name'),
          locationIds: sql<string[] | null>`${ids}`.as('location_ids'),
          mayReadNumbers: sql<boolean>`${mayReadNumbers ? 1 : 0}`.as('may_read_numbers'),
          invitedBy: sql<string | null>`${invitedBy}`.as('invited_by'),
          pinHash: sql<string | null>`null`.as('pin_hash'),
          pinTries: sql<number>`0`.as('pin_tries'),
        })
        .from(users)
        .innerJoin(businesses, eq(businesses.id, businessId))
        .where(
          and(
            eq(users.id, userId),
            isNull(businesses.deletionBegunAt),
            sql`${members} < ${MAX_MEMBERS}`,
            condition,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning({ userId: memberships.userId });
}

/**
 * Statement for a batch: changes the rights of a member who is not the owner. Returns a row if the rights were changed.
 */
export function changeMembership(db: Database, key: MembershipKey, grant: Grant, condition: SQL) {
  return db
    .update(memberships)
    .set(grant)
    .where(and(isMembership(key), ne(memberships.role, 'owner'), condition))
    .returning({ userId: memberships.userId });
}

/**
 * Statement for a batch: deletes the membership of a member who is not the owner. Returns a row if the membership was
 * deleted.
 */
export function deleteMembership(db: Database, key: MembershipKey, condition: SQL = sql`true`) {
  return db
    .delete(memberships)
    .where(and(isMembership(key), ne(memberships.role, 'owner'), condition))
    .returning({ userId: memberships.userId });
}

export async function ownsABusiness(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .select({ businessId: memberships.businessId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isOwnership))
    .get();
  return row !== undefined;
}

export function hasNoMembership(db: Database, userId: string): SQL {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .where(eq(memberships.userId, userId)),
  );
}

/**
 * Statements for a batch: make the owner a manager of all locations, and the member the owner, if `condition` holds.
 */
export function swapOwner(
  db: Database,
  { businessId, from, to }: { businessId: string; from: string; to: string },
  condition: SQL,
) {
  const all = { locationIds: null, mayReadNumbers: false };
  return [
    db
      .update(memberships)
      .set({ role: 'manager', ...all })
      .where(and(isMembership({ userId: from, businessId }), isOwnership, condition))
      .returning({ userId: memberships.userId }),
    // Changes a row only if the business has no owner after the first statement.
    db
      .update(memberships)
      .set({ role: 'owner', ...all })
      .where(
        and(
          isMembership({ userId: to, businessId }),
          sql`not exists (select 1 from memberships m where m.business_id = ${businessId} and m.role = 'owner')`,
        ),
      )
      .returning({ userId: memberships.userId }),
  ] as const;
}
