/** Devices for tests, inserted into the database as enrolled, and unlocked by the API. */
import { env } from 'cloudflare:workers';
import { database } from '../../../src/worker/db/client.ts';
import { devices } from '../../../src/worker/db/schema/businesses.ts';
import { setPinHash } from '../../../src/worker/identity/device/pin-rows.ts';
import { newToken } from '../../../src/worker/identity/tokens.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';
import { call, cookieOf } from './factories.ts';
import type { OwnedLocation } from './owner-calls.ts';

export type TestDevice = { id: string; cookie: string };

export const goodPin = '2580';

/** Inserts an enrolled device of this location. The device has no creator, and locks after five minutes by default. */
export async function newDevice({ owner, location }: OwnedLocation, idleMinutes = 5): Promise<TestDevice> {
  const { token, tokenHash } = newToken();
  const [id, now] = [crypto.randomUUID(), Date.now()];
  const of = { id, businessId: owner.business.id, locationId: location.id, name: 'Tablet', idleMinutes };
  await database(env)
    .insert(devices)
    .values({ ...of, createdAt: now, codeHash: null, tokenHash, lastSeenAt: now, createdBy: null });
  return { id, cookie: `holdline_stand=${token}` };
}

/** Sets the PIN `goodPin` for a member of this location's business. */
export async function givePin({ owner }: OwnedLocation, userId: string): Promise<void> {
  const key = { userId, businessId: owner.business.id };
  await setPinHash(database(env), key, await hashPassword(goodPin));
}

/** Unlocks a device with a PIN. The PIN may be wrong. */
export function typePin(device: TestDevice, memberId: string, pin = goodPin): Promise<Response> {
  return call('POST', '/auth/device/unlock', { cookie: device.cookie, body: { memberId, pin } });
}

/** Unlocks a device. Returns the cookies of the device and of its session. */
export async function unlocked(device: TestDevice, memberId: string): Promise<string> {
  return `${device.cookie}; ${cookieOf(await typePin(device, memberId))}`;
}
