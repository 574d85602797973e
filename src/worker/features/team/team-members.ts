/** Changes of a business's members: role and locations, removal, leaving. */
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { ChangeMemberRequest } from '../../../shared/contracts/team.ts';
import { mayManage } from '../../../shared/roles.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { memberships } from '../../db/schema/businesses.ts';
import { openLocations } from '../../identity/location-rows.ts';
import {
  changeMembership,
  deleteMembership,
  hasNoMembership,
  membershipsOf,
} from '../../identity/membership-rows.ts';
import { deleteSessionsFor, deleteSessionsOf, type LoggedIn } from '../../identity/sessions.ts';
import { log } from '../../platform/log.ts';
import { mailPerson, type Recipient } from '../../deliveries/mail/send-mail.ts';
import { closeOwnerSockets } from '../account/session/owner-sockets.ts';
import { deleteUserRows } from '../account/user-rows.ts';
import { deleteOfferOf } from '../../identity/invitation-rows.ts';
import { removedMail } from './team-mails.ts';

type Refused = { ok: false; code: 'not_found' | 'not_your_role' };

/** Addresses of the locations that have not confirmed the end of the member's sessions. */
type Ended = { ok: true; unconfirmedAt: string[] };

/**
 * Gives a member another role or other locations. Ends the member's sessions for this business, because passes and sockets
 * have the earlier rights.
 */
export async function changeMember(
  env: Env,
  by: LoggedIn,
  userId: string,
  wanted: ChangeMemberRequest,
): Promise<Ended | Refused> {
  const grant = { ...wanted, mayReadNumbers: wanted.role === 'host' && wanted.mayReadNumbers };
  const found = await manageable(env, by, userId);
  if (!found.ok) return found;
  const isLooser = grant.mayReadNumbers && !found.member.mayReadNumbers;
  if (!mayManage(by, grant) || (isLooser && by.role !== 'owner')) return { ok: false, code: 'not_your_role' };
  const db = database(env);
  const key = { userId, businessId: by.business.id };
  const [changed, ended, locations] = await db.batch([
    changeMembership(db, key, grant, isManagedBy(by)),
    deleteSessionsFor(db, key.businessId, sql`true`, userId),
    openLocations(db, key.businessId),
  ]);
  if (changed.length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'role_changed', businessId: key.businessId });
  return { ok: true, unconfirmedAt: await closeOwnerSockets(env, locations, hashesOf(ended)) };
}

/** Removes a member. Ends the member's sessions for this business. Returns the recipient of the mail. */
export async function removeMember(
  env: Env,
  by: LoggedIn,
  userId: string,
): Promise<(Ended & { member: Recipient }) | Refused> {
  const found = await manageable(env, by, userId);
  if (!found.ok) return found;
  const unconfirmedAt = await endMembership(env, { userId, businessId: by.business.id }, isManagedBy(by));
  if (unconfirmedAt === null) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'member_removed', businessId: by.business.id });
  return { ok: true, unconfirmedAt, member: found.member };
}

/** A member who is not the owner leaves the business. */
export async function leaveTeam(env: Env, { user, business }: LoggedIn): Promise<Ended | Refused> {
  const unconfirmedAt = await endMembership(env, { userId: user.id, businessId: business.id }, sql`true`);
  if (unconfirmedAt === null) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'member_left', businessId: business.id });
  return { ok: true, unconfirmedAt };
}

/** Mails a person whose membership has ended. Call this function after the answer. */
export async function mailRemoved(env: Env, person: Recipient): Promise<void> {
  await mailPerson(env, 'team', person, removedMail);
}

/**
 * Ends a membership if `condition` holds, with the sessions for this business, and deletes a user who then belongs to no
 * business. Returns the locations that have not confirmed the end of the sessions; null if there was no such membership.
 */
export async function endMembership(
  env: Env,
  key: { userId: string; businessId: string },
  condition: SQL,
): Promise<string[] | null> {
  const db = database(env);
  const { userId, businessId } = key;
  const isAlone = hasNoMembership(db, userId);
  const [locations, ended, removed] = await db.batch([
    openLocations(db, businessId),
    // Before the membership, which the statement reads.
    deleteSessionsFor(db, businessId, sql`true`, userId),
    deleteMembership(db, key, condition),
    deleteOfferOf(db, businessId, userId),
    deleteSessionsOf(db, userId, isAlone),
    ...deleteUserRows(db, userId, isAlone),
  ]);
  return removed.length === 0 ? null : closeOwnerSockets(env, locations, hashesOf(ended));
}

/** The member with this id, if the caller may change the present role. */
async function manageable(env: Env, by: LoggedIn, userId: string) {
  const members = await retryable(membershipsOf(database(env), by.business.id));
  const member = members.find((one) => one.userId === userId);
  if (member === undefined) return { ok: false, code: 'not_found' } as const;
  if (!mayManage(by, member)) return { ok: false, code: 'not_your_role' } as const;
  return { ok: true, member } as const;
}

/** Condition on `memberships`, for a batch: the caller still has the role, and may change members of this one's role. */
function isManagedBy({ user, business, role }: LoggedIn): SQL {
  const hasRole = sql`exists (select 1 from memberships m
    where m.user_id = ${user.id} and m.business_id = ${business.id} and m.role = ${role})`;
  return role === 'owner' ? hasRole : sql`${hasRole} and ${inArray(memberships.role, ['host', 'viewer'])}`;
}

function hashesOf(ended: { tokenHash: string }[]): string[] {
  return ended.map(({ tokenHash }) => tokenHash);
}
