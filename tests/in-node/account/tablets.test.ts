/**
 * A mail reports tablets and PINs that a thief may have set up, and the link in the mail revokes these tablets and
 * deletes these PINs.
 */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { NewDeviceAnswer } from '../../../src/shared/contracts/devices.ts';
import { givePin, goodPin, newDevice, unlocked } from '../../worker/support/devices.ts';
import { call, cookieOf, goodPassword } from '../../worker/support/factories.ts';
import { eventsIn } from '../../worker/support/log-lines.ts';
import { newMember } from '../../worker/support/members.ts';
import { anotherLocation, anOwnersLocation, type OwnedLocation } from '../../worker/support/owner-calls.ts';
import {
  countRows,
  notMeToken,
  press,
  statusOf,
  stopTheClock,
  success,
} from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
let logged = vi.spyOn(console, 'log');

beforeEach(() => {
  logged = vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Enrols a tablet in a browser with this cookie. Returns the tablet's cookie. */
async function setUp({ owner, location }: OwnedLocation, browser = ''): Promise<string> {
  const body = { name: 'Tablet', locationId: location.id, idleMinutes: 2 };
  const made = await call('POST', '/auth/devices', { cookie: owner.cookie, body });
  const { code } = await made.json<NewDeviceAnswer>();
  const enrolled = await call('POST', '/auth/device/enrol', { cookie: browser, body: { code } });
  return cookieOf(enrolled, 'holdline_stand');
}

const isEnrolled = async (cookie: string) =>
  (await (await call('GET', '/auth/device', { cookie })).json()) !== null;

test('a new tablet is mailed to the one who made the code, and the link ends those of the last 72 hours', async () => {
  const clock = stopTheClock();
  const place = await anOwnersLocation({ emailVerifiedAt: 1 });
  const host = await newMember(place.owner, 'host');
  await givePin(place, host.user.id);
  const old = await setUp(place);
  const mailed = () => notMeToken(place.owner.user.email, 'A tablet was set up for your team on Holdline');
  await mailed();
  await env.DB.exec('delete from development_messages');
  clock.forward(72 * HOUR_MS);
  const cookie = await setUp(place);
  expect(eventsIn(logged.mock.calls.map(([line]) => String(line)))).toContainEqual(
    expect.objectContaining({ event: 'account_changed', action: 'device_enrolled' }),
  );
  const session = await unlocked({ id: '', cookie }, host.user.id);
  const manager = await newMember(place.owner, 'manager');
  await env.DB.prepare('update memberships set invited_by = ? where user_id = ?')
    .bind(place.owner.user.id, manager.user.id)
    .run();
  const byInvited = await setUp({ ...place, owner: { ...place.owner, cookie: manager.cookie } });
  const token = await mailed();
  expect(await statusOf(session)).toBe(200);
  expect(await press(token)).toEqual(success);
  expect(await statusOf(session)).toBe(401);
  expect(await Promise.all([cookie, byInvited, old].map(isEnrolled))).toEqual([false, false, true]);
});

test('a PIN that was set is mailed', async () => {
  const { owner } = await anOwnersLocation({ emailVerifiedAt: 1 });
  const body = { pin: goodPin, password: goodPassword };
  expect((await call('PUT', '/auth/pin', { cookie: owner.cookie, body })).status).toBe(200);
  expect(await notMeToken(owner.user.email, 'Your PIN for Holdline tablets was set')).not.toBe('');
});

test('a browser that is enrolled again is one tablet', async () => {
  const place = await anOwnersLocation({ emailVerifiedAt: 1 });
  const first = await setUp(place);
  const second = await setUp(place, first);
  expect([await isEnrolled(first), await isEnrolled(second)]).toEqual([false, true]);
  expect(await countRows('devices')).toBe(1);
  expect(eventsIn(logged.mock.calls.map(([line]) => String(line)))).toContainEqual(
    expect.objectContaining({ action: 'device_revoked', businessId: place.owner.business.id }),
  );
});

test('the tablets of a removed location end with it', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  await newDevice(place);
  await newDevice(second);
  const { cookie } = place.owner;
  expect((await call('DELETE', `/auth/locations/${second.location.id}`, { cookie })).status).toBe(200);
  expect(await countRows('devices')).toBe(1);
});
