/** Devices at the door: a code enrols a device, and the team lists and revokes devices. */
import type { SQL } from 'drizzle-orm';
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
import { consumeRateLimit, consumeSenderLimit, limits, type TooMany } from '../../http/rate-limits.ts';
import {
  changeDevice,
  deleteDevices,
  devicesOf,
  devicesWith,
  enrolDevice,
  insertDevice,
  type Device,
} from '../../identity/device/device-rows.ts';
import { endSession, type LoggedIn } from '../../identity/sessions.ts';
import { newToken } from '../../identity/tokens.ts';
import { userById, type UserRow } from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { hmacSha256 } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';

/**
 * Makes a code that enrols one device at a location that the member may reach. Only a keyed hash of the code is stored.
 */
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
  if (!within.ok) return within;
  if (by.given.every(({ id }) => id !== wanted.locationId)) return { ok: false, code: 'not_found' };
  const code = newCode();
  const row = {
    ...wanted,
    id: crypto.randomUUID(),
    businessId: by.business.id,
    codeHash: hashOf(phoneHashKey, code),
    createdBy: by.user.id,
  };
  const [, made] = await database(env).batch(insertDevice(database(env), row, now));
  if (made.length === 0) return { ok: false, code: 'devices_full' };
  return { ok: true, answer: { id: row.id, code, expiresAt: iso(now + DEVICE_CODE_MS) } };
}

/**
 * The outcome of an enrolment. `token`: the secret for the device's cookie. `by`: the user who made the code; null if
 * this user is unknown or was deleted.
 */
type Enrolled = { token: string; by: UserRow | null };

/**
 * Uses a code to enrol the browser of this request as a device. Ends the browser's log-in, and revokes the browser's
 * earlier device, because a browser can be only one device. `enrolled`: null if the code is wrong, was used, or has
 * expired. `unconfirmedAt`: the locations that have not confirmed the end of the log-in or of the earlier device's
 * session.
 */
export async function enrol(
  env: Env,
  { phoneHashKey }: Config,
  code: string,
  {
    sender,
    presentedHash,
    presentedStandHash,
  }: { sender: string | null; presentedHash: string; presentedStandHash: string | null },
  now: number,
): Promise<{ ok: true; enrolled: Enrolled | null; unconfirmedAt: string[] } | TooMany> {
  const within = await consumeSenderLimit(env, limits.enrolPerAddress, sender, now);
  if (!within.ok) return within;
  const db = database(env);
  const { token, tokenHash } = newToken();
  const [device] = await enrolDevice(db, hashOf(phoneHashKey, code), tokenHash, now);
  if (device === undefined) return { ok: true, enrolled: null, unconfirmedAt: [] };
  const { businessId, createdBy } = device;
  log({ event: 'account_changed', action: 'device_enrolled', businessId });
  const [locations] = await db.batch(endSession(db, presentedHash));
  const unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: presentedHash }]);
  if (presentedStandHash !== null)
    unconfirmedAt.push(...(await endDevices(env, devicesWith.token(presentedStandHash))));
  const by = createdBy === null ? null : await retryable(userById(db, createdBy));
  return { ok: true, enrolled: { token, by }, unconfirmedAt: [...new Set(unconfirmedAt)] };
}

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

/**
 * Changes the name of a device, and the number of minutes without use after which the device locks. Returns false if no
 * device with this id is at a location that the member may reach.
 */
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
 * Revokes a device and ends the session on the device. Returns the addresses of locations that have not confirmed the
 * end of the session; null if no device with this id is at a location that the member may reach.
 */
export async function revokeDevice(
  env: Env,
  by: LoggedIn,
  id: string,
  now: number,
): Promise<string[] | null> {
  if ((await deviceAt(env, by, id, now)) === undefined) return null;
  return endDevices(env, devicesWith.id(id));
}

/**
 * Deletes devices and ends the sessions on these devices. Returns the addresses of locations that have not confirmed
 * the end of the sessions.
 */
async function endDevices(env: Env, which: SQL): Promise<string[]> {
  const db = database(env);
  const [locations, ended, revoked] = await db.batch(deleteDevices(db, which));
  for (const { businessId } of revoked)
    log({ event: 'account_changed', action: 'device_revoked', businessId });
  return ended.length === 0 ? [] : endSessionsAt(env, locations, ended);
}

/**
 * Closes the sockets of sessions on a device, and ends the passes of these sessions. Returns the addresses of locations
 * that have not confirmed the end of these sessions.
 */
export async function closeSessionsOn(
  env: Env,
  { location }: Device,
  ended: { tokenHash: string }[],
): Promise<string[]> {
  if (ended.length === 0) return [];
  return endSessionsAt(env, [location], ended);
}

/** The device with this id, if it is at a location that the member may reach. */
async function deviceAt(env: Env, by: LoggedIn, id: string, now: number): Promise<Device | undefined> {
  const devices = await retryable(devicesOf(database(env), by.business.id, now));
  return devices.find((one) => one.id === id && isGiven(by, one));
}

function isGiven({ given }: LoggedIn, { location }: Device): boolean {
  return given.some(({ id }) => id === location.id);
}

/** Returns a code of random digits. The modulo makes small numbers more likely, but by less than one in a million. */
function newCode(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return String(random % 10n ** BigInt(DEVICE_CODE_DIGITS)).padStart(DEVICE_CODE_DIGITS, '0');
}

function hashOf(key: string, code: string): string {
  return hmacSha256(key, `device code ${code}`, 'base64url');
}
