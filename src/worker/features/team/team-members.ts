/** Changes of a business's members: role and locations, removal, leaving. */
import { sql, type SQL } from 'drizzle-orm';
import type { ConfirmedRequest } from '../../../shared/contracts/account/security.ts';
import type { ChangeMemberRequest } from '../../../shared/contracts/team.ts';
import { mayManage } from '../../../shared/roles.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { changeMembership, hasStill, membershipsOf } from '../../identity/membership-rows.ts';
import { deleteSessionsFor, type LoggedIn } from '../../identity/sessions.ts';
import { log } from '../../platform/log.ts';
import { endMembership } from '../account/end-membership.ts';
import { confirmMember, type NotConfirmed } from '../account/session/confirm-member.ts';
import type { Recipient } from '../../deliveries/mail/send-mail.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';
import { deleteInvitationsBy } from '../../identity/invitation-rows.ts';

type Refused = { ok: false; code: 'not_found' | 'not_your_role' | 'rights_changed' };

type TeamRow = Awaited<ReturnType<typeof membershipsOf>>[number];

/** `unconfirmedAt`: addresses of the locations that have not confirmed the end of the member's sessions. */
type Ended = { ok: true; unconfirmedAt: string[] };

/**
 * Gives a member another role or other locations, after a check of the caller's password. For this business, ends the
 * member's sessions and takes the member off duty, because passes and sockets have the earlier rights. Also ends the
 * invitations that the member sent. Refused if the member's rights have changed since the caller opened the form.
 * `from`: the rights that the member had when the caller opened the form.
 */
export async function changeMember(
  env: Env,
  by: LoggedIn,
  userId: string,
  { role, locationIds, mayReadNumbers, from, ...typed }: ChangeMemberRequest,
  now: number,
): Promise<Ended | Refused | NotConfirmed> {
  const grant = { role, locationIds, mayReadNumbers: role === 'host' && mayReadNumbers };
  const found = await manageable(env, by, userId);
  if (!found.ok) return found;
  const isLooser = grant.mayReadNumbers && !found.member.mayReadNumbers;
  if (!mayManage(by, grant) || (isLooser && by.role !== 'owner')) return { ok: false, code: 'not_your_role' };
  if (!isSame(found.member, from)) return { ok: false, code: 'rights_changed' };
  const confirmed = await confirmMember(env, by, typed, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const key = { userId, businessId: by.business.id };
  const isManaged = isStillManaged(by, found.member);
  const [locations, ended, , changed] = await db.batch([
    openLocations(db, key.businessId),
    deleteSessionsFor(db, key.businessId, isManaged, userId),
    deleteInvitationsBy(db, key, isManaged),
    // This statement comes last, because the other statements' conditions read the present rights.
    changeMembership(db, key, grant, isManaged),
  ]);
  if (changed.length === 0) return { ok: false, code: 'rights_changed' };
  log({ event: 'account_changed', action: 'role_changed', businessId: key.businessId });
  const unconfirmedAt = await endSessionsAt(env, locations, ended, [{ kind: 'member', id: userId }]);
  return { ok: true, unconfirmedAt };
}

/**
 * Removes a member. Ends the member's sessions for this business. Returns the removed member, who is the recipient of
 * the mail about the removal.
 */
export async function removeMember(
  env: Env,
  by: LoggedIn,
  userId: string,
): Promise<(Ended & { member: Recipient }) | Refused> {
  const found = await manageable(env, by, userId);
  if (!found.ok) return found;
  const key = { userId, businessId: by.business.id };
  const unconfirmedAt = await endMembership(env, key, isStillManaged(by, found.member));
  if (unconfirmedAt === null) return { ok: false, code: 'rights_changed' };
  log({ event: 'account_changed', action: 'member_removed', businessId: by.business.id });
  return { ok: true, unconfirmedAt, member: found.member };
}

/**
 * Ends the membership of the caller, who is not the owner, after a check of the password. A user who then belongs to no
 * business is deleted.
 */
export async function leaveTeam(
  env: Env,
  member: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<Ended | Refused | NotConfirmed> {
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  const { user, business } = member;
  const unconfirmedAt = await endMembership(env, { userId: user.id, businessId: business.id }, sql`true`);
  if (unconfirmedAt === null) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'member_left', businessId: business.id });
  return { ok: true, unconfirmedAt };
}

/** The member with this id, if the caller may change the member's present role. */
async function manageable(env: Env, by: LoggedIn, userId: string) {
  const members = await retryable(membershipsOf(database(env), by.business.id));
  const member = members.find((one) => one.userId === userId);
  if (member === undefined) return { ok: false, code: 'not_found' } as const;
  if (!mayManage(by, member)) return { ok: false, code: 'not_your_role' } as const;
  return { ok: true, member } as const;
}

/**
 * Condition for a batch: the roles and locations of the caller and of the member have not changed, so the caller may
 * still change the member.
 */
function isStillManaged(by: LoggedIn, member: TeamRow): SQL {
  return sql`${hasStill({ userId: by.user.id, businessId: by.business.id }, by)} and ${hasStill(member, member)}`;
}

/** Whether the member still has the rights in `from`. */
function isSame({ role, locationIds, mayReadNumbers }: TeamRow, from: ChangeMemberRequest['from']): boolean {
  const isThere = JSON.stringify(locationIds) === JSON.stringify(from.locationIds);
  return role === from.role && mayReadNumbers === from.mayReadNumbers && isThere;
}
