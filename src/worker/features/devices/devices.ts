/** Devices at the door: enrolled by a code, listed and revoked. */
import type { SQL } from 'drizzle-orm';
import type { DevicesAnswer, NewDeviceAnswer, NewDeviceRequest } from '../../../shared/contracts/devices.ts';
import { DEVICE_CODE_DIGITS, DEVICE_CODE_MS } from '../../../shared/limits.ts';
import { iso } from '../../../shared/time/iso.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { consumeRateLimit, consumeSenderLimit, limits } from '../../http/rate-limits.ts';
import {
  deleteDevices,
  devicesOf,
  devicesWith,
  enrolDevice,
  insertDevice,
  type Device,
} from '../../identity/device/device-rows.ts';
import { endSession, type LoggedIn } from '../../identity/sessions.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import { userById, type UserRow } from '../../identity/users.ts';
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
    createdBy: by.user.id,
  };
  const [, made] = await database(env).batch(insertDevice(database(env), row, now));
  if (made.length === 0) return { ok: false, code: 'devices_full' };
  return { ok: true, answer: { code, expiresAt: iso(now + DEVICE_CODE_MS) } };
}

/** A browser is enrolled. `by`: the user who made the code; null if unknown, or deleted. */
type Enrolled = { token: string; by: UserRow | null };

/**
 * Enrols the browser of this request by a code, and ends the log-in and the device that the browser has: a device is good
 * for one stand only. Null if the code is wrong, was used, or has expired.
 */
export async function enrol(
  env: Env,
  { phoneHashKey }: Config,
  code: string,
  {
    sender,
    presentedToken,
    presentedStand,
  }: { sender: string | null; presentedToken: string | undefined; presentedStand: string | undefined },
  now: number,
): Promise<{ ok: true; enrolled: Enrolled | null } | TooMany> {
  const within = await consumeSenderLimit(env, limits.enrolPerAddress, sender, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const db = database(env);
  const { token, tokenHash } = newToken();
  const [device] = await enrolDevice(db, hashOf(phoneHashKey, code), tokenHash, now);
  if (device === undefined) return { ok: true, enrolled: null };
  const { businessId, createdBy } = device;
  log({ event: 'account_changed', action: 'device_enrolled', businessId });
  if (presentedToken !== undefined) {
    const presented = hashToken(presentedToken);
    const [locations] = await db.batch(endSession(db, presented));
    await closeOwnerSockets(env, locations, [presented]);
  }
  if (presentedStand !== undefined) await endDevices(env, devicesWith.token(hashToken(presentedStand)));
  const by = createdBy === null ? null : await retryable(userById(db, createdBy));
  return { ok: true, enrolled: { token, by } };
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
  const devices = await retryable(devicesOf(database(env), by.business.id, now));
  if (!devices.some((one) => one.id === id && isGiven(by, one))) return null;
  log({ event: 'account_changed', action: 'device_revoked', businessId: by.business.id });
  return endDevices(env, devicesWith.id(id));
}

/** Deletes devices and ends the sessions on them. Returns the addresses that have not confirmed. */
async function endDevices(env: Env, which: SQL): Promise<string[]> {
  const db = database(env);
  const [locations, ended] = await db.batch(deleteDevices(db, which));
  if (ended.length === 0) return [];
  return closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
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
