import type { TeamView } from '../../../shared/contracts/team.ts';
import { PIN_TRIES_MAX } from '../../../shared/limits.ts';
import { mayManage } from '../../../shared/roles.ts';
import { iso } from '../../../shared/time/iso.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import type { LoggedIn } from '../../identity/sessions.ts';
import { membershipsOf } from '../../identity/membership-rows.ts';
import { invitationsOf } from '../../identity/invitation-rows.ts';

/**
 * The team as the owner or a manager sees it. A manager sees only the members and invitations that the manager may
 * change, and the manager's own membership.
 */
export async function teamViewOf(env: Env, by: LoggedIn, now: number): Promise<TeamView> {
  const db = database(env);
  const { id } = by.business;
  const [members, invited] = await retryable(db.batch([membershipsOf(db, id), invitationsOf(db, id, now)]));
  return {
    members: members
      .map((member) => ({
        id: member.userId,
        name: member.name,
        email: member.email,
        role: member.role,
        locationIds: member.locationIds,
        mayReadNumbers: member.mayReadNumbers,
        since: iso(member.createdAt),
        isSelf: member.userId === by.user.id,
        mayChange: mayManage(by, member),
        ...(member.hasPin && member.pinTries >= PIN_TRIES_MAX && { pinLocked: true }),
      }))
      .filter(({ isSelf, mayChange }) => isSelf || mayChange),
    invitations: invited
      .filter((one) => mayManage(by, one))
      .map(({ id: invitationId, email, role, locationIds, mayReadNumbers, expiresAt }) => ({
        id: invitationId,
        email,
        role,
        locationIds,
        mayReadNumbers,
        expiresAt: iso(expiresAt),
      })),
  };
}
