/**
 * Checks the password of a logged-in member again. If the second step is on, it is checked too. The rate limits are
 * checked before the password or code.
 */
import type { SignedByPasskey } from '../../../../shared/contracts/account/passkey-signature.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { refusals } from '../../../../shared/copy/en/refusals.ts';
import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { wrongField, type WrongField } from '../../../http/answers.ts';
import { resetLimit, limits, consumeRateLimit, type TooMany } from '../../../http/rate-limits.ts';
import { verifyPassword } from '../../../platform/passwords.ts';
import { isSignedBy } from '../passkeys/signer.ts';
import { hashRecoveryCode } from '../second-step/recovery-codes.ts';
import { stepOfCode } from '../second-step/app-code.ts';
import type { LoggedIn } from '../../../identity/sessions.ts';
import { passwordHashOf } from '../../../identity/users.ts';
import {
  findSecondStep,
  consumeRecoveryCode,
  consumeTotpStep,
  type SecondStep,
} from '../second-step/second-step-rows.ts';

/** The second step of a call: a code of the app or a recovery code, or a signature of a passkey. */
type GivenSecondStep = { code?: string | undefined; passkey?: SignedByPasskey | undefined };

/**
 * A wrong password or code is reported as an error of its field and not as `not_logged_in`, because the member is
 * logged in.
 */
export type NotConfirmed = WrongField | TooMany;

/**
 * Checks the password of a logged-in user and returns its hash. A refusal reports an error in the field that `field`
 * names. Each session has its own count of attempts. So the attempts of a thief in a stolen session do not block the
 * member, who can set a new password.
 */
export async function confirmPassword(
  env: Env,
  { user, business, sessionTokenHash }: LoggedIn,
  password: string,
  now: number,
  field = 'password',
): Promise<{ ok: true; passwordHash: string } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.confirmPerSession, sessionTokenHash, now);
  if (!within.ok) return within;
  const stored = await retryable(passwordHashOf(database(env), user.id).get());
  const { fits } = stored ? await verifyPassword(password, stored.hash) : { fits: false };
  if (!stored || !fits) {
    log({
      event: 'authentication_failed',
      purpose: 'account_change',
      code: 'wrong_credentials',
      businessId: business.id,
    });
    return wrongField(field, securityCopy.password.wrong);
  }
  await resetLimit(env, limits.confirmPerSession, sessionTokenHash, now);
  return { ok: true, passwordHash: stored.hash };
}

/**
 * Checks the password. If the second step is on, checks it afterwards. A refusal reports an error in the field that
 * `field` names, or in `code`.
 */
export async function confirmMember(
  env: Env,
  member: LoggedIn,
  typed: { password: string } & GivenSecondStep,
  now: number,
  field = 'password',
): Promise<{ ok: true; passwordHash: string; hasSecondStep: boolean } | NotConfirmed> {
  const confirmed = await confirmPassword(env, member, typed.password, now, field);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const { user, business, sessionTokenHash } = member;
  const secondStep = await retryable(findSecondStep(db, user.id));
  if (!secondStep?.isOn) return { ...confirmed, hasSecondStep: false };
  const { code, passkey } = typed;
  if (code) {
    const counted = { code, countedAs: sessionTokenHash };
    const opened = await openSecondStep(env, user.id, secondStep, counted, now);
    if (opened.ok) return { ...confirmed, hasSecondStep: true };
    return opened.code === 'wrong_code' ? wrongCode(business.id) : opened;
  }
  const { codeRequired, passkeyRequired } = securityCopy.secondStep;
  if (!passkey) return wrongField('code', secondStep.kind === 'app' ? codeRequired : passkeyRequired);
  const signed = await confirmPasskey(env, member, passkey, now);
  return signed.ok ? { ...confirmed, hasSecondStep: true } : signed;
}

/** Checks that a logged-in user has signed with a passkey of the user. A refusal reports an error in `code`. */
export async function confirmPasskey(
  env: Env,
  { user, business, sessionTokenHash, pageOrigin }: LoggedIn,
  passkey: SignedByPasskey,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.secondStep, sessionTokenHash, now);
  if (!within.ok) return within;
  if (!(await isSignedBy(database(env), { userId: user.id, origin: pageOrigin }, passkey, now))) {
    log({
      event: 'authentication_failed',
      purpose: 'account_change',
      code: 'wrong_passkey',
      businessId: business.id,
    });
    return wrongField('code', securityCopy.secondStep.wrongPasskey);
  }
  await resetLimit(env, limits.secondStep, sessionTokenHash, now);
  return { ok: true };
}

/**
 * Consumes a recovery code or, if the second step is an app, a code of the app. A try is counted before its code is
 * checked. `countedAs` is the key of the count: a session, a known device, or the user for all other callers. All
 * callers have already given the right password.
 */
export async function openSecondStep(
  env: Env,
  userId: string,
  secondStep: SecondStep,
  { code, countedAs }: { code: string; countedAs: string },
  now: number,
): Promise<{ ok: true; byRecoveryCode: boolean } | { ok: false; code: 'wrong_code' } | TooMany> {
  const within = await consumeRateLimit(env, limits.secondStep, countedAs, now);
  if (!within.ok) return within;
  const db = database(env);
  const isApp = secondStep.kind === 'app';
  const step = isApp ? await stepOfCode(env, userId, secondStep, code, now) : null;
  const byApp = step !== null && (await consumeTotpStep(db, userId, secondStep.stored, step));
  const recoveryHash = byApp ? null : hashRecoveryCode(code);
  const byRecoveryCode = recoveryHash !== null && (await consumeRecoveryCode(db, userId, recoveryHash));
  if (!byApp && !byRecoveryCode) return { ok: false, code: 'wrong_code' };
  await resetLimit(env, limits.secondStep, countedAs, now);
  return { ok: true, byRecoveryCode };
}

/** Logs and returns the refusal of a logged-in member's wrong code. */
export function wrongCode(businessId: string): NotConfirmed {
  log({ event: 'authentication_failed', purpose: 'account_change', code: 'wrong_code', businessId });
  return wrongField('code', refusals.wrong_code.sentence);
}
