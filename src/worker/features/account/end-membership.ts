/** End of a membership: a removal, leaving, "this was not me", an erasure. */
import { sql, type SQL } from 'drizzle-orm';
import { database } from '../../db/client.ts';
import { mailPerson, type Recipient } from '../../deliveries/mail/send-mail.ts';
import { deleteInvitationsBy, deleteOfferOf } from '../../identity/invitation-rows.ts';
import { openLocations } from '../../identity/location-rows.ts';
import {
  deleteMembership,
  hasNoMembership,
  isGivenMember,
  type MembershipKey,
} from '../../identity/membership-rows.ts';
import { deleteSessionsFor, deleteSessionsOf } from '../../identity/sessions.ts';
import { removedMail } from './account-mails.ts';
import { closeOwnerSockets } from './session/owner-sockets.ts';
import { deleteUserRows } from './user-rows.ts';

/**
 * Ends a membership if it is not the owner's and `condition` holds, with the sessions for this business and the
 * invitations that the member sent and the member's duties, and deletes a user who then belongs to no business. Returns the locations that have
 * not confirmed the end of the sessions; null if there was no such membership.
 */
export async function endMembership(env: Env, key: MembershipKey, condition: SQL): Promise<string[] | null> {
  const db = database(env);
  const { userId, businessId } = key;
  const isAlone = hasNoMembership(db, userId);
  const isEnded = sql`${isGivenMember(key)} and ${condition}`;
  const [locations, ended, , , removed] = await db.batch([
    openLocations(db, businessId),
    // Before the membership, which these statements read.
    deleteSessionsFor(db, businessId, isEnded, userId),
    deleteOfferOf(db, businessId, userId, isEnded),
    deleteInvitationsBy(db, key, isEnded),
    deleteMembership(db, key, condition),
    deleteSessionsOf(db, userId, isAlone),
    ...deleteUserRows(db, userId, isAlone),
  ]);
  return removed.length === 0
    ? null
    : closeOwnerSockets(
        env,
        locations,
        ended.map(({ tokenHash }) => tokenHash),
        [{ kind: 'member', id: userId }],
      );
}

/** Mails a person whose membership has ended. Call this function after the answer. */
export async function mailRemoved(env: Env, person: Recipient): Promise<void> {
  await mailPerson(env, 'team', person, removedMail);
}
