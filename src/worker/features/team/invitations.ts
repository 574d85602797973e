/** Invitations to a team by e-mail: made, read, withdrawn, and accepted by a new or an existing account. */
import { sql } from 'drizzle-orm';
import type {
  AcceptInvitationRequest,
  InvitationAnswer,
  InviteRequest,
  JoinTeamRequest,
} from '../../../shared/contracts/team.ts';
import { refusals } from '../../../shared/copy/en/refusals.ts';
import { teamCopy } from '../../../shared/copy/en/owner/team.ts';
import { mayManage } from '../../../shared/roles.ts';
import { database, violatedUniqueColumns } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { mailPerson, type Recipient } from '../../deliveries/mail/send-mail.ts';
import { wrongField, type WrongField } from '../../http/answers.ts';
import { consumeRateLimit, limits, type TooMany } from '../../http/rate-limits.ts';
import { deleteUser } from '../../identity/accounts.ts';
import { accountKey } from '../../identity/businesses.ts';
import { isReservedForOther } from '../../identity/former-addresses.ts';
import {
  hasNoMembership,
  hasStill,
  insertMembership,
  membershipsOf,
  type NewMembership,
} from '../../identity/membership-rows.ts';
import {
  endSession,
  findMemberByHash,
  insertSession,
  isSessionThere,
  moveSession,
  type LoggedIn,
} from '../../identity/sessions.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import { findByEmail, hasPasswordHash, insertUser, newUser } from '../../identity/users.ts';
import { log } from '../../platform/log.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { passwordRefusal } from '../account/password/refused-password.ts';
import { confirmMember } from '../account/session/confirm-member.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';
import { mailboxOf } from '../../deliveries/mail/mailbox.ts';
import type { Caller } from '../account/sign-up/sign-up.ts';
import {
  endInvitation,
  deleteInvitation,
  findInvitation,
  hasNoOtherInvitation,
  invitationIsThere,
  invitationsOf,
  replaceInvitation,
  type InvitationRow,
} from '../../identity/invitation-rows.ts';
import type { Entered } from './businesses.ts';
import { invitationMail } from './team-mails.ts';

/**
 * Invites an address, after a check of the caller's password and second step. `token` and `invited` are for the mail.
 * The mail is in the invited user's language, or in the caller's language if the address has no account. The caller's
 * own mailbox must be confirmed, because invitations are mails to strangers. If the address already has an invitation,
 * only a caller who may withdraw this invitation can replace it.
 */
export async function invite(
  env: Env,
  by: LoggedIn,
  { email, role, locationIds, mayReadNumbers, ...typed }: InviteRequest,
  now: number,
): Promise<
  | { ok: true; token: string; invited: Recipient }
  | { ok: false; code: 'not_your_role' | 'confirm_email_first' | 'team_full' }
  | WrongField
  | TooMany
> {
  const grant = { role, locationIds, mayReadNumbers: role === 'host' && mayReadNumbers };
  if (!mayManage(by, grant) || (grant.mayReadNumbers && by.role !== 'owner')) {
    return { ok: false, code: 'not_your_role' };
  }
  if (by.user.emailVerifiedAt === null) return { ok: false, code: 'confirm_email_first' };
  const confirmed = await confirmMember(env, by, typed, now);
  if (!confirmed.ok) return confirmed;
  const byBusiness = await consumeRateLimit(env, limits.invitationsPerBusiness, by.business.id, now);
  if (!byBusiness.ok) return byBusiness;
  const db = database(env);
  const { id: businessId } = by.business;
  const isTheirs = (one: { email: string }) => accountKey(one.email) === accountKey(email);
  const [members, open] = await retryable(
    db.batch([membershipsOf(db, businessId), invitationsOf(db, businessId, now)]),
  );
  if (members.some(isTheirs)) return wrongField('email', teamCopy.form.alreadyMember);
  const earlier = open.find(isTheirs);
  if (earlier !== undefined && !mayManage(by, earlier)) return { ok: false, code: 'not_your_role' };
  const toThem = await consumeRateLimit(env, limits.invitationsPerRecipient, mailboxOf(email), now);
  if (!toThem.ok) return toThem;
  const { token, tokenHash } = newToken();
  const { id: invitedBy } = by.user;
  const about = { id: crypto.randomUUID(), tokenHash, businessId, email, invitedBy, ...grant };
  // No invitation is made if the confirmed password was replaced after the check, either by a new password or by the
  // link "this was not me".
  const isConfirmed = hasPasswordHash(db, invitedBy, confirmed.passwordHash);
  const isSeen = hasNoOtherInvitation({ businessId, email, id: earlier?.id ?? '' }, now);
  const isStill = sql`${hasStill({ userId: invitedBy, businessId }, by)} and ${isConfirmed} and ${isSeen}`;
  const [, made] = await db.batch(replaceInvitation(db, about, now, isStill));
  if (made.length === 0) return { ok: false, code: 'team_full' };
  log({ event: 'account_changed', action: 'member_invited', businessId });
  const person = await retryable(findByEmail(db, email));
  return { ok: true, token, invited: { email, language: (person ?? by.user).language } };
}

/** Pass the promise to `afterAnswer`. */
export async function mailInvitation(
  env: Env,
  origin: string,
  invited: Recipient,
  token: string,
): Promise<void> {
  await mailPerson(env, 'team', invited, (say) => invitationMail(origin, token, say));
}

/** Reads the link of an invitation, for the page on which the person accepts. */
export async function readInvitation(
  env: Env,
  token: string,
  sender: string | null,
  now: number,
): Promise<{ ok: true; answer: InvitationAnswer } | WrongField | TooMany> {
  const found = await byLink(env, token, sender, now);
  if (!found.ok) return found;
  const { email, role } = found.invitation;
  const hasAccount = (await retryable(findByEmail(database(env), email))) !== null;
  return { ok: true, answer: { businessName: found.business.name, email, role, hasAccount } };
}

/**
 * Makes a user for an invitation, and logs the user in. The invitation proves the user's mailbox. If two calls use one
 * invitation at the same time, one call is refused.
 */
export async function acceptInvitation(
  env: Env,
  { token, name, password }: AcceptInvitationRequest,
  from: Caller,
  now: number,
): Promise<({ ok: true } & Entered) | WrongField | TooMany> {
  const found = await byLink(env, token, from.sender, now);
  if (!found.ok) return found;
  const { invitation, business } = found;
  const { email } = invitation;
  const refusal = await passwordRefusal(env, password, { ...business, email, person: name });
  if (refusal !== null) return wrongField('password', refusal);
  const db = database(env);
  const user = {
    ...newUser({ id: crypto.randomUUID(), email, phone: '', language: from.language, now }),
    emailVerifiedAt: now,
  };
  if (await retryable(isReservedForOther(db, user.id, email, now))) {
    return wrongField('email', refusals.email_taken.sentence);
  }
  const passwordHash = await hashPassword(password);
  const session = newToken();
  let unconfirmedAt: string[];
  try {
    const [, joined, , , locations] = await db.batch([
      insertUser(db, { ...user, passwordHash }),
      insertMembership(
        db,
        membershipOf(invitation, user.id, name, now),
        invitationIsThere(db, invitation.tokenHash),
      ),
      endInvitation(db, invitation, user.id),
      insertSession(
        db,
        session.tokenHash,
        { userId: user.id, businessId: invitation.businessId },
        now,
        from.device,
      ),
      ...endSession(db, from.presentedHash, isSessionThere(session.tokenHash)),
      // Deletes the new user if the invitation was used or withdrawn meanwhile, or if the business is full.
      ...deleteUser(db, user.id, hasNoMembership(db, user.id)),
    ]);
    if (joined.length === 0) return wrongField('token', teamCopy.invitation.linkEnded);
    unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: from.presentedHash }]);
  } catch (error) {
    // Meanwhile an account with this address was created.
    if (violatedUniqueColumns(error) === null) throw error;
    return wrongField('email', refusals.email_taken.sentence);
  }
  log({ event: 'account_changed', action: 'member_joined', businessId: invitation.businessId });
  return entered(env, { ...session, unconfirmedAt }, now);
}

/**
 * Adds a logged-in person to the business of an invitation, which was sent to the person's own address. The session
 * then acts for this business.
 */
export async function joinTeam(
  env: Env,
  by: LoggedIn,
  { token, name }: JoinTeamRequest,
  sender: string | null,
  now: number,
): Promise<({ ok: true } & Entered) | WrongField | TooMany> {
  const found = await byLink(env, token, sender, now);
  if (!found.ok) return found;
  const { invitation } = found;
  if (invitation.emailKey !== by.user.emailKey) {
    return wrongField('token', teamCopy.invitation.otherAccount(invitation.email));
  }
  const db = database(env);
  const { businessId } = invitation;
  const session = newToken();
  const move = { from: by.sessionTokenHash, to: session.tokenHash, businessId };
  const isThere = invitationIsThere(db, invitation.tokenHash);
  const [locations, , moved] = await db.batch([
    endSession(db, by.sessionTokenHash)[0],
    insertMembership(db, membershipOf(invitation, by.user.id, name, now), isThere),
    // The session is moved to the new business before the invitation ends. So if two browsers of one person accept the
    // invitation, the session in the second browser stays valid.
    ...moveSession(db, move, now, isThere),
    endInvitation(db, invitation, by.user.id),
  ]);
  if (moved.length === 0) return wrongField('token', teamCopy.invitation.linkEnded);
  const unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: by.sessionTokenHash }]);
  log({ event: 'account_changed', action: 'member_joined', businessId });
  return entered(env, { ...session, unconfirmedAt }, now);
}

/** Withdraws an invitation that the caller may change. */
export async function withdrawInvitation(
  env: Env,
  by: LoggedIn,
  id: string,
  now: number,
): Promise<{ ok: true } | { ok: false; code: 'not_found' }> {
  const db = database(env);
  const open = await retryable(invitationsOf(db, by.business.id, now));
  const isTheirs = open.some((one) => one.id === id && mayManage(by, one));
  const withdrawn = isTheirs ? await deleteInvitation(db, by.business.id, id) : [];
  return withdrawn.length > 0 ? { ok: true } : { ok: false, code: 'not_found' };
}

async function byLink(env: Env, token: string, sender: string | null, now: number) {
  const within = await consumeRateLimit(env, limits.invitationsPerAddress, sender, now);
  if (!within.ok) return within;
  const found = await retryable(findInvitation(database(env), hashToken(token), now));
  return found === null
    ? wrongField('token', teamCopy.invitation.linkEnded)
    : ({ ok: true, ...found } as const);
}

function membershipOf(
  { businessId, role, locationIds, mayReadNumbers, invitedBy }: InvitationRow,
  userId: string,
  name: string,
  now: number,
): NewMembership {
  return { userId, businessId, role, name, locationIds, mayReadNumbers, createdAt: now, invitedBy };
}

/** The logged-in member behind a new session. */
async function entered(
  env: Env,
  { token, tokenHash, unconfirmedAt }: { token: string; tokenHash: string; unconfirmedAt: string[] },
  now: number,
) {
  const member = await findMemberByHash(env, tokenHash, now);
  // `member` is null if the membership ended in the same moment.
  return member === null
    ? wrongField('token', teamCopy.invitation.linkEnded)
    : ({ ok: true, token, member, unconfirmedAt } as const);
}
