/** Edits of a business's name and of a location's address do not change visits, keys or credits. */
import { env } from 'cloudflare:workers';
import { evictDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { MAX_ADDRESS_LENGTH, MAX_BUSINESS_NAME_LENGTH } from '../../../src/shared/limits.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import { call, me, newOwner, newLocation, read } from '../../worker/support/factories.ts';
import {
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  objectOf,
  refused,
  statusOf,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';

function rename(cookie: string | undefined, body: unknown) {
  return call('PATCH', '/auth/me', { body, ...(cookie !== undefined && { cookie }) });
}

function move({ location }: Pick<OwnedLocation, 'location'>, cookie: string | undefined, body: unknown) {
  const path = `/auth/locations/${location.id}/address`;
  return call('PUT', path, { body, ...(cookie !== undefined && { cookie }) });
}

function addressesFor({ owner }: OwnedLocation) {
  return call('GET', `/auth/business/${owner.business.username}/addresses`).then(read);
}

test('a new name is in the account, in every location, for guests, and survives a restart', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const elsewhere = await anotherLocation(place);
  const joined = await join(place);
  const response = await rename(place.owner.cookie, { name: '  Warung   Ramai ' });
  expect(response.status).toBe(200);
  expect(await response.json<AccountView>()).toMatchObject({
    name: 'Warung Ramai',
    username: place.owner.business.username,
    locations: [
      { id: place.location.id, businessName: 'Warung Ramai', address: place.location.address },
      { id: elsewhere.location.id, businessName: 'Warung Ramai', address: elsewhere.location.address },
    ],
  });
  expect(await statusOf(place, joined)).toMatchObject({ businessName: 'Warung Ramai', position: 1 });
  expect((await addressesFor(place)).body).toMatchObject({
    addresses: [{ businessName: 'Warung Ramai' }, { businessName: 'Warung Ramai' }],
  });
  await evictDurableObject(objectOf(place)());
  expect((await viewOf(place)).businessName).toBe('Warung Ramai');
});

test('a new address is of this location only; its visits, keys and credits stay as they are', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const elsewhere = await anotherLocation(place);
  const joined = await join(place);
  const before = await viewOf(place);
  const address = 'Jl. Sabang 21, Jakarta';
  const response = await move(place, place.owner.cookie, { address });
  expect(response.status).toBe(200);
  const queue = before.queue.map((visit) => ({ ...visit, address }));
  const moved = { ...before, address, queue };
  expect((await response.json<AccountView>()).locations).toEqual([moved, elsewhere.location]);
  await evictDurableObject(objectOf(place)());
  expect(await viewOf(place)).toEqual(moved);
  expect(await statusOf(place, joined)).toMatchObject({ address, customer: { ...joined.customer, address } });
  const key = encodeURIComponent(customerKey(joined.customer));
  const admit = `/auth/business/${place.owner.business.username}/queue/${key}/admit`;
  expect((await call('POST', admit, { cookie: place.owner.cookie })).status).toBe(200);
});

test.each([
  [{}, 'Business name is required'],
  [{ name: ' \u202e ' }, 'Business name is required'],
  [{ name: 7 }, 'Business name is required'],
  [
    { name: 'x'.repeat(MAX_BUSINESS_NAME_LENGTH + 1) },
    `Please use at most ${MAX_BUSINESS_NAME_LENGTH} characters`,
  ],
])('the name %j is refused, as at sign-up', async (body, sentence) => {
  const owner = await newOwner();
  expect(await read(await rename(owner.cookie, body))).toEqual(invalid({ name: [sentence] }));
  expect((await me(owner)).name).toBe('Blue Door Café');
});

test.each([
  [{}, 'Please enter a location address.'],
  [{ address: ' \u202e ' }, 'Please enter a location address.'],
  [{ address: 'x'.repeat(MAX_ADDRESS_LENGTH + 1) }, `Please use at most ${MAX_ADDRESS_LENGTH} characters`],
])('the address %j is refused, as for a new location', async (body, sentence) => {
  const place = await anOwnersLocation();
  expect(await read(await move(place, place.owner.cookie, body))).toEqual(invalid({ address: [sentence] }));
  expect(await viewOf(place)).toEqual(place.location);
});

test('nobody edits what is not theirs, and nobody without a log-in edits anything', async () => {
  const place = await anOwnersLocation();
  const other = await newOwner();
  const body = { address: 'Mine now' };
  expect(await read(await move(place, other.cookie, body))).toEqual(refused('not_found'));
  expect(await read(await move(place, undefined, body))).toEqual(refused('not_logged_in'));
  expect(await read(await rename(undefined, { name: 'Mine now' }))).toEqual(refused('not_logged_in'));
  expect(await viewOf(place)).toEqual(place.location);
});

test('a location that missed a new address learns it with the next view of the account', async () => {
  const place = await anOwnersLocation();
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const broken = brokenObject(place.location.id, 'change-profile', new Error('The object broke'));
  const path = `/auth/locations/${place.location.id}/address`;
  const asked = { cookie: place.owner.cookie, body: { address: 'Jl. Sabang 21' } };
  const response = await callWith(broken, 'PUT', path, asked);
  expect(response.status).toBe(200);
  expect((await response.json<AccountView>()).locations).toEqual([place.location]);
  expect(log.mock.calls.flat().join('\n')).toContain('{"event":"profile_not_copied"');
  expect((await viewOf(place)).address).toBe('Jl. Sabang 21');
});

test('edits at once leave one name, in the database and in every location', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  await newLocation(owner, 'A');
  await newLocation(owner, 'B');
  const names = ['One', 'Two', 'Three', 'Four'];
  await Promise.all(names.map((name) => rename(owner.cookie, { name })));
  const { name, locations } = await me(owner);
  const stored = await env.DB.prepare('select name from businesses').first('name');
  expect(names).toContain(name);
  expect([stored, ...locations.map(({ businessName }) => businessName)]).toEqual([name, name, name]);
});
