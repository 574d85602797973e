import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { LocationView } from '../../../src/shared/contracts/queue-view.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { interceptCommands } from '../support/broken.ts';
import {
  call,
  joinParty,
  me,
  newLocation,
  newOwner,
  party,
  read,
  type TestOwner,
} from '../support/factories.ts';
import { post, success, verifyToken } from '../support/security-calls.ts';

const path = ({ business }: TestOwner) => `/auth/business/${business.username}/queue`;

async function guestsLeft(owner: TestOwner): Promise<number | undefined> {
  return (await me(owner)).guestsLeft;
}

async function join(owner: TestOwner, { id, address }: LocationView) {
  return read(await call('POST', path(owner), { body: { address, locationId: id, ...party() } }));
}

async function removeLocation(owner: TestOwner, { id }: LocationView): Promise<void> {
  const { cookie } = owner;
  expect((await call('DELETE', `/auth/locations/${id}`, { cookie })).status).toBe(200);
}

/** Adds a location that may take `left` more guests. */
async function aLocationWith(left: number, owner: TestOwner): Promise<LocationView> {
  await removeLocation(owner, await newLocation(owner));
  await env.DB.prepare('update locations set guests_left = ?').bind(left).run();
  return newLocation(owner);
}

async function confirm(owner: TestOwner): Promise<void> {
  await post('/auth/send-verification', owner);
  const body = { token: await verifyToken(owner.user.email) };
  expect(await read(await call('POST', '/auth/verify-email', { body }))).toEqual(success);
}

const noCredits = {
  status: 402,
  body: {
    error: 'This location cannot take more guests right now. Please ask the staff.',
    code: 'no_credits',
  },
};

test('a join takes one of a hundred, leaving gives it back, and a location passes on what it had left', async () => {
  const owner = await newOwner();
  expect(await guestsLeft(owner)).toBeUndefined();
  const location = await newLocation(owner);
  expect(await guestsLeft(owner)).toBe(100);
  const { customer, queueToken } = await joinParty(owner, location);
  const other = await joinParty(owner, location, { firstName: 'Budi' });
  expect(await guestsLeft(owner)).toBe(98);
  const key = encodeURIComponent(customer.firstName + customer.lastName + customer.joinedAt);
  const headers = { Authorization: `Bearer ${queueToken}` };
  expect((await call('POST', `${path(owner)}/${key}/leave`, { headers })).status).toBe(200);
  expect(await guestsLeft(owner)).toBe(99);
  await post(`/auth/locations/${location.id}/visits/${other.customer.id}/admit`, owner);
  await removeLocation(owner, location);
  await newLocation(owner);
  expect(await guestsLeft(owner)).toBe(99);
});

test('after the last one guests see the message for no credits, and staff see how to continue', async () => {
  const owner = await newOwner();
  const location = await aLocationWith(1, owner);
  await joinParty(owner, location);
  expect(await guestsLeft(owner)).toBe(0);
  expect(await join(owner, location)).toEqual(noCredits);
  const addresses = await call('GET', `/auth/business/${owner.business.username}/addresses`);
  expect(await read(addresses)).toMatchObject({ body: { addresses: [{ accepting: false }] } });
  expect(await post(`/auth/locations/${location.id}/visits`, owner, party({ phoneNumber: '' }))).toEqual({
    status: 402,
    body: {
      error: 'No more guests until your email address is confirmed. Please open the link we sent you.',
      code: 'email_unconfirmed',
    },
  });
  await confirm(owner);
  expect((await join(owner, location)).status).toBe(201);
  expect(await guestsLeft(owner)).toBeUndefined();
});

test('a second location takes no guests before the confirmation: the limit belongs to the account', async () => {
  const owner = await newOwner({ maxLocations: 2 });
  const first = await newLocation(owner, 'A');
  const second = await newLocation(owner, 'B');
  expect(await me(owner)).toMatchObject({ guestsLeft: 100, noGuestsLeftAt: ['B'] });
  expect(await join(owner, second)).toEqual(noCredits);
  expect((await join(owner, first)).status).toBe(201);
  await confirm(owner);
  expect((await join(owner, second)).status).toBe(201);
  expect(await me(owner)).not.toHaveProperty('noGuestsLeftAt');
});

test('beside locations without a limit, which an older account can have, one new location takes the hundred', async () => {
  const owner = await newOwner({ maxLocations: 3 });
  const open = LocationQueue.prototype.open;
  const older = vi.spyOn(LocationQueue.prototype, 'open').mockImplementation(function (
    this: LocationQueue,
    setup,
  ) {
    return open.call(this, { ...setup, guestsLeft: null });
  });
  const first = await newLocation(owner, 'A');
  older.mockRestore();
  const second = await newLocation(owner, 'B');
  const { customer } = await joinParty(owner, second);
  await post(`/auth/locations/${second.id}/visits/${customer.id}/admit`, owner);
  await newLocation(owner, 'C');
  expect(await me(owner)).toMatchObject({ noGuestsLeftAt: ['C'] });
  // The new location D gets the slot of the first location, but does not get another hundred guests.
  await removeLocation(owner, first);
  await newLocation(owner, 'D');
  expect(await me(owner)).toMatchObject({ guestsLeft: 99, noGuestsLeftAt: ['D', 'C'] });
  await removeLocation(owner, second);
  await newLocation(owner, 'E');
  expect(await guestsLeft(owner)).toBe(99);
});

test('a location that did not hear of the confirmation is told with the owner’s next look', async () => {
  const owner = await newOwner();
  const location = await aLocationWith(0, owner);
  const back = interceptCommands('confirm-mailbox', () => Promise.resolve({ ok: false, code: 'not_found' }));
  await confirm(owner);
  back();
  expect(await join(owner, location)).toEqual(noCredits);
  await me(owner);
  expect((await join(owner, location)).status).toBe(201);
});

test('an object of an older release, which tells no number of guests, is not told of the confirmation', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  await newLocation(owner);
  const view = LocationQueue.prototype.view;
  vi.spyOn(LocationQueue.prototype, 'view').mockImplementation(function (this: LocationQueue) {
    const answer = view.call(this);
    if (answer.ok) Reflect.deleteProperty(answer, 'guestsLeft');
    return answer;
  });
  let told = 0;
  const back = interceptCommands('confirm-mailbox', (goOn) => {
    told += 1;
    return goOn();
  });
  await me(owner);
  back();
  expect(told).toBe(0);
});

test('after the confirmation, new locations have no limit', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1, maxLocations: 2 });
  await newLocation(owner, 'A');
  expect((await join(owner, await newLocation(owner, 'B'))).status).toBe(201);
  expect(await guestsLeft(owner)).toBeUndefined();
});
