/** Devices at the door: enrolled by a code, listed and revoked. */
import type {
  ChangeDeviceRequest,
  DevicesAnswer,
  NewDeviceAnswer,
  NewDeviceRequest,
} from '../../../shared/contracts/devices.ts';
import { DEVICE_CODE_DIGITS, DEVICE_CODE_MS } from '../../../shared/limits.ts';
import { iso } from '../../../shared/time/iso.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { consumeRateLimit, consumeSenderLimit, limits } from '../../http/rate-limits.ts';
import {
  changeDevice,
  deleteDevice,
  devicesOf,
  enrolDevice,
  insertDevice,
  type Device,
} from '../../identity/device/device-rows.ts';
import { endSession, type LoggedIn } from '../../identity/sessions.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import type { Config } from '../../platform/config.ts';
import { hmacSha256 } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { closeOwnerSockets } from '../account/session/owner-sockets.ts';

type TooMany = { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Makes a code that enrols one device at a location that the member may reach. Only its keyed hash is stored. */
export async function newDeviceCode(
  env: Env,
  { phoneHashKey }: Config,
  by: LoggedIn,
  wanted: NewDeviceRequest,
  now: number,
): Promise<
  { ok: true; answer: NewDeviceAnswer } | { ok: false; code: 'not_found' | 'devices_full' } | TooMany
> {
  const within = await consumeRateLimit(env, limits.deviceCodesPerBusiness, by.business.id, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  if (by.given.every(({ id }) => id !== wanted.locationId)) return { ok: false, code: 'not_found' };
  const code = newCode();
  const row = {
    ...wanted,
    id: crypto.randomUUID(),
    businessId: by.business.id,
    codeHash: hashOf(phoneHashKey, code),
  };
  const [, made] = await database(env).batch(insertDevice(database(env), row, now));
  if (made.length === 0) return { ok: false, code: 'devices_full' };
  return { ok: true, answer: { code, expiresAt: iso(now + DEVICE_CODE_MS) } };
}

/**
 * Enrols the browser of this request by a code, and ends the log-in that the browser has: a device is good for the stand
 * only. Returns the device's token, null if the code is wrong, was used, or has expired; and the locations that have not
 * confirmed the end of the log-in.
 */
export async function enrol(
  env: Env,
  { phoneHashKey }: Config,
  code: string,
  { sender, presentedToken }: { sender: string | null; presentedToken: string | undefined },
  now: number,
): Promise<{ ok: true; token: string | null; unconfirmedAt: string[] } | TooMany> {
  const within = await consumeSenderLimit(env, limits.enrolPerAddress, sender, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const db = database(env);
  const { token, tokenHash } = newToken();
  const enrolled = await enrolDevice(db, hashOf(phoneHashKey, code), tokenHash, now);
  if (enrolled.length === 0) return { ok: true, token: null, unconfirmedAt: [] };
  // No session has the hash of an empty token.
  const presented = hashToken(presentedToken ?? '');
  const [locations] = await db.batch(endSession(db, presented));
  return { ok: true, token, unconfirmedAt: await closeOwnerSockets(env, locations, [presented]) };
}

/** The devices at the locations that the member may reach. */
export async function listDevices(env: Env, by: LoggedIn, now: number): Promise<DevicesAnswer> {
  const devices = await retryable(devicesOf(database(env), by.business.id, now));
  return {
    devices: devices
      .filter((device) => isGiven(by, device))
      .map(({ id, name, idleMinutes, lastSeenAt, location }) => ({
        id,
        name,
        address: location.address,
        idleMinutes,
        lastSeenAt: iso(lastSeenAt),
      })),
  };
}

/** Changes the name and the time of a device. False if the member may reach no such device. */
export async function editDevice(
  env: Env,
  by: LoggedIn,
  id: string,
  change: ChangeDeviceRequest,
  now: number,
): Promise<boolean> {
  const device = await deviceAt(env, by, id, now);
  return device !== undefined && (await changeDevice(database(env), id, change)).length > 0;
}

/**
 * Revokes a device and ends the session on it. Returns the addresses of locations that have not confirmed the end; null
 * if the member may reach no such device.
 */
export async function revokeDevice(
  env: Env,
  by: LoggedIn,
  id: string,
  now: number,
): Promise<string[] | null> {
  const device = await deviceAt(env, by, id, now);
  if (device === undefined) return null;
  const db = database(env);
  const [ended] = await db.batch(deleteDevice(db, id));
  log({ event: 'account_changed', action: 'device_revoked', businessId: by.business.id });
  return closeSessionsOn(env, device, ended);
}

/** Closes the sockets of sessions on a device, and ends their passes. Returns the addresses that have not confirmed. */
export async function closeSessionsOn(
  env: Env,
  { location }: Device,
  ended: { tokenHash: string }[],
): Promise<string[]> {
  if (ended.length === 0) return [];
  return closeOwnerSockets(
    env,
    [location],
    ended.map(({ tokenHash }) => tokenHash),
  );
}

/** The device with this id, if it is at a location that the member may reach. */
async function deviceAt(env: Env, by: LoggedIn, id: string, now: number): Promise<Device | undefined> {
  const devices = await retryable(devicesOf(database(env), by.business.id, now));
  return devices.find((one) => one.id === id && isGiven(by, one));
}

function isGiven({ given }: LoggedIn, { location }: Device): boolean {
  return given.some(({ id }) => id === location.id);
}

/** Random digits. The modulo favours small numbers by less than one in a million. */
function newCode(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return String(random % 10n ** BigInt(DEVICE_CODE_DIGITS)).padStart(DEVICE_CODE_DIGITS, '0');
}

function hashOf(key: string, code: string): string {
  return hmacSha256(key, `device code ${code}`, 'base64url');
}
