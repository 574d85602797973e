import { and } from 'drizzle-orm';
import type { ResetPasswordRequest } from '../../../../shared/contracts/account/account.ts';
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import { retryable } from '../../../db/errors.ts';
import { deletePinsOf } from '../../../identity/device/pin-rows.ts';
import { database } from '../../../db/client.ts';
import type { Config } from '../../../platform/config.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import { passwordResetMail } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import { log } from '../../../platform/log.ts';
import { wrongField, type WrongField } from '../../../http/answers.ts';
import { limits, consumeRateLimit, type TooMany } from '../../../http/rate-limits.ts';
import { passwordRefusal } from './refused-password.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { deletePendingChanges } from '../sign-up/email-verifications.ts';
import { settleTrial, trialMarkOf } from '../sign-up/trial-marks.ts';
import { tellMailboxConfirmed } from '../../locations/confirmed-mailbox.ts';
import { endSessionsAt } from '../session/end-sessions-at.ts';
import { deleteResetsOf, findReset, resetIsThere } from './password-resets.ts';
import { deletePasskeysOf } from '../passkeys/passkey-rows.ts';
import { deleteSecondStep } from '../second-step/second-step-rows.ts';
import { deleteSessionsOf, locationsOfUser } from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';
import {
  isEmailUnverified,
  markEmailVerified,
  setPasswordHash,
  type UserRow,
} from '../../../identity/users.ts';

type Reset =
  | { ok: true; user: UserRow; isSecondStepOff: boolean; isTrialOver: boolean; unconfirmedAt: string[] }
  | WrongField
  | TooMany;

/**
 * Sets a new password with the token of a mailed link. The second step and passkeys are kept if the address was already
 * verified. `isSecondStepOff`: the second step was removed. `isTrialOver`: the account's trial has ended, because the
 * mailbox already had a trial with another account. If two calls use one link at the same time, one call is refused. A
 * refusal reports an error in `token` or `newPassword`.
 */
export async function resetPassword(
  env: Env,
  { token, newPassword }: ResetPasswordRequest,
  { sender, trialKey }: { sender: string | null; trialKey: string },
  now: number,
): Promise<Reset> {
  const withinLimit = await consumeRateLimit(env, limits.resetPerAddress, sender, now);
  if (!withinLimit.ok) return withinLimit;

  const db = database(env);
  const tokenHash = hashToken(token);
  const found = await retryable(findReset(db, tokenHash, now));
  if (found === null) return linkEnded(null);
  const { userId, businessId, email } = found;
  const refusal = await passwordRefusal(env, newPassword, found);
  if (refusal !== null) return wrongField('newPassword', refusal);
  const trial = { userId, businessId, mark: trialMarkOf(email, trialKey) };

  const passwordHash = await hashPassword(newPassword);
  const stillThere = resetIsThere(db, tokenHash);
  const [changed, ended, locations, over, , , stepsOff] = await db.batch([
    setPasswordHash(db, userId, passwordHash, stillThere),
    deleteSessionsOf(db, userId, stillThere),
    locationsOfUser(db, userId),
    ...settleTrial(db, trial, now, stillThere),
    // If the address was never verified, second step and passkeys may belong to a stranger who signed up with this
    // address.
    ...deleteSecondStep(db, userId, and(stillThere, isEmailUnverified(db, userId))),
    deletePasskeysOf(db, userId, and(stillThere, isEmailUnverified(db, userId))),
    deletePinsOf(db, userId, stillThere),
    // The link proves that the user reads this mailbox, so the address is verified. A pending change of address ends.
    markEmailVerified(db, userId, now, stillThere),
    deletePendingChanges(db, userId, stillThere),
    deleteResetsOf(db, userId, stillThere),
  ]);
  // If no row has changed, the link was used or replaced while the password was hashed.
  const [user] = changed;
  if (!user) return linkEnded(businessId);
  log({ event: 'authenticated', purpose: 'password_reset', by: 'mailed_link', businessId });
  log({ event: 'account_changed', action: 'password_reset', businessId });
  const isSecondStepOff = stepsOff.some(({ confirmedAt }) => confirmedAt !== null);
  if (isSecondStepOff) log({ event: 'account_changed', action: 'second_step_off', businessId });
  const trialEndedAt = over[0]?.trialEndedAt ?? null;
  const owned = locations.filter(({ role }) => role === 'owner');
  await tellMailboxConfirmed(env, owned, trialEndedAt);
  const unconfirmedAt = await endSessionsAt(env, locations, ended);
  return { ok: true, user, isSecondStepOff, isTrialOver: trialEndedAt !== null, unconfirmedAt };
}

/** Pass the promise to `afterAnswer`. */
export async function mailResetDone(env: Env, config: Config, user: UserRow, now: number): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'password_reset_done', user, (say) => passwordResetMail(notMe, say));
}

function linkEnded(businessId: string | null): Reset {
  log({ event: 'authentication_failed', purpose: 'password_reset', code: 'link_ended', businessId });
  return wrongField('token', accountCopy.reset.linkEnded);
}
