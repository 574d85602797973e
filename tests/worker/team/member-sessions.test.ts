/**
 * A member's session can use only the locations that the member was given in one business, and shows masked phone
 * numbers.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { AccountAnswer } from '../../../src/shared/contracts/account/view.ts';
import { runDurableObjectAlarm } from 'cloudflare:test';
import { callWith, databaseAway } from '../support/broken.ts';
import { call, cookieOf, me, newOwner, read } from '../support/factories.ts';
import { newInvitation, newMember, type TestMember } from '../support/members.ts';
import {
  act,
  addWalkIn,
  anotherLocation,
  anOwnersLocation,
  join,
  objectOf,
  refused,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { logIn, post, statusOf } from '../support/security-calls.ts';
import { ownerPage, toldOwner } from '../support/sockets.ts';

const withPhone = { waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' };

/** The same location, with a member's cookie as the owner's cookie. */
const by = ({ owner, location }: OwnedLocation, { cookie }: TestMember): OwnedLocation => ({
  owner: { ...owner, cookie },
  location,
});

async function twoPlaces() {
  const first = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  return { first, second: await anotherLocation(first) };
}

test('a host sees and reaches only the locations given', async () => {
  const { first, second } = await twoPlaces();
  const host = await newMember(first.owner, 'host', { locationIds: [second.location.id] });
  const seen = await me(host);
  expect([seen.role, seen.locations.map(({ id }) => id)]).toEqual(['host', [second.location.id]]);
  expect((await me(first.owner)).locations).toHaveLength(2);
  const elsewhere = by(first, host);
  const guest = await join(first);
  expect(await act(elsewhere, guest.customer.id, 'admit')).toEqual(refused('not_found'));
  expect(await addWalkIn(elsewhere, { firstName: 'Cleo' })).toEqual(refused('not_found'));
  const live = { cookie: host.cookie, headers: { Upgrade: 'websocket' } };
  expect((await call('GET', `/auth/locations/${first.location.id}/live`, live)).status).toBe(404);
  expect((await act(by(second, host), (await join(second)).customer.id, 'admit')).status).toBe(200);
});

test('the list that a role has shortened is never read as the whole', async () => {
  const { first, second } = await twoPlaces();
  for (const role of ['manager', 'host', 'viewer'] as const) {
    const { cookie } = await newMember(first.owner, role, { locationIds: [second.location.id] });
    const { locations } = await me({ cookie });
    expect(await read(await call('PUT', '/auth/me', { cookie, body: { locations } }))).toEqual(
      refused('not_your_role'),
    );
  }
  expect((await me(first.owner)).locations).toHaveLength(2);
});

test('a manager of one location changes its address, and the look-up of all locations follows', async () => {
  const { first, second } = await twoPlaces();
  const { cookie } = await newMember(first.owner, 'manager', { locationIds: [second.location.id] });
  const path = (place: OwnedLocation) => `/auth/locations/${place.location.id}/address`;
  const body = { address: 'The new address 3' };
  expect((await call('PUT', path(first), { cookie, body })).status).toBe(404);
  expect((await call('PUT', path(second), { cookie, body })).status).toBe(200);
  const addresses = await call('GET', `/auth/business/${first.owner.business.username}/addresses`);
  expect(await addresses.json()).toMatchObject({
    addresses: [{ address: first.location.address }, { address: 'The new address 3' }],
  });
});

test('numbers are masked for a viewer, and for a host unless the owner allows', async () => {
  const place = await anOwnersLocation();
  const { owner, location } = place;
  const allowed = await newMember(owner, 'host', { mayReadNumbers: true });
  const host = await newMember(owner, 'host');
  const members = [
    { ...(await newMember(owner, 'viewer', { mayReadNumbers: true })), shown: '•••890' },
    { ...host, shown: '•••890' },
    { ...allowed, shown: '+6281234567890' },
    { ...(await newMember(owner, 'manager')), shown: '+6281234567890' },
    { ...owner, shown: '+6281234567890' },
  ];
  const pages = await Promise.all(
    members.map(({ cookie }) => ownerPage({ owner: { ...owner, cookie }, location })),
  );
  const { customer } = await join(place, withPhone);
  for (const [index, { cookie, shown }] of members.entries()) {
    const view = (await me({ cookie })).locations[0];
    expect(view?.queue[0]?.phoneNumber).toBe(shown);
    const page = pages[index];
    const [told] = page ? await toldOwner(page) : [];
    expect(told).toMatchObject({ type: 'change', joined: [{ phoneNumber: shown }] });
    const whole = await ownerPage({ owner: { ...owner, cookie }, location });
    expect(await whole.next(1)).toMatchObject({ type: 'queue', queue: [{ phoneNumber: shown }] });
  }
  const walkIn = { firstName: 'Cleo', waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567891' };
  expect(await addWalkIn(by(place, host), walkIn)).toMatchObject({
    body: { customer: { phoneNumber: '•••891' } },
  });
  expect(await act(by(place, host), customer.id, 'admit')).toMatchObject({
    body: { customer: { phoneNumber: '•••890' } },
  });
  expect(await act(by(place, allowed), customer.id, 'put-back')).toMatchObject({
    body: { customer: { phoneNumber: '+6281234567890' } },
  });
  await runDurableObjectAlarm(objectOf(place)());
});

test('a masked number does not replace the number', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const { customer } = await join(place, withPhone);
  const change = { phoneNumber: '•••890', firstName: 'Eve' };
  expect(await act(by(place, host), customer.id, 'edit', change)).toMatchObject({ status: 200 });
  expect((await me(place.owner)).locations[0]?.queue[0]).toMatchObject({
    firstName: 'Eve',
    phoneNumber: '+6281234567890',
  });
});

test('a host acts by a pass, without the database, and only on the line', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const viewer = await newMember(place.owner, 'viewer');
  const guest = await join(place);
  const withPass = async ({ cookie }: TestMember) =>
    `${cookie}; ${cookieOf(await call('GET', '/auth/me', { cookie }), 'holdline_pass')}`;
  const visit = `/auth/locations/${place.location.id}/visits/${guest.customer.id}`;
  const seen = { cookie: await withPass(viewer) };
  expect(await read(await callWith(databaseAway(), 'POST', `${visit}/admit`, seen))).toEqual(
    refused('not_your_role'),
  );
  const acts = { cookie: await withPass(host) };
  expect(await read(await callWith(databaseAway(), 'DELETE', visit, acts))).toEqual(refused('not_your_role'));
  expect((await callWith(databaseAway(), 'POST', `${visit}/admit`, acts)).status).toBe(200);
});

test('the log of a visit names the member who acted', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const { customer } = await join(place);
  await act(by(place, host), customer.id, 'admit');
  const path = `/auth/locations/${place.location.id}/visits/${customer.id}/history`;
  expect(await read(await call('GET', path, { cookie: host.cookie }))).toMatchObject({
    body: { events: [{ actor: 'guest' }, { kind: 'admitted', actor: `member:${host.user.id}` }] },
  });
});

test('a person switches between businesses; the session before the switch is over', async () => {
  const [one, other] = [await anOwnersLocation(), await anOwnersLocation()];
  const { cookie: before } = one.owner;
  const { token } = await newInvitation(other.owner, one.owner.user.email);
  const joined = await call('POST', '/auth/invitation/join', {
    cookie: before,
    body: { token, name: 'Sari' },
  });
  const atOther = cookieOf(joined);
  expect((await me({ cookie: atOther })).role).toBe('host');
  expect(await statusOf(before)).toBe(401);
  const named = [
    { id: one.owner.business.id, name: one.owner.business.name, role: 'owner', current: false },
    { id: other.owner.business.id, name: other.owner.business.name, role: 'host', current: true },
  ];
  expect(await read(await call('GET', '/auth/businesses', { cookie: atOther }))).toEqual({
    status: 200,
    body: { businesses: named },
  });
  const back = await call('POST', '/auth/businesses/switch', {
    cookie: atOther,
    body: { businessId: one.owner.business.id },
  });
  const { user } = await back.json<{ user: AccountAnswer }>();
  expect([user.id, user.role]).toEqual([one.owner.business.id, undefined]);
  expect(await statusOf(atOther)).toBe(401);
  const foreign = { businessId: (await newOwner()).business.id };
  expect(await post('/auth/businesses/switch', { cookie: cookieOf(back) }, foreign)).toEqual(
    refused('not_found'),
  );
  expect(await statusOf(cookieOf(back))).toBe(200);
});

test('a business that is being deleted is not opened: a switch leaves the session, a log-in opens another one', async () => {
  const [first, own] = [await newOwner(), await newOwner()];
  const { cookie, user } = await newMember(first, 'host');
  const { token } = await newInvitation(own, user.email);
  const joined = await call('POST', '/auth/invitation/join', { cookie, body: { token, name: 'Sari' } });
  await env.DB.prepare('update businesses set deletion_begun_at = 1 where id = ?')
    .bind(first.business.id)
    .run();
  const there = { cookie: cookieOf(joined) };
  expect(await post('/auth/businesses/switch', there, { businessId: first.business.id })).toEqual(
    refused('not_found'),
  );
  expect(await statusOf(there.cookie)).toBe(200);
  const opened = await logIn(own, { emailOrUsername: user.email });
  expect(await opened.json()).toMatchObject({ user: { id: own.business.id } });
});

test('a log-in opens the own business, otherwise the first one that the person joined', async () => {
  const { owner } = await anOwnersLocation();
  const { user } = await newMember(owner, 'viewer');
  const byEmail = (email: string) => logIn(owner, { emailOrUsername: email });
  expect(await (await byEmail(user.email)).json()).toMatchObject({
    user: { id: owner.business.id, role: 'viewer' },
  });
  for (const response of [await byEmail(owner.user.email), await logIn(owner)]) {
    const opened = await response.json<{ user: AccountAnswer }>();
    expect([opened.user.email, opened.user.role]).toEqual([owner.user.email, undefined]);
  }
});
