/**
 * Devices at the door: they are enrolled once, are unlocked with PINs, and may make only the calls that such a device
 * needs.
 */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeviceView, NewDeviceAnswer } from '../../../src/shared/contracts/devices.ts';
import { devicesCopy } from '../../../src/shared/copy/en/owner/devices.ts';
import { MAX_DEVICES } from '../../../src/shared/limits.ts';
import { mayCall, rolesOfCalls } from '../../../src/shared/roles.ts';
import { sweepExpiredProofs } from '../../../src/worker/features/account/session/expired-proofs.ts';
import { apiCalls, aWorld } from '../support/api-calls.ts';
import { brokenObject, callWith, databaseAway } from '../support/broken.ts';
import { givePin, goodPin, newDevice, typePin, unlocked } from '../support/devices.ts';
import { call, cookieOf, goodPassword, me, read } from '../support/factories.ts';
import { newMember } from '../support/members.ts';
import {
  act,
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  refused,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { until } from '../support/queue-factories.ts';
import { countRows, logIn, securityOf, statusOf, success } from '../support/security-calls.ts';
import { ownerPage } from '../support/sockets.ts';

const MINUTE = 60_000;
const wrongPin = invalid({ pin: [devicesCopy.page.wrongPin] });
/** A browser that is not a device gets status 200, so that its console shows no error. */
const notEnrolled = { status: 200, body: null };
const endedCode = invalid({ code: [devicesCopy.page.codeWrong] });

/** The same location, with the cookie of another session as the owner's cookie. */
const by = (place: OwnedLocation, cookie: string): OwnedLocation => ({
  ...place,
  owner: { ...place.owner, cookie },
});

function askCode(cookie: string, { location }: OwnedLocation) {
  const body = { name: ' Tablet  one ', locationId: location.id, idleMinutes: 2 };
  return call('POST', '/auth/devices', { cookie, body });
}

const enrol = (code: string, cookie = '') => call('POST', '/auth/device/enrol', { body: { code }, cookie });
const deviceOf = (cookie: string) => call('GET', '/auth/device', { cookie });
const inUse = (cookie: string) => call('POST', '/auth/device/in-use', { cookie });
const revoke = (place: OwnedLocation, id: string, bindings = {}) =>
  callWith(bindings, 'DELETE', `/auth/devices/${id}`, { cookie: place.owner.cookie }).then(read);

async function atTheDoor() {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  await givePin(place, host.user.id);
  const device = await newDevice(place);
  return { place, host, device, cookie: await unlocked(device, host.user.id) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

test('a code enrols one device at its location, once and within 60 seconds', async () => {
  const place = await anOwnersLocation();
  const { cookie } = place.owner;
  const { id, code, expiresAt } = await (await askCode(cookie, place)).json<NewDeviceAnswer>();
  expect([code, expiresAt]).toEqual([expect.stringMatching(/^\d{9}$/), '2026-11-20T12:01:00.000Z']);
  const typed = `${code.slice(0, 3)} ${code.slice(3, 6)}-${code.slice(6)}`;
  const enrolled = await enrol(typed);
  expect(await enrolled.clone().json()).toEqual({
    name: 'Tablet one',
    businessName: place.owner.business.name,
    address: place.location.address,
    idleMinutes: 2,
    members: [],
    unlockedBy: null,
  });
  const stand = cookieOf(enrolled, 'holdline_stand');
  expect((await deviceOf(stand)).status).toBe(200);
  expect(await read(await enrol(code))).toEqual(endedCode);
  const late = await (await askCode(cookie, place)).json<NewDeviceAnswer>();
  vi.setSystemTime(Date.now() + MINUTE);
  expect(await read(await enrol(late.code))).toEqual(endedCode);
  const listed = await (await call('GET', '/auth/devices', { cookie })).json();
  expect(listed).toMatchObject({ devices: [{ id, name: 'Tablet one', idleMinutes: 2 }] });
  // The device's cookie is not accepted as the cookie of a session.
  expect(await statusOf(stand)).toBe(401);
});

test('a business has at most 200 devices', async () => {
  const place = await anOwnersLocation();
  const { id } = await newDevice(place);
  const numbers = Array.from({ length: MAX_DEVICES - 1 }, (_, n) => n);
  const copies = `insert into devices (id, business_id, location_id, name, idle_minutes, created_at, last_seen_at, token_hash)
    select value, business_id, location_id, name, idle_minutes, created_at, last_seen_at, value
    from devices, json_each(?) where devices.id = ?`;
  await env.DB.prepare(copies)
    .bind(JSON.stringify(numbers.map(String)), id)
    .run();
  expect(await read(await askCode(place.owner.cookie, place))).toEqual(refused('devices_full'));
  await revoke(place, id);
  expect((await askCode(place.owner.cookie, place)).status).toBe(201);
});

test('of two parallel uses of a code, one enrols', async () => {
  const place = await anOwnersLocation();
  const { code } = await (await askCode(place.owner.cookie, place)).json<NewDeviceAnswer>();
  const answers = await Promise.all([enrol(code), enrol(code)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
});

test('the browser that is enrolled is logged out', async () => {
  const place = await anOwnersLocation();
  const { code } = await (await askCode(place.owner.cookie, place)).json<NewDeviceAnswer>();
  const page = await ownerPage(place);
  const enrolled = await enrol(code, place.owner.cookie);
  expect(cookieOf(enrolled)).toBe('holdline_session=');
  await until(() => page.closed.length === 1);
  expect(await statusOf(place.owner.cookie)).toBe(401);
});

test('a manager enrols, lists, changes and revokes devices of the own locations only', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const manager = await newMember(place.owner, 'manager', { locationIds: [second.location.id] });
  const [there, here] = [await newDevice(place), await newDevice(second)];
  expect(await read(await askCode(manager.cookie, place))).toEqual(refused('not_found'));
  expect((await askCode(manager.cookie, second)).status).toBe(201);
  const listed = await (await call('GET', '/auth/devices', manager)).json<{ devices: { id: string }[] }>();
  expect(listed.devices.map(({ id }) => id)).toEqual([here.id]);
  const mine = by(place, manager.cookie);
  const change = (id: string, body: unknown) =>
    call('PATCH', `/auth/devices/${id}`, { cookie: manager.cookie, body }).then(read);
  const changed = { name: ' Back  door ', idleMinutes: 10 };
  expect(await change(there.id, changed)).toEqual(refused('not_found'));
  expect(await change(here.id, { ...changed, idleMinutes: 3 })).toMatchObject({ status: 400 });
  expect(await change(here.id, { ...changed, name: '' })).toMatchObject({ status: 400 });
  expect(await change(here.id, changed)).toEqual(success);
  expect(await (await deviceOf(here.cookie)).json()).toMatchObject({ name: 'Back door', idleMinutes: 10 });
  expect(await (await deviceOf(there.cookie)).json()).toMatchObject({ name: 'Tablet', idleMinutes: 5 });
  expect(await revoke(mine, there.id)).toEqual(refused('not_found'));
  expect(await revoke(mine, here.id)).toEqual(success);
  expect(await read(await deviceOf(here.cookie))).toEqual(notEnrolled);
  expect((await inUse(here.cookie)).status).toBe(401);
});

test('on a device a member works the line of its location under the own name and role', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const host = await newMember(place.owner, 'host');
  await givePin(place, host.user.id);
  const device = await newDevice(place);
  const cookie = await unlocked(device, host.user.id);
  const shown = await (await deviceOf(cookie)).json<DeviceView>();
  expect(shown.unlockedBy).toEqual({ id: host.user.id, name: 'The host' });
  expect(await me({ cookie })).toMatchObject({
    role: 'host',
    onDevice: true,
    email: '',
    phone: '',
    locations: [{ id: place.location.id }],
  });
  const guest = await join(place, { waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' });
  expect(await act(by(place, cookie), guest.customer.id, 'admit')).toMatchObject({
    status: 200,
    body: { customer: { phoneNumber: expect.stringContaining('•') } },
  });
  const history = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/history`;
  expect(JSON.stringify(await (await call('GET', history, { cookie })).json())).toContain(host.user.id);
  const elsewhere = await join(second);
  expect(await act(by(second, cookie), elsewhere.customer.id, 'admit')).toEqual(refused('not_found'));
  const live = `/auth/locations/${second.location.id}/live`;
  const upgrade = { cookie, headers: { Upgrade: 'websocket' } };
  expect((await call('GET', live, upgrade)).status).toBe(404);
  // The session on the device is not in the list of log-ins.
  expect((await securityOf(host)).sessions).toHaveLength(1);
});

test('even the owner’s session on a device has only the calls of the stand', async () => {
  const world = await aWorld();
  const { place } = world;
  await givePin(place, place.owner.user.id);
  const cookie = await unlocked(await newDevice(place), place.owner.user.id);
  const others = apiCalls.filter(
    ({ method, pattern, who }) => who === 'owner' && !mayCall('owner', `${method} ${pattern}`, true),
  );
  expect(others.length).toBeGreaterThan(Object.keys(rolesOfCalls).length - 15);
  for (const each of others) {
    const about = { cookie, ...(each.body && { body: each.body }) };
    const response = await call(each.method, world.path(each), about);
    expect([each.pattern, await read(response)]).toEqual([each.pattern, refused('not_your_role')]);
  }
});

test('a body raises no role: of the settings, a device changes only the pause, and only for a manager', async () => {
  const { place, device, cookie } = await atTheDoor();
  const manager = await newMember(place.owner, 'manager');
  await givePin(place, manager.user.id);
  const change = (by: string, body: object) =>
    call('PATCH', `/auth/locations/${place.location.id}`, { cookie: by, body }).then(({ status }) => status);
  expect(await change(cookie, { paused: true })).toBe(403);
  const raised = { memberId: manager.user.id, pin: '0000', role: 'owner', locationId: 'any' };
  const answer = await call('POST', '/auth/device/unlock', { cookie: device.cookie, body: raised });
  expect(await read(answer)).toEqual(wrongPin);
  const managers = await unlocked(device, manager.user.id);
  expect(await change(managers, { paused: true, capacity: 5 })).toBe(403);
  expect(await change(managers, { paused: true })).toBe(200);
  // The host's session ended when the manager unlocked the device.
  expect(await statusOf(cookie)).toBe(401);
});

test('a guessed PIN: five tries in five minutes, and after ten the PIN is locked on every device', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  await givePin(place, host.user.id);
  const [one, other] = [await newDevice(place), await newDevice(place)];
  const guess = async () => read(await typePin(one, host.user.id, '1357'));
  for (let n = 0; n < 5; n += 1) expect(await guess()).toEqual(wrongPin);
  expect(await guess()).toEqual(refused('too_many_requests'));
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  for (let n = 0; n < 4; n += 1) expect(await guess()).toEqual(wrongPin);
  expect(await guess()).toEqual(refused('pin_locked'));
  expect(await read(await typePin(other, host.user.id))).toEqual(refused('pin_locked'));
  const view = await (await call('GET', '/auth/team', place.owner)).json();
  expect(view).toMatchObject({ members: [{}, { id: host.user.id, pinLocked: true }] });
  expect(await (await call('GET', '/auth/pin', host)).json()).toEqual({ isSet: true, isLocked: true });
  const lock = `/auth/team/members/${host.user.id}/pin-lock`;
  expect(await read(await call('DELETE', lock, host))).toEqual(refused('not_your_role'));
  expect(await read(await call('DELETE', lock, place.owner))).toEqual(success);
  expect((await typePin(other, host.user.id)).status).toBe(200);
});

test('a right PIN forgets the wrong tries before it', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  await givePin(place, host.user.id);
  const device = await newDevice(place);
  for (let n = 0; n < 12; n += 1)
    expect((await typePin(device, host.user.id, n % 4 === 3 ? goodPin : '1357')).status).toBe(
      n % 4 === 3 ? 200 : 400,
    );
});

test('the tries of all members together are limited by device', async () => {
  const place = await anOwnersLocation();
  const [one, other] = [await newDevice(place), await newDevice(place)];
  for (let n = 0; n < 60; n += 1) expect((await typePin(one, `nobody-${n}`)).status).toBe(404);
  expect(await read(await typePin(one, 'nobody'))).toEqual(refused('too_many_requests'));
  expect((await typePin(other, 'nobody')).status).toBe(404);
});

test('a member sets the own PIN with the password, and no simple one', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const put = (pin: string, password = goodPassword) =>
    call('PUT', '/auth/pin', { cookie: host.cookie, body: { pin, password } }).then(read);
  for (const pin of ['123', '123456789', '12a4', ' 2580'])
    expect(await put(pin)).toEqual(invalid({ pin: [devicesCopy.pin.rule] }));
  for (const pin of ['1111', '1234', '9876', '8901'])
    expect(await put(pin)).toEqual(invalid({ pin: [devicesCopy.pin.simple] }));
  expect((await put(goodPin, 'a wrong password')).status).toBe(400);
  const device = await newDevice(place);
  expect((await typePin(device, host.user.id)).status).toBe(404);
  expect(await put(goodPin)).toEqual(success);
  expect((await typePin(device, host.user.id)).status).toBe(200);
  const stored = await env.DB.prepare('select pin_hash from memberships where pin_hash is not null').all();
  expect(JSON.stringify(stored.results)).not.toContain(goodPin);
  expect(await put('25802580')).toEqual(success);
  expect((await typePin(device, host.user.id, '25802580')).status).toBe(200);
  expect(await read(await call('DELETE', '/auth/pin', host))).toEqual(success);
  expect((await typePin(device, host.user.id)).status).toBe(404);
});

test('only the owner may be without a name: another member without one has an empty one', async () => {
  const place = await anOwnersLocation();
  const manager = await newMember(place.owner, 'manager');
  await env.DB.prepare('update memberships set name = null').run();
  for (const { user } of [place.owner, manager]) await givePin(place, user.id);
  const device = await newDevice(place);
  const names = new Map([
    [place.owner.user.id, null],
    [manager.user.id, ''],
  ]);
  for (const [id, name] of names) {
    const shown = await (await deviceOf(await unlocked(device, id))).json<DeviceView>();
    expect(shown.unlockedBy).toEqual({ id, name });
    expect(new Map(shown.members.map((one) => [one.id, one.name]))).toEqual(names);
  }
});

test('a member who may not reach the location of a device is not on it', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const host = await newMember(place.owner, 'host', { locationIds: [second.location.id] });
  await givePin(place, host.user.id);
  const device = await newDevice(place);
  expect(await (await deviceOf(device.cookie)).json()).toMatchObject({ members: [] });
  expect(await read(await typePin(device, host.user.id))).toEqual(refused('not_found'));
  expect((await typePin(await newDevice(second), host.user.id)).status).toBe(200);
});

test('a revoked device is thrown out at once, and the answer names a location that has not confirmed', async () => {
  const { place, device, cookie } = await atTheDoor();
  const page = await ownerPage(by(place, cookie));
  const pass = `${cookie}; ${cookieOf(await call('GET', '/auth/me', { cookie }), 'holdline_pass')}`;
  const guest = await join(place);
  expect(await revoke(place, device.id)).toEqual(success);
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4401]);
  const admit = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/admit`;
  for (const bindings of [{}, databaseAway()])
    expect(await read(await callWith(bindings, 'POST', admit, { cookie: pass }))).toEqual(
      refused('not_logged_in'),
    );
  expect(await read(await deviceOf(cookie))).toEqual(notEnrolled);
  expect([await statusOf(cookie), (await inUse(cookie)).status]).toEqual([401, 401]);
  expect(await countRows('devices')).toBe(0);
  const other = await atTheDoor();
  const deaf = brokenObject(other.place.location.id, 'endSessions', new Error('away'));
  expect(await revoke(other.place, other.device.id, deaf)).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [other.place.location.address] },
  });
});

test('a removed member’s session on a device ends at once; the device stays', async () => {
  const { place, host, device, cookie } = await atTheDoor();
  const page = await ownerPage(by(place, cookie));
  await call('DELETE', `/auth/team/members/${host.user.id}`, place.owner);
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4401]);
  expect(await statusOf(cookie)).toBe(401);
  expect(await (await deviceOf(device.cookie)).json()).toMatchObject({ members: [], unlockedBy: null });
});

test('a locked device has no session, no socket and no pass', async () => {
  const { place, cookie } = await atTheDoor();
  const page = await ownerPage(by(place, cookie));
  const locked = await call('POST', '/auth/device/lock', { cookie });
  expect([await read(locked.clone()), cookieOf(locked), cookieOf(locked, 'holdline_pass')]).toEqual([
    success,
    'holdline_session=',
    'holdline_pass=',
  ]);
  await until(() => page.closed.length === 1);
  expect(await statusOf(cookie)).toBe(401);
  expect(await read(await inUse(cookie))).toEqual(refused('device_locked'));
});

test('a device that nobody uses is locked by the server: session, pass and socket end', async () => {
  const { place, device, cookie } = await atTheDoor();
  const page = await ownerPage(by(place, cookie));
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  expect(await read(await inUse(cookie))).toEqual(success);
  const pass = cookieOf(await call('GET', '/auth/me', { cookie }), 'holdline_pass');
  // The server ends the session after six minutes without a reported use: five minutes of the device's setting, and one
  // more minute because the page does not report each use.
  vi.setSystemTime(Date.now() + 6 * MINUTE - 1);
  await join(place);
  await until(() => page.got.length > 1);
  expect([await statusOf(cookie), page.closed]).toEqual([200, []]);
  vi.setSystemTime(Date.now() + 1);
  const before = page.got.length;
  const guest = await join(place);
  await until(() => page.closed.length === 1);
  expect([page.closed, page.got.length]).toEqual([[4401], before]);
  const admit = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/admit`;
  const byPass = await callWith(databaseAway(), 'POST', admit, { cookie: `${cookie}; ${pass}` });
  expect(byPass.status).toBe(503);
  expect(await statusOf(cookie)).toBe(401);
  expect(await read(await inUse(cookie))).toEqual(refused('device_locked'));
  expect(await (await deviceOf(`${device.cookie}; ${cookie}`)).json()).toMatchObject({ unlockedBy: null });
});

const inUseAway = (cookie: string, bindings = {}) =>
  callWith({ ...databaseAway(), ...bindings }, 'POST', '/auth/device/in-use', { cookie });

test('with the database away a device works on while somebody uses it, and locks when nobody does', async () => {
  const { place, cookie } = await atTheDoor();
  const page = await ownerPage(by(place, cookie));
  const me = await call('GET', '/auth/me', { cookie });
  const used = await inUse(`${cookie}; ${cookieOf(me, 'holdline_pass')}`);
  let all = `${cookie}; ${cookieOf(used, 'holdline_pass')}`;
  const tap = async () => {
    const { customer } = await join(place);
    const path = `/auth/locations/${place.location.id}/visits/${customer.id}/admit`;
    const answer = await callWith(databaseAway(), 'POST', path, { cookie: all });
    return answer.status;
  };
  for (let n = 0; n < 3; n += 1) {
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    const kept = await inUseAway(all);
    expect(await read(kept.clone())).toEqual(success);
    all = `${cookie}; ${cookieOf(kept, 'holdline_pass')}`;
    expect([await tap(), page.closed]).toEqual([200, []]);
  }
  vi.setSystemTime(Date.now() + 6 * MINUTE);
  expect([await tap(), await read(await inUseAway(all))]).toEqual([503, refused('try_again')]);
  await until(() => page.closed.length === 1);
});

test('without the database no device is kept unlocked whose session has ended, or whose location is silent', async () => {
  const { place, device, cookie } = await atTheDoor();
  const pass = `${cookie}; ${cookieOf(await call('GET', '/auth/me', { cookie }), 'holdline_pass')}`;
  const silent = brokenObject(place.location.id, 'keepSocketsOpen', new Error('away'));
  expect(await read(await inUseAway(pass, silent))).toEqual(refused('try_again'));
  expect((await inUseAway(pass)).status).toBe(200);
  expect(await revoke(place, device.id)).toEqual(success);
  expect(await read(await inUseAway(pass))).toEqual(refused('try_again'));
  // The staff pass of a normal log-in must not keep a device unlocked.
  const { owner } = await anOwnersLocation();
  const own = `${device.cookie}; ${owner.cookie}; ${cookieOf(await call('GET', '/auth/me', owner), 'holdline_pass')}`;
  expect(await read(await inUseAway(own))).toEqual(refused('try_again'));
});

test('devices whose code has expired and devices not seen for 90 days are deleted', async () => {
  const { place } = await atTheDoor();
  await askCode(place.owner.cookie, place);
  await sweepExpiredProofs(env, Date.now() + MINUTE);
  expect(await countRows('devices')).toBe(1);
  await sweepExpiredProofs(env, Date.now() + 90 * 24 * 60 * MINUTE);
  expect([await countRows('devices'), await countRows('sessions')]).toEqual([0, 0]);
});

test('a log-in of the member elsewhere leaves the session on a device', async () => {
  const { place, host, cookie } = await atTheDoor();
  expect((await logIn(place.owner, { emailOrUsername: host.user.email })).status).toBe(200);
  expect(await statusOf(cookie)).toBe(200);
});
