/** Lock of a device: members unlock it with their PIN, and lock it again. */
import type { DeviceView, UnlockRequest } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/en/owner/devices.ts';
import { PIN_TRIES_MAX } from '../../../shared/limits.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { consumeRateLimit, limits, resetLimit } from '../../http/rate-limits.ts';
import { endSessionsOn, insertSessionOn, sessionOn, type Device } from '../../identity/device/device-rows.ts';
import { countPinTry, forgetPinTries, membersWithPin } from '../../identity/device/pin-rows.ts';
import { endSession } from '../../identity/sessions.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import { log } from '../../platform/log.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { closeOwnerSockets } from '../account/session/owner-sockets.ts';
import { closeSessionsOn } from './devices.ts';

type Refused =
  | { ok: false; code: 'not_found' | 'pin_locked' }
  | { ok: false; code: 'invalid_input'; fieldErrors: Record<string, string[]> }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** What the page of a device shows. `token`: of the session in the browser. */
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
 * Unlocks a device with a member's PIN: starts a session of the member on it. Ends the session before it, and the one
 * that the browser has; `unconfirmedAt` names locations that have not confirmed it. Tries are limited by device, by device
 * and member, and by PIN.
 */
export async function unlock(
  env: Env,
  device: Device,
  { memberId: userId, pin }: UnlockRequest,
  presentedToken: string | undefined,
  now: number,
): Promise<{ ok: true; token: string; unconfirmedAt: string[] } | Refused> {
  const byDevice = await consumeRateLimit(env, limits.pinPerDevice, device.id, now);
  if (!byDevice.ok) return { ...byDevice, code: 'too_many_requests' };
  if ((await membersHere(env, device)).every(({ id }) => id !== userId))
    return { ok: false, code: 'not_found' };
  const counted = `${device.id} ${userId}`;
  const byMember = await consumeRateLimit(env, limits.pinPerDeviceAndMember, counted, now);
  if (!byMember.ok) return { ...byMember, code: 'too_many_requests' };
  const db = database(env);
  const { id: businessId } = device.business;
  const key = { userId, businessId };
  const [tried] = await countPinTry(db, key);
  if (!tried?.hash) return { ok: false, code: 'pin_locked' };
  if (!(await verifyPassword(pin, tried.hash)).fits) {
    log({ event: 'authentication_failed', purpose: 'device', code: 'wrong_pin', businessId });
    if (tried.tries >= PIN_TRIES_MAX) return { ok: false, code: 'pin_locked' };
    return { ok: false, code: 'invalid_input', fieldErrors: { pin: [devicesCopy.page.wrongPin] } };
  }
  const { token, tokenHash } = newToken();
  // No session has the hash of an empty token.
  const presented = hashToken(presentedToken ?? '');
  const [, ended, locations, , begun] = await db.batch([
    forgetPinTries(db, key, tried.hash),
    endSessionsOn(db, device.id),
    ...endSession(db, presented),
    insertSessionOn(db, device, { tokenHash, userId, pinHash: tried.hash }, now),
  ]);
  await resetLimit(env, limits.pinPerDeviceAndMember, counted, now);
  const unconfirmedAt = [
    ...(await closeSessionsOn(env, device, ended)),
    ...(await closeOwnerSockets(env, locations, [presented])),
  ];
  // The PIN was changed, the membership ended or the device was revoked meanwhile.
  if (begun.length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'authenticated', purpose: 'device', by: 'pin', businessId });
  return { ok: true, token, unconfirmedAt: [...new Set(unconfirmedAt)] };
}

/** Locks a device. Returns the addresses that have not confirmed the end of its session. */
export async function lock(env: Env, device: Device): Promise<string[]> {
  return closeSessionsOn(env, device, await retryable(endSessionsOn(database(env), device.id)));
}
