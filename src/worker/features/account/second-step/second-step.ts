/** Two-step log-in with an authenticator app (RFC 6238) or passkeys, and recovery codes for a lost device. */
import { product } from '../../../../shared/product.ts';
import type {
  ConfirmedRequest,
  PasskeyStepRequest,
  SecondStepOffer,
} from '../../../../shared/contracts/account/security.ts';
import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { resetLimit, limits, consumeRateLimit } from '../../../http/rate-limits.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpUri } from './totp.ts';
import { stepOfCode } from './app-code.ts';
import { sealAtRest } from '../../../platform/at-rest.ts';
import { recoveryCodesMail, secondStepMail, type SecondStepChange } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import type { Config } from '../../../platform/config.ts';
import type { UserRow } from '../../../identity/users.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import {
  confirmMember,
  confirmPasskey,
  confirmPassword,
  wrongCode,
  type NotConfirmed,
} from '../session/confirm-member.ts';
import {
  findSecondStep,
  offerSecret,
  replaceRecoveryCodes,
  switchOff,
  switchOn,
  switchPasskeyStepOn,
  consumeTotpStep,
} from './second-step-rows.ts';
import type { LoggedIn } from '../../../identity/sessions.ts';

type WithCodes = { ok: true; recoveryCodes: string[] };

/**
 * Offers a new secret for an authenticator app, after a check of the password. Log-ins ask for codes only after the
 * app's first correct code (`confirmSecondStep`). A repeated call replaces the secret.
 */
export async function beginSecondStep(
  env: Env,
  member: LoggedIn,
  password: string,
  now: number,
): Promise<{ ok: true; offer: SecondStepOffer } | NotConfirmed | { ok: false; code: 'second_step_on' }> {
  const { user } = member;
  const confirmed = await confirmPassword(env, member, password, now);
  if (!confirmed.ok) return confirmed;
  const secret = newTotpSecret();
  const sealed = await sealAtRest(env, secret, `second step of ${user.id}`);
  const offered = await offerSecret(database(env), user.id, sealed, now);
  if (!offered) return { ok: false, code: 'second_step_on' };
  return { ok: true, offer: { secret, uri: totpUri(secret, product.name, user.email) } };
}

/** Switches the second step on with the app's first code. Returns the recovery codes, which are shown only once. */
export async function confirmSecondStep(
  env: Env,
  { user, business, sessionTokenHash }: LoggedIn,
  code: string,
  now: number,
): Promise<WithCodes | NotConfirmed | { ok: false; code: 'second_step_on' | 'second_step_off' }> {
  const within = await consumeRateLimit(env, limits.secondStep, sessionTokenHash, now);
  if (!within.ok) return within;
  const db = database(env);
  const waiting = await retryable(findSecondStep(db, user.id));
  if (waiting === null) return { ok: false, code: 'second_step_off' };
  if (waiting.isOn) return { ok: false, code: 'second_step_on' };
  const step = await stepOfCode(env, user.id, waiting, code, now);
  if (step === null || !(await consumeTotpStep(db, user.id, waiting.stored, step))) {
    return wrongCode(business.id);
  }
  const codes = freshCodes();
  const about = { secret: waiting.stored, step, codeHashes: codes.hashes, now };
  if (!(await switchOn(db, user.id, about))) return { ok: false, code: 'second_step_on' };
  await resetLimit(env, limits.secondStep, sessionTokenHash, now);
  log({ event: 'account_changed', action: 'second_step_on', businessId: business.id });
  return { ok: true, recoveryCodes: codes.shown };
}

/**
 * Makes passkeys the second step, after a check of the password and of a passkey's signature. Returns the recovery
 * codes, which are shown only once. After that, the password alone is not enough for a log-in: the user logs in with a
 * passkey (`logInWithPasskey`), or with the password and a recovery code.
 */
export async function beginPasskeyStep(
  env: Env,
  member: LoggedIn,
  { password, passkey }: PasskeyStepRequest,
  now: number,
): Promise<WithCodes | NotConfirmed | { ok: false; code: 'second_step_on' }> {
  const confirmed = await confirmPassword(env, member, password, now);
  if (!confirmed.ok) return confirmed;
  const signed = await confirmPasskey(env, member, passkey, now);
  if (!signed.ok) return signed;
  const { user, business } = member;
  const secret = await sealAtRest(env, newTotpSecret(), `second step of ${user.id}`);
  const codes = freshCodes();
  const about = { secret, codeHashes: codes.hashes, now };
  if (!(await switchPasskeyStepOn(database(env), user.id, about)))
    return { ok: false, code: 'second_step_on' };
  log({ event: 'account_changed', action: 'second_step_on', businessId: business.id });
  return { ok: true, recoveryCodes: codes.shown };
}

/** Replaces all recovery codes, after a check of password and second step. */
export async function renewRecoveryCodes(
  env: Env,
  member: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<WithCodes | NotConfirmed | { ok: false; code: 'second_step_off' }> {
  const { user, business } = member;
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  if (!confirmed.hasSecondStep) return { ok: false, code: 'second_step_off' };
  const codes = freshCodes();
  await replaceRecoveryCodes(database(env), user.id, codes.hashes);
  log({ event: 'account_changed', action: 'recovery_codes_renewed', businessId: business.id });
  return { ok: true, recoveryCodes: codes.shown };
}

/** Switches the second step off, after a check of password and second step. */
export async function endSecondStep(
  env: Env,
  member: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed | { ok: false; code: 'second_step_off' }> {
  const { user, business } = member;
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  if (!confirmed.hasSecondStep) return { ok: false, code: 'second_step_off' };
  const db = database(env);
  await db.batch(switchOff(db, user.id, now));
  log({ event: 'account_changed', action: 'second_step_off', businessId: business.id });
  return { ok: true };
}

/** Pass the promise to `afterAnswer`. */
export async function mailSecondStepChange(
  env: Env,
  config: Config,
  user: Pick<UserRow, 'id' | 'email' | 'language'>,
  what: SecondStepChange,
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'second_step', user, (say) => secondStepMail(notMe, what, say));
}

/** Pass the promise to `afterAnswer`. */
export async function mailNewRecoveryCodes(
  env: Env,
  config: Config,
  { user }: Pick<LoggedIn, 'user'>,
  what: 'used' | 'renewed',
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'recovery_codes', user, (say) => recoveryCodesMail(notMe, what, say));
}

function freshCodes(): { shown: string[]; hashes: string[] } {
  const shown = newRecoveryCodes();
  return { shown, hashes: shown.map((code) => hashRecoveryCode(code) ?? '') };
}
