/** Locks and unlocks a device. Members unlock the device with their PIN, and lock it again. */
import type { DeviceView, UnlockRequest } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/en/owner/devices.ts';
import type { Language } from '../../../shared/languages.ts';
import { PIN_TRIES_MAX } from '../../../shared/limits.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { wrongField, type WrongField } from '../../http/answers.ts';
import { consumeRateLimit, limits, resetLimit, type TooMany } from '../../http/rate-limits.ts';
import { endSessionsOn, insertSessionOn, sessionOn, type Device } from '../../identity/device/device-rows.ts';
import { countPinTry, forgetPinTries, membersWithPin } from '../../identity/device/pin-rows.ts';
import { endSession } from '../../identity/sessions.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import { log } from '../../platform/log.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';
import { closeSessionsOn } from './devices.ts';

type Refused = { ok: false; code: 'not_found' | 'pin_locked' } | WrongField | TooMany;

/** The data that the page of a device shows. `token`: the token of the session in the browser. */
export async function deviceViewOf(
  env: Env,
  device: Device,
  token: string | undefined,
  now: number,
): Promise<DeviceView> {
  const db = database(env);
  const { name, business, location, idleMinutes } = device;
  return {
    name,
    businessName: business.name,
    address: location.address,
    idleMinutes,
    members: (await membersHere(env, device)).map(({ id, name: of }) => ({ id, name: of })),
    unlockedBy: token === undefined ? null : await retryable(sessionOn(db, device, hashToken(token), now)),
  };
}

/** The members who have a PIN and may reach the device's location. */
async function membersHere(env: Env, { business, location }: Device) {
  const members = await retryable(membersWithPin(database(env), business.id));
  return members.filter(({ locationIds }) => locationIds === null || locationIds.includes(location.id));
}

/**
 * Unlocks a device with a member's PIN, and starts a session of the member on the device. Ends the session that the
 * device had before, and the session that the browser had before. `unconfirmedAt`: the locations that have not
 * confirmed the end of these sessions. The tries to type a PIN are limited for each device, for each device and member
 * together, and for each PIN. `language`: the member's language.
 */
export async function unlock(
  env: Env,
  device: Device,
  { memberId: userId, pin }: UnlockRequest,
  presentedHash: string,
  now: number,
): Promise<{ ok: true; token: string; language: Language | null; unconfirmedAt: string[] } | Refused> {
  const byDevice = await consumeRateLimit(env, limits.pinPerDevice, device.id, now);
  if (!byDevice.ok) return byDevice;
  const member = (await membersHere(env, device)).find(({ id }) => id === userId);
  if (member === undefined) return { ok: false, code: 'not_found' };
  const counted = `${device.id} ${userId}`;
  const byMember = await consumeRateLimit(env, limits.pinPerDeviceAndMember, counted, now);
  if (!byMember.ok) return byMember;
  const db = database(env);
  const { id: businessId } = device.business;
  const key = { userId, businessId };
  const [tried] = await countPinTry(db, key);
  if (!tried?.hash) return { ok: false, code: 'pin_locked' };
  if (!(await verifyPassword(pin, tried.hash)).fits) {
    log({ event: 'authentication_failed', purpose: 'device', code: 'wrong_pin', businessId });
    if (tried.tries >= PIN_TRIES_MAX) return { ok: false, code: 'pin_locked' };
    return wrongField('pin', devicesCopy.page.wrongPin);
  }
  const { token, tokenHash } = newToken();
  const [, ended, locations, , begun] = await db.batch([
    forgetPinTries(db, key, tried.hash),
    endSessionsOn(db, device.id),
    ...endSession(db, presentedHash),
    insertSessionOn(db, device, { tokenHash, userId, pinHash: tried.hash }, now),
  ]);
  await resetLimit(env, limits.pinPerDeviceAndMember, counted, now);
  const unconfirmedAt = [
    ...(await closeSessionsOn(env, device, ended)),
    ...(await endSessionsAt(env, locations, [{ tokenHash: presentedHash }])),
  ];
  // No session began, because the PIN was changed, the membership ended, or the device was revoked during this call.
  if (begun.length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'authenticated', purpose: 'device', by: 'pin', businessId });
  return { ok: true, token, language: member.language, unconfirmedAt: [...new Set(unconfirmedAt)] };
}

/** Locks a device. Returns the addresses of locations that have not confirmed the end of the device's session. */
export async function lock(env: Env, device: Device): Promise<string[]> {
  return closeSessionsOn(env, device, await retryable(endSessionsOn(database(env), device.id)));
}
