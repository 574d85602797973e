/**
 * Hand-over of a business: the owner offers the business to a member, and the member accepts. Owner and member confirm
 * with their passwords, and the owner also with a mailed code.
 */
import { sql } from 'drizzle-orm';
import type { ConfirmedRequest } from '../../../shared/contracts/account/security.ts';
import type { OfferAnswer, OfferRequest } from '../../../shared/contracts/team.ts';
import { INVITATION_MS } from '../../../shared/limits.ts';
import { iso } from '../../../shared/time/iso.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { sessions } from '../../db/schema/users.ts';
import { mailPerson, type Recipient } from '../../deliveries/mail/send-mail.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { membershipsOf, ownsABusiness, swapOwner } from '../../identity/membership-rows.ts';
import { deleteSessionsFor, moveSession, type LoggedIn, type Owner } from '../../identity/sessions.ts';
import { newToken } from '../../identity/tokens.ts';
import { endNumberProof, hasPasswordHash, userById, type UserRow } from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { ownershipOfferedMail, warning } from '../account/account-mails.ts';
import { confirmMailbox } from '../account/mailed-code.ts';
import { notMeLink } from '../account/not-me.ts';
import { confirmMember, type NotConfirmed } from '../account/session/confirm-member.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';
import {
  deleteInvitationsBy,
  deleteOfferOf,
  findOffer,
  mayTakeOver,
  replaceOffer,
} from '../../identity/invitation-rows.ts';
import { offerMail } from './team-mails.ts';

/**
 * Checks the mailed code, the password and the second step, and offers the ownership to a member. The new offer
 * replaces an earlier offer. `key`: the secret of the mailed code. Returns the member, for the mail.
 */
export async function offerOwnership(
  env: Env,
  key: string,
  owner: Owner,
  { memberId, mailedCode, ...typed }: OfferRequest,
  now: number,
): Promise<
  | { ok: true; member: Recipient }
  | { ok: false; code: 'not_found' | 'owns_another' | 'deletion_held' }
  | NotConfirmed
> {
  const db = database(env);
  const { business, user } = owner;
  const members = await retryable(membershipsOf(db, business.id));
  const member = members.find((one) => one.userId === memberId && one.role !== 'owner');
  if (member === undefined) return { ok: false, code: 'not_found' };
  const mailbox = await confirmMailbox(env, key, user, { act: 'hand-over', typed: mailedCode }, now);
  if (!mailbox.ok) return mailbox;
  const confirmed = await confirmMember(env, owner, typed, now);
  if (!confirmed.ok) return confirmed;
  if (await retryable(ownsABusiness(db, memberId))) return { ok: false, code: 'owns_another' };
  const offer = {
    businessId: business.id,
    fromUserId: user.id,
    toUserId: memberId,
    expiresAt: now + INVITATION_MS,
  };
  // No offer is made if the confirmed password was replaced after the check, either by a new password or by the link
  // "this was not me".
  const isStill = hasPasswordHash(db, user.id, confirmed.passwordHash);
  if ((await replaceOffer(db, offer, isStill)).length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'ownership_offered', businessId: business.id });
  return { ok: true, member };
}

/** Mails the member and the owner about an offer. Pass the promise to `afterAnswer`. */
export async function mailOffer(
  env: Env,
  config: Config,
  { user }: Owner,
  member: Recipient,
  now: number,
): Promise<void> {
  await mailPerson(env, 'team', member, (say) => offerMail(config.origin, say));
  await mailPerson(env, 'team', user, (say) => ownershipOfferedMail(notMeLink(config, user, now), say));
}

/** The open offer that the person made or got. */
export async function offerOf(env: Env, { user, business }: LoggedIn, now: number): Promise<OfferAnswer> {
  const offer = await retryable(findOffer(database(env), business.id, now));
  if (offer === null || (offer.fromUserId !== user.id && offer.toUserId !== user.id)) return { offer: null };
  const { toUserId, expiresAt } = offer;
  return { offer: { memberId: toUserId, isToMe: toUserId === user.id, expiresAt: iso(expiresAt) } };
}

/** Ends the offer that the person made or got. Returns false if no offer exists. */
export async function endOffer(env: Env, { user, business }: LoggedIn): Promise<boolean> {
  return (await deleteOfferOf(database(env), business.id, user.id)).length > 0;
}

/**
 * Makes the member the owner, and the earlier owner a manager. For this business, ends the sessions of both people and
 * takes both off duty, because their passes and sockets have the earlier rights. Also ends the invitations that the
 * earlier owner sent. A new session with the secret `token` replaces the session of this call. During a trial, the new
 * owner must prove a phone number, because one number can prove only a few trials.
 */
export async function acceptOwnership(
  env: Env,
  member: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<
  | { ok: true; token: string; unconfirmedAt: string[]; earlier: UserRow }
  | { ok: false; code: 'not_found' | 'owns_another' | 'changes_held' }
  | NotConfirmed
> {
  const db = database(env);
  const { user, business, sessionTokenHash } = member;
  const offer = await retryable(findOffer(db, business.id, now));
  if (offer === null || offer.toUserId !== user.id) return { ok: false, code: 'not_found' };
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  if (await retryable(ownsABusiness(db, user.id))) return { ok: false, code: 'owns_another' };
  const earlier = await retryable(userById(db, offer.fromUserId));
  if (earlier === null) return { ok: false, code: 'not_found' };
  if ((earlier.changesHeldUntil ?? 0) > now) return { ok: false, code: 'changes_held' };
  const { businessId, fromUserId, toUserId } = offer;
  const isValid = mayTakeOver(offer, now);
  const isOnTrial = sql`exists (select 1 from businesses b where b.id = ${businessId} and b.trial = 1)`;
  const { token, tokenHash } = newToken();
  const isOther = sql`${isValid} and ${sessions.tokenHash} <> ${tokenHash}`;
  const [locations, ended, , , alsoEnded, , , left, taken] = await db.batch([
    openLocations(db, businessId),
    deleteSessionsFor(db, businessId, isValid, fromUserId),
    ...moveSession(db, { from: sessionTokenHash, to: tokenHash, businessId }, now, isValid),
    deleteSessionsFor(db, businessId, isOther, toUserId),
    deleteInvitationsBy(db, { userId: fromUserId, businessId }, isValid),
    endNumberProof(db, toUserId, sql`${isValid} and ${isOnTrial}`),
    ...swapOwner(db, { businessId, from: fromUserId, to: toUserId }, isValid),
    deleteOfferOf(db, businessId, user.id),
  ]);
  if (left.length === 0 || taken.length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'ownership_handed_over', businessId });
  const allEnded = [...ended, ...alsoEnded, { tokenHash: sessionTokenHash }];
  const unconfirmedAt = await endSessionsAt(env, locations, allEnded, [
    { kind: 'owner', id: fromUserId },
    { kind: 'member', id: toUserId },
  ]);
  return { ok: true, token, unconfirmedAt, earlier };
}

/** Mails the earlier owner that the business was handed over. Pass the promise to `afterAnswer`. */
export async function mailHandedOver(env: Env, config: Config, earlier: UserRow, now: number): Promise<void> {
  const notMe = notMeLink(config, earlier, now);
  await mailPerson(env, 'team', earlier, (say) => warning(notMe, say.warnings.handedOver, say));
}
