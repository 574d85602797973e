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
 * Rate-limit key for a sender and a name. `nameKey` is the typed name in lower case. The key does not depend
 * on whether the account exists.
 */
export function logInLimitKey(nameKey: string, sender: string | null): string {
  return JSON.stringify([nameKey, sender]);
}

/**
 * Logs a user in by e-mail address, or by the username of the business. Always starts a new session, and ends
 * the one of `presentedToken` with its live sockets. An unknown account takes as long as a wrong password and
 * gets the same answer. The second step is only asked for after a correct password. If the database is away
 * before that, the function throws and nothing has changed.
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
  // By sender first: a stranger cannot exhaust another sender's tries. Only many senders together reach the
  // limit by name.
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
  // The view is loaded before a code is consumed or a session ended: if loading fails, nothing has changed.
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
  // No session has the hash of an empty token.
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
    // Meanwhile the password or the second step changed, or the account was deleted. So the new session must
    // end.
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

/** The typed name is not logged: it may be a mistyped password. */
function failed(code: Failed['code'], businessId: string | null): Failed {
  log({ event: 'authentication_failed', purpose: 'log_in', code, businessId });
  return { ok: false, code };
}

/** Consumes the second step, if it is on, after a correct password. */
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
