/** PINs with which members unlock devices. */
import type { PinAnswer, SetPinRequest } from '../../../shared/contracts/devices.ts';
import { PIN_TRIES_MAX } from '../../../shared/limits.ts';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { mayManage } from '../../../shared/roles.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { membershipsOf } from '../../identity/membership-rows.ts';
import { pinOf, setPinHash, unlockPinOf } from '../../identity/device/pin-rows.ts';
import type { LoggedIn } from '../../identity/sessions.ts';
import { hasPasswordHash } from '../../identity/users.ts';
import { log } from '../../platform/log.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { confirmMember, type NotConfirmed } from '../account/session/confirm-member.ts';
import { wrongField } from '../../http/answers.ts';

const keyOf = ({ user, business }: LoggedIn) => ({ userId: user.id, businessId: business.id });

export async function ownPin(env: Env, member: LoggedIn): Promise<PinAnswer> {
  const pin = await retryable(pinOf(database(env), keyOf(member)));
  const isSet = typeof pin?.hash === 'string';
  return { isSet, isLocked: isSet && pin.tries >= PIN_TRIES_MAX };
}

/**
 * Sets the member's own PIN, after a check of the password and the second step. Without this check, a thief could set a
 * PIN in a stolen session and use the PIN later.
 */
export async function setPin(
  env: Env,
  member: LoggedIn,
  { pin, ...typed }: SetPinRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  // The PIN is not set if the confirmed password was replaced after the check, either by a new password or by the link
  // "this was not me".
  const isConfirmed = hasPasswordHash(db, member.user.id, confirmed.passwordHash);
  const [set] = await db.batch([setPinHash(db, keyOf(member), await hashPassword(pin), isConfirmed)]);
  if (set.length === 0) return wrongField('password', securityCopy.password.wrong);
  log({ event: 'account_changed', action: 'pin_set', businessId: member.business.id });
  return { ok: true };
}

/** Removes the member's own PIN. Sessions on devices continue. */
export async function removePin(env: Env, member: LoggedIn): Promise<void> {
  await setPinHash(database(env), keyOf(member), null);
  log({ event: 'account_changed', action: 'pin_removed', businessId: member.business.id });
}

/**
 * Unlocks the PIN of a member whom the caller may manage, or the caller's own PIN. Returns false if there is no PIN
 * that the caller may unlock.
 */
export async function unlockPin(env: Env, by: LoggedIn, userId: string): Promise<boolean> {
  const db = database(env);
  const members = await retryable(membershipsOf(db, by.business.id));
  const member = members.find((one) => one.userId === userId);
  if (member === undefined || !(userId === by.user.id || mayManage(by, member))) return false;
  const unlocked = await unlockPinOf(db, { userId, businessId: by.business.id });
  if (unlocked.length === 0) return false;
  log({ event: 'account_changed', action: 'pin_unlocked', businessId: by.business.id });
  return true;
}
