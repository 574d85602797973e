import type { LogInRequest } from '../../../../shared/contracts/account/account.ts';
import { cleanUsername } from '../../../../shared/typing/typed-text.ts';
import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import type { Config } from '../../../platform/config.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import { log } from '../../../platform/log.ts';
import { logInLinkMail, newDeviceMail, warning } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import {
  resetLimit,
  limits,
  consumeRateLimit,
  type LimitResult,
  type TooMany,
} from '../../../http/rate-limits.ts';
import { hashOfNobody, hashPassword, verifyPassword } from '../../../platform/passwords.ts';
import { findAccount } from '../../../identity/accounts.ts';
import { accountKey } from '../../../identity/businesses.ts';
import { passwordHashOf, recordLogIn, replacePasswordHash, type UserRow } from '../../../identity/users.ts';
import { openSecondStep } from './confirm-member.ts';
import { newMark, validMark } from './known-device.ts';
import { openLocations } from '../../../identity/location-rows.ts';
import { memberOf } from '../../../identity/members.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { endSessionsAt } from './end-sessions-at.ts';
import { findSecondStep, secondStepOn } from '../second-step/second-step-rows.ts';
import { deleteEndedSessions, deleteSession, endSession, insertSession } from '../../../identity/sessions.ts';
import type { Caller, SignedIn } from '../sign-up/sign-up.ts';
import { newToken } from '../../../identity/tokens.ts';

type Failed = {
  ok: false;
  code: 'wrong_credentials' | 'second_step_required' | 'passkey_required' | 'wrong_code';
};
/** `told`: the user who gets a mail, because an unknown device sent the right password and a wrong code. */
type Refused = Failed & { told?: UserRow };
/** `user`: the user who may get a mail with a log-in link; null if the account does not exist. */
type ProofNeeded = { ok: false; code: 'proof_needed'; retryAfterSeconds: number; user: UserRow | null };
type LogInRefused = Refused | ProofNeeded;

/**
 * Rate-limit key for a sender and a name. `nameKey` is the typed name in lower case. The key does not depend
 * on whether the account exists.
 */
export function logInLimitKey(nameKey: string, sender: string | null): string {
  return JSON.stringify([nameKey, sender]);
}

/**
 * Logs a user in by e-mail address, or by the username of the business. A successful log-in always starts a new
 * session. It also ends the session that this browser had before (`presentedHash`), with its live sockets. An unknown
 * account and a wrong password get the same answer after the same time. The second step is asked for only after a
 * correct password. If the database is unavailable before a code is consumed, the function throws and nothing has
 * changed.
 *
 * Log-in attempts from a known device or with a mailed link have their own count. All other attempts share counts that
 * strangers can use up. When the shared counts are used up, the owner needs a known device or a mailed link to log in
 * (`proof_needed`).
 */
export async function logIn(
  env: Env,
  { emailOrUsername, password, code, link }: LogInRequest,
  from: Caller,
  now: number,
): Promise<(SignedIn & { recoveryCodeUsed: boolean; isNewDevice: boolean }) | LogInRefused> {
  const typed = cleanUsername(emailOrUsername);
  const db = database(env);
  const identifier = typed.includes('@') ? { email: typed } : { username: typed };
  const found = await retryable(findAccount(db, identifier));
  const mark = found && validMark(from.marks, link, found.user, now);
  const limitKey = mark ?? logInLimitKey(accountKey(typed), from.sender);
  const within = await countTry(env, { isMarked: mark !== null, limitKey, typed, sender: from.sender }, now);
  if (!within.ok) return { ...within, code: 'proof_needed', user: found?.user ?? null };

  const { fits, needsRehash } = await verifyPassword(password, found?.passwordHash ?? hashOfNobody);
  if (!found || !fits) return failed('wrong_credentials', found?.business.id ?? null);

  const { user, business, membership } = found;
  // The view is loaded before a code is consumed or a session is ended, so that nothing has changed if the loading
  // fails.
  const view = await accountViewOf(
    env,
    memberOf(found, membership, await retryable(openLocations(db, business.id))),
  );
  const secondStep = await takeSecondStep(env, user.id, code, mark ?? user.id, now);
  if (!secondStep.ok) {
    if ('retryAfterSeconds' in secondStep) return { ...secondStep, code: 'proof_needed', user };
    // The user gets no mail about a missing code, because each log-in with a second step begins without a code.
    const isTold = mark === null && secondStep.code === 'wrong_code';
    return { ...failed(secondStep.code, business.id), ...(isTold && { told: user }) };
  }
  const { token, tokenHash } = newToken();
  const [locations, , stored, isOn] = await db.batch([
    ...endSession(db, from.presentedHash),
    passwordHashOf(db, user.id),
    secondStepOn(db, user.id),
    insertSession(db, tokenHash, membership, now, from.device),
    deleteEndedSessions(db, now, user.id),
    recordLogIn(db, user.id, now),
  ]);
  const unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: from.presentedHash }]);
  if (stored[0]?.hash !== found.passwordHash || (isOn.length > 0 && !secondStep.isOn)) {
    // The new session must end, because the password or the second step changed, or the account was deleted.
    await deleteSession(db, tokenHash);
    return failed('wrong_credentials', business.id);
  }
  if (needsRehash) {
    const hashes = { from: found.passwordHash, to: await hashPassword(password) };
    await replacePasswordHash(db, user.id, hashes);
  }
  await resetLimit(env, limits.logInPerNameAndAddress, limitKey, now);
  const by = secondStep.byRecoveryCode ? 'password_and_recovery_code' : 'password_and_app';
  log({
    event: 'authenticated',
    purpose: 'log_in',
    by: secondStep.isOn ? by : 'password',
    businessId: business.id,
  });
  return {
    ok: true,
    user,
    view,
    token,
    unconfirmedAt,
    recoveryCodeUsed: secondStep.byRecoveryCode,
    isNewDevice: mark === null,
  };
}

/** The typed name is not logged, because a user may have typed the password in the field of the name. */
function failed(code: Failed['code'], businessId: string | null): Failed {
  log({ event: 'authentication_failed', purpose: 'log_in', code, businessId });
  return { ok: false, code };
}

/**
 * Counts an attempt to log in. Without a mark, the limit of the sender is checked before the limit of the name, so that
 * only many senders together reach the limit of a name.
 */
async function countTry(
  env: Env,
  about: { isMarked: boolean; limitKey: string; typed: string; sender: string | null },
  now: number,
): Promise<LimitResult> {
  const { isMarked, limitKey, typed, sender } = about;
  if (isMarked) return consumeRateLimit(env, limits.logInPerNameAndAddress, limitKey, now);
  const bySender = await consumeRateLimit(env, limits.logInPerAddress, sender, now);
  if (!bySender.ok) return bySender;
  const byBoth = await consumeRateLimit(env, limits.logInPerNameAndAddress, limitKey, now);
  return byBoth.ok ? consumeRateLimit(env, limits.logInPerName, accountKey(typed), now) : byBoth;
}

/** Mails a log-in link to a user whose shared counts of tries are used up. Pass the promise to `afterAnswer`. */
export async function mailLogInLink(
  env: Env,
  { origin, phoneHashKey }: Pick<Config, 'origin' | 'phoneHashKey'>,
  user: UserRow,
  sender: string | null,
  now: number,
): Promise<void> {
  const bySender = await consumeRateLimit(env, limits.forgotPerAddress, sender, now);
  if (!bySender.ok || !(await consumeRateLimit(env, limits.logInLinkPerAccount, user.id, now)).ok) return;
  const mark = newMark(phoneHashKey, 'link', user, now);
  await mailPerson(env, 'log_in_link', user, (say) => logInLinkMail(origin, mark, say));
}

/** Pass the promise to `afterAnswer`. */
export async function mailNewDevice(
  env: Env,
  config: Config,
  user: UserRow,
  logIn: { by: 'password' | 'passkey'; device: string | null },
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'new_device', user, (say) => newDeviceMail(notMe, logIn, say));
}

/** Mails a user about a wrong code after a right password, at most once an hour. Pass the promise to `afterAnswer`. */
export async function mailWrongCodes(env: Env, config: Config, user: UserRow, now: number): Promise<void> {
  if (!(await consumeRateLimit(env, limits.wrongCodeMailPerAccount, user.id, now)).ok) return;
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'wrong_codes', user, (say) => warning(notMe, say.warnings.wrongCodes, say));
}

/** If the second step is on, checks and consumes its code. `countedAs`: the key of the count of wrong codes. */
async function takeSecondStep(
  env: Env,
  userId: string,
  code: string | undefined,
  countedAs: string,
  now: number,
): Promise<{ ok: true; isOn: boolean; byRecoveryCode: boolean } | Failed | TooMany> {
  const secondStep = await retryable(findSecondStep(database(env), userId));
  if (!secondStep?.isOn) return { ok: true, isOn: false, byRecoveryCode: false };
  if (!code)
    return { ok: false, code: secondStep.kind === 'app' ? 'second_step_required' : 'passkey_required' };
  const opened = await openSecondStep(env, userId, secondStep, { code, countedAs }, now);
  return opened.ok ? { ...opened, isOn: true } : opened;
}
