/** Verification of a user's e-mail address, and changes of the address. */
import { sql } from 'drizzle-orm';
import type {
  ChangeEmailRequest,
  VerifiedAccount,
  VerifyEmailRequest,
} from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { retryable } from '../../../db/errors.ts';
import { database, violatedUniqueColumns } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { addressInUseMail, emailChangeAskedMail, emailChangedMail, verifyMail } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import type { Config } from '../../../platform/config.ts';
import { disownMailbox } from '../../../deliveries/mail/disowned-mailboxes.ts';
import { mailPerson, type Recipient } from '../../../deliveries/mail/send-mail.ts';
import { wrongField } from '../../../http/answers.ts';
import { limits, consumeRateLimit, type LimitResult } from '../../../http/rate-limits.ts';
import { mailboxOf } from '../../../deliveries/mail/mailbox.ts';
import { confirmMember, type NotConfirmed } from '../session/confirm-member.ts';
import {
  deleteVerificationsOf,
  findVerification,
  pendingEmailOf,
  replaceVerification,
  verificationIsThere,
} from './email-verifications.ts';
import { deleteResetsOf } from '../password/password-resets.ts';
import { locationsOfUser, type LoggedIn } from '../../../identity/sessions.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';
import { tellMailboxConfirmed } from '../../locations/confirmed-mailbox.ts';
import { settleTrial, trialMarkOf } from './trial-marks.ts';
import { isReservedForOther, isUnreserved, reserveAddress } from '../../../identity/former-addresses.ts';
import { findByEmail, setVerifiedEmail } from '../../../identity/users.ts';

/** The address of a user before the change. */
type OldAddress = Recipient & { userId: string };

/** Pass the promise to `afterAnswer`. */
export async function sendVerification(
  env: Env,
  origin: string,
  { userId, ...to }: Recipient & { userId: string },
  now: number,
): Promise<void> {
  const { token, tokenHash } = newToken();
  await replaceVerification(database(env), { tokenHash, userId, email: to.email }, now);
  await mailPerson(env, 'verification', to, (say) => verifyMail(origin, token, say));
}

/**
 * Mails the first link to the address of a new account, if the mailbox has not reached the limit of these mails.
 * Without this limit, a stranger could send many mails to one mailbox by signing up with addresses that differ only in
 * the tag after a plus sign. Pass the promise to `afterAnswer`.
 */
export async function sendFirstVerification(
  env: Env,
  origin: string,
  about: Recipient & { userId: string },
  now: number,
): Promise<void> {
  const within = await consumeRateLimit(env, limits.verifyMailPerRecipient, mailboxOf(about.email), now);
  if (within.ok) await sendVerification(env, origin, about, now);
}

/** Counts the request, and returns the address to verify; null if no address needs verification. */
export async function verificationWanted(
  env: Env,
  { user }: LoggedIn,
  now: number,
): Promise<{ ok: true; email: string | null } | Extract<LimitResult, { ok: false }>> {
  const within = await consumeRateLimit(env, limits.verifyMailPerAccount, user.id, now);
  if (!within.ok) return within;
  const pending = await retryable(pendingEmailOf(database(env), user.id, now));
  const email = pending ?? (user.emailVerifiedAt === null ? user.email : null);
  if (email === null) return { ok: true, email };
  const toThem = await consumeRateLimit(env, limits.verifyMailPerRecipient, mailboxOf(email), now);
  return toThem.ok ? { ok: true, email } : toThem;
}

/**
 * Checks password and second step for a change of address, and counts the mail. Does not check whether another user has
 * the address; `sendEmailChange` makes this check after the answer.
 */
export async function askForEmailChange(
  env: Env,
  member: LoggedIn,
  { email, ...typed }: ChangeEmailRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const { user } = member;
  if (email === user.email && user.emailVerifiedAt !== null) {
    return wrongField('email', securityCopy.email.sameAddress);
  }
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  const byAccount = await consumeRateLimit(env, limits.verifyMailPerAccount, user.id, now);
  if (!byAccount.ok) return byAccount;
  const toThem = await consumeRateLimit(env, limits.verifyMailPerRecipient, mailboxOf(email), now);
  return toThem.ok ? { ok: true } : toThem;
}

/**
 * Mails a link to the new address and a notice to the current address. If the new address belongs to another user, or
 * is reserved for another user, the new address gets a notice and no link is made. Pass the promise to `afterAnswer`.
 */
export async function sendEmailChange(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  email: string,
  now: number,
): Promise<void> {
  const db = database(env);
  const holder = await findByEmail(db, email);
  const isReserved = await isReservedForOther(db, user.id, email, now);
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'email_change', user, (say) => emailChangeAskedMail(notMe, say));
  if (isReserved || (holder !== null && holder.id !== user.id)) {
    await mailPerson(env, 'address_in_use', holder ?? { email, language: user.language }, addressInUseMail);
    return;
  }
  return sendVerification(env, config.origin, { userId: user.id, email, language: user.language }, now);
}

/**
 * Reads a mailed link and returns the account that the link confirms. The page shows this account, and asks whether it
 * is the user's own. If `isMine` is false, the account's links become invalid, and the mailbox gets no more mails for
 * some time. `key`: the secret for the mailbox's hash. A refusal reports an error in `token`.
 */
export async function readVerification(
  env: Env,
  key: string,
  { token, isMine }: { token: string; isMine: boolean },
  sender: string | null,
  now: number,
): Promise<{ ok: true; account: VerifiedAccount } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.verifyPerAddress, sender, now);
  if (!within.ok) return within;
  const db = database(env);
  const found = await retryable(findVerification(db, hashToken(token), now));
  if (found === null) return wrongField('token', securityCopy.email.linkEnded);
  const { name, username, email, userId, businessId } = found;
  if (!isMine) {
    const always = sql`true`;
    await db.batch([
      deleteVerificationsOf(db, userId, always),
      disownMailbox(db, key, { userId, email, now }, always),
    ]);
    log({ event: 'account_changed', action: 'address_disowned', businessId });
  }
  return { ok: true, account: { name, username, email } };
}

/**
 * Consumes a mailed link: the link's address becomes the user's verified address, and all verification links of the
 * user become invalid. After a change of address, password links in the old mailbox also become invalid, and `told` is
 * the recipient of the mail to the old address. `isTrialOver`: the mailbox has had an earlier trial, so this account's
 * trial has ended. If two calls use one link at the same time, one call is refused. A refusal reports an error in
 * `token`.
 */
export async function verifyEmail(
  env: Env,
  { token }: VerifyEmailRequest,
  { sender, trialKey }: { sender: string | null; trialKey: string },
  now: number,
): Promise<{ ok: true; told: OldAddress | null; isTrialOver: boolean } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.verifyPerAddress, sender, now);
  if (!within.ok) return within;
  const db = database(env);
  const tokenHash = hashToken(token);
  const found = await retryable(findVerification(db, tokenHash, now));
  if (found === null) return wrongField('token', securityCopy.email.linkEnded);
  const { userId, businessId, email, presentEmail, language, changesHeldUntil } = found;
  const isThere = sql`${verificationIsThere(db, tokenHash)} and ${isUnreserved(db, userId, email, now)}`;
  const isOther = email !== presentEmail;
  // If a change was requested right before "this was not me", its link may be made after "this was not me". This check
  // refuses such a link.
  if (isOther && changesHeldUntil !== null && now < changesHeldUntil) {
    return wrongField('token', securityCopy.email.linkEnded);
  }
  const trial = { userId, businessId, mark: trialMarkOf(email, trialKey) };
  let isTrialOver = false;
  try {
    const [over, , , , changed, locations] = await db.batch([
      ...settleTrial(db, trial, now, isThere),
      reserveAddress(db, userId, { email, now }, isThere),
      setVerifiedEmail(db, userId, { email, now }, isThere),
      locationsOfUser(db, userId),
      ...(isOther ? [deleteResetsOf(db, userId, isThere)] : []),
      deleteVerificationsOf(db, userId, isThere),
    ]);
    if (changed.length === 0) return wrongField('token', securityCopy.email.linkEnded);
    const owned = locations.filter(({ role }) => role === 'owner');
    await tellMailboxConfirmed(env, owned, over[0]?.trialEndedAt ?? null);
    isTrialOver = over.length > 0;
  } catch (error) {
    // Another user took the address after the link was sent. The caller reads this mailbox, so the refusal
    // reveals nothing.
    if (violatedUniqueColumns(error) === null) throw error;
    return wrongField('token', securityCopy.email.taken);
  }
  log({ event: 'account_changed', action: isOther ? 'address_changed' : 'address_verified', businessId });
  return { ok: true, told: isOther ? { userId, email: presentEmail, language } : null, isTrialOver };
}

/** Mails the user's old address. Pass the promise to `afterAnswer`. */
export async function mailOldAddress(
  env: Env,
  config: Config,
  { userId, ...to }: OldAddress,
  now: number,
): Promise<void> {
  const link = notMeLink(config, { id: userId, email: to.email }, now);
  await mailPerson(env, 'email_change', to, (say) => emailChangedMail(link, say));
}
