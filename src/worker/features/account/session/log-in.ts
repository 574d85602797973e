import type { LogInRequest } from '../../../../shared/contracts/account.ts';
import { cleanUsername } from '../../../../shared/typing/typed-text.ts';
import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { resetLimit, limits, consumeRateLimit } from '../../../http/rate-limits.ts';
import { hashOfNobody, hashPassword, verifyPassword } from '../../../platform/passwords.ts';
import { findAccount } from '../../../identity/accounts.ts';
import { accountKey } from '../../../identity/businesses.ts';
import { passwordHashOf, replacePasswordHash } from '../../../identity/users.ts';
import { openSecondStep } from './confirm-owner.ts';
import { openLocations } from '../../../identity/location-rows.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import { findSecondStep, secondStepOn } from '../second-step/second-step-rows.ts';
import { deleteEndedSessions, deleteSession, endSession, insertSession } from '../../../identity/sessions.ts';
import type { Caller, SignedIn } from '../sign-up/sign-up.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';

type Failed = { ok: false; code: 'wrong_credentials' | 'second_step_required' | 'wrong_code' };
type TooMany = { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };
type LogInRefused = Failed | TooMany;

/**
 * What one sender's tries to log in by one name are counted under; `nameKey` is the name as typed, without its case.
 * Whether an account has the name plays no part, so that no answer depends on it.
 */
export function logInLimitKey(nameKey: string, sender: string | null): string {
  return JSON.stringify([nameKey, sender]);
}

/**
 * Logs a user in by e-mail address, or by the username of the user's business. Always begins a new log-in and ends the one that
 * `presentedToken` stands for, with its live sockets. An unknown account answers like a wrong password, after as much
 * work. Only a right password is asked for the second step; without one a `code` is not looked at. Where the
 * database is away before that it throws, and nothing was changed.
 */
export async function logIn(
  env: Env,
  { emailOrUsername, password, code }: LogInRequest,
  from: Caller,
  now: number,
): Promise<(SignedIn & { recoveryCodeUsed: boolean }) | LogInRefused> {
  const bySender = await consumeRateLimit(env, limits.logInPerAddress, from.sender, now);
  if (!bySender.ok) return { ...bySender, code: 'too_many_requests' };

  const typed = cleanUsername(emailOrUsername);
  // By sender first: a stranger uses up the tries of nobody else, and only many together reach the name's ceiling.
  const limitKey = logInLimitKey(accountKey(typed), from.sender);
  const byBoth = await consumeRateLimit(env, limits.logInPerNameAndAddress, limitKey, now);
  if (!byBoth.ok) return { ...byBoth, code: 'too_many_requests' };
  const byName = await consumeRateLimit(env, limits.logInPerName, accountKey(typed), now);
  if (!byName.ok) return { ...byName, code: 'too_many_requests' };

  const db = database(env);
  const identifier = typed.includes('@') ? { email: typed } : { username: typed };
  const found = await retryable(findAccount(db, identifier));
  const { fits, needsRehash } = await verifyPassword(password, found?.passwordHash ?? hashOfNobody);
  if (!found || !fits) return failed('wrong_credentials', found?.business.id ?? null);

  const { user, business } = found;
  // Before a code is used up or a log-in ended: whoever is told to try again has everything as it was.
  const view = await accountViewOf(env, {
    user,
    business,
    locations: await retryable(openLocations(db, business.id)),
  });
  const secondStep = await takeSecondStep(env, user.id, code, now);
  if (!secondStep.ok) {
    return secondStep.code === 'too_many_requests' ? secondStep : failed(secondStep.code, business.id);
  }
  const { token, tokenHash } = newToken();
  // No log-in has the hash of an empty token.
  const presented = hashToken(from.presentedToken ?? '');
  const [locations, , stored, isOn] = await db.batch([
    ...endSession(db, presented),
    passwordHashOf(db, user.id),
    secondStepOn(db, user.id),
    insertSession(db, tokenHash, user.id, now, from.device),
    deleteEndedSessions(db, user.id, now),
  ]);
  await closeOwnerSockets(env, locations, [presented]);
  if (stored[0]?.hash !== found.passwordHash || (isOn.length > 0 && !secondStep.isOn)) {
    // A new password or a second step was set while this one was checked, or the account was deleted: this log-in
    // must not outlive that.
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
  return { ok: true, user, view, token, recoveryCodeUsed: secondStep.byRecoveryCode };
}

/** What was typed is not in the log: a name can be a mistyped password. */
function failed(code: Failed['code'], businessId: string | null): Failed {
  log({ event: 'authentication_failed', purpose: 'log_in', code, businessId });
  return { ok: false, code };
}

/** The second step of a user whose password was right, where it is on. */
async function takeSecondStep(
  env: Env,
  userId: string,
  code: string | undefined,
  now: number,
): Promise<{ ok: true; isOn: boolean; byRecoveryCode: boolean } | Failed | TooMany> {
  const secondStep = await retryable(findSecondStep(database(env), userId));
  if (!secondStep?.isOn) return { ok: true, isOn: false, byRecoveryCode: false };
  if (!code) return { ok: false, code: 'second_step_required' };
  const opened = await openSecondStep(env, userId, secondStep, code, now);
  return opened.ok ? { ...opened, isOn: true } : opened;
}
