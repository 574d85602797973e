/** End of a membership: by a removal, by the member who leaves, by "this was not me", or by an erasure. */
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
import { endSessionsAt } from './session/end-sessions-at.ts';
import { deleteUserRows } from './user-rows.ts';

/**
 * Ends the membership of a member who is not the owner, if `condition` holds. Also ends the member's sessions for this
 * business, deletes the invitations that the member sent, and takes the member off duty. Deletes the user if the user
 * then belongs to no business. Returns the locations that have not confirmed the end of the sessions; null if no
 * membership was ended.
 */
export async function endMembership(env: Env, key: MembershipKey, condition: SQL): Promise<string[] | null> {
  const db = database(env);
  const { userId, businessId } = key;
  const isAlone = hasNoMembership(db, userId);
  const isEnded = sql`${isGivenMember(key)} and ${condition}`;
  const [locations, ended, , , removed] = await db.batch([
    openLocations(db, businessId),
    // These statements come before the deletion of the membership, because they read the membership.
    deleteSessionsFor(db, businessId, isEnded, userId),
    deleteOfferOf(db, businessId, userId, isEnded),
    deleteInvitationsBy(db, key, isEnded),
    deleteMembership(db, key, condition),
    deleteSessionsOf(db, userId, isAlone),
    ...deleteUserRows(db, userId, isAlone),
  ]);
  return removed.length === 0 ? null : endSessionsAt(env, locations, ended, [{ kind: 'member', id: userId }]);
}

/** Pass the promise to `afterAnswer`. */
export async function mailRemoved(env: Env, person: Recipient): Promise<void> {
  await mailPerson(env, 'team', person, removedMail);
}
