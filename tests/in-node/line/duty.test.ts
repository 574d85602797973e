/** Members go on duty and off duty: by their call, with the day, and with their rights. */
import { evictDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { activityPage } from '../../../src/shared/contracts/activity.ts';
import { sentenceOf } from '../../../src/shared/event-words.ts';
import { alwaysOpen } from '../../pure/support/factories.ts';
import { brokenDatabase, callWith } from '../../worker/support/broken.ts';
import { givePin, newDevice, unlocked } from '../../worker/support/devices.ts';
import { call, cookieOf, goodPassword, read } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import {
  anotherLocation,
  anOwnersLocation,
  objectOf,
  refused,
  setUp,
  statusOf,
  join,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { success } from '../../worker/support/security-calls.ts';

const DAY_MS = 86_400_000;

const pathOf = ({ location }: OwnedLocation) => `/auth/locations/${location.id}/duty`;

function goes(on: unknown, place: OwnedLocation, { cookie }: { cookie: string }) {
  return call('PUT', pathOf(place), { cookie, body: { on } }).then(read);
}

async function onDuty(place: OwnedLocation) {
  const { servers, onDuty: people } = await viewOf(place);
  return { servers, people };
}

async function sentences({ owner, location }: OwnedLocation, query = ''): Promise<string[]> {
  const path = `/auth/locations/${location.id}/activity?kind=location${query}`;
  const { body } = await read(await call('GET', path, owner));
  return activityPage.parse(body).events.map(sentenceOf);
}

const nobody = { servers: undefined, people: undefined };

test('members and the owner go on duty and off duty; their names are staff’s, not the guests’', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const actor = `member:${host.user.id}`;
  const guest = await join(place);
  expect(await goes(true, place, host)).toEqual(success);
  expect(await goes(true, place, host)).toEqual(success);
  expect(await onDuty(place)).toEqual({ servers: 1, people: [{ actor, name: 'The host' }] });
  expect(await goes(true, place, place.owner)).toEqual(success);
  await evictDurableObject(objectOf(place)());
  const both = { servers: 2, people: [{ actor, name: 'The host' }, { actor: 'owner' }] };
  expect(await onDuty(place)).toEqual(both);
  const body = { servers: 5 };
  const byHand = await call('PUT', `/auth/locations/${place.location.id}/servers`, { ...place.owner, body });
  expect(await read(byHand)).toEqual(refused('people_on_duty'));
  expect(JSON.stringify(await statusOf(place, guest))).not.toContain('The host');
  expect(await goes(false, place, host)).toEqual(success);
  expect(await goes(false, place, place.owner)).toEqual(success);
  expect(await onDuty(place)).toEqual(nobody);
  expect(await sentences(place)).toEqual([
    'Owner went off duty',
    'The host went off duty',
    'Owner went on duty',
    'The host went on duty',
  ]);
  expect(await sentences(place, `&actor=${actor}`)).toEqual([
    'The host went off duty',
    'The host went on duty',
  ]);
});

test.each([['yes'], [null], [undefined]])('on: %j is refused and changes nothing', async (on) => {
  const place = await anOwnersLocation();
  expect(await goes(on, place, place.owner)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await onDuty(place)).toEqual(nobody);
});

test('a viewer goes on no duty, nor a host where the host does not work', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const other = await anotherLocation(place);
  const viewer = await newMember(place.owner, 'viewer');
  const host = await newMember(place.owner, 'host', { locationIds: [other.location.id] });
  expect(await goes(true, place, viewer)).toEqual(refused('not_your_role'));
  expect(await goes(true, place, host)).toEqual(refused('not_found'));
  expect(await onDuty(place)).toEqual(nobody);
});

test('a member on a device is the one on duty, and stays so when the device locks', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const device = await newDevice(place);
  await givePin(place, host.user.id);
  expect(await goes(true, place, { cookie: await unlocked(device, host.user.id) })).toEqual(success);
  expect(await read(await call('POST', '/auth/device/lock', device))).toEqual(success);
  expect(await onDuty(place)).toMatchObject({ servers: 1, people: [{ name: 'The host' }] });
});

test('with a pass it needs no database', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const pass = cookieOf(await call('GET', '/auth/me', host), 'holdline_pass');
  const away = brokenDatabase('D1_ERROR: Network connection lost.');
  const asked = { cookie: `${host.cookie}; ${pass}`, body: { on: true } };
  expect((await callWith(away, 'PUT', pathOf(place), asked)).status).toBe(200);
  expect(await onDuty(place)).toMatchObject({ people: [{ name: 'The host' }] });
});

test('a forgotten duty ends with the day', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { hours: alwaysOpen });
  await goes(true, place, place.owner);
  moveClock(DAY_MS);
  await alarmUntil(objectOf(place), async () => (await onDuty(place)).people === undefined);
  expect((await sentences(place))[0]).toBe('Owner went off duty, the day was over');
});

test('a removed member goes off duty everywhere and is nameless in the log; so does one with another role', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const other = await anotherLocation(place);
  const [host, second] = [await newMember(place.owner, 'host'), await newMember(place.owner, 'host')];
  for (const at of [place, other]) for (const who of [host, second, place.owner]) await goes(true, at, who);
  const member = (id: string) => `/auth/team/members/${id}`;
  expect(await read(await call('DELETE', member(host.user.id), place.owner))).toEqual(success);
  const all = { role: 'host', locationIds: null, mayReadNumbers: false };
  const body = { ...all, role: 'viewer', from: all, password: goodPassword };
  expect(await read(await call('PATCH', member(second.user.id), { ...place.owner, body }))).toEqual(success);
  for (const at of [place, other]) {
    expect(await onDuty(at)).toEqual({ servers: 1, people: [{ actor: 'owner' }] });
    expect((await sentences(at)).slice(0, 2)).toEqual([
      'The host went off duty, the role changed or ended',
      'A former member went off duty, the role changed or ended',
    ]);
  }
});
