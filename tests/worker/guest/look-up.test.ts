/** The public look-up of a business: the database that it reads, and the data that a cached look-up may show. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { open } from '../support/built-pages.ts';
import { brokenDatabase, brokenObject, callWith } from '../support/broken.ts';
import { call, goodPassword, newLocation, newOwner, party, read } from '../support/factories.ts';
import { refused } from '../support/owner-calls.ts';
import { deletionCode } from '../support/security-calls.ts';

const away = 'D1_ERROR: Network connection lost.';

/** Returns the database; `reads` counts the queries to the primary and to the replica. */
function countedReads() {
  const reads = { primary: 0, near: 0 };
  const counting = <Database extends Pick<D1Database, 'prepare'>>(
    database: Database,
    which: keyof typeof reads,
  ) =>
    new Proxy(database, {
      get(target, name): unknown {
        if (name === 'withSession') return () => counting(env.DB.withSession('first-unconstrained'), 'near');
        if (name === 'prepare')
          return (sql: string) => {
            reads[which] += 1;
            return target.prepare(sql);
          };
        return Reflect.get(target, name);
      },
    });
  return { reads, DB: counting(env.DB, 'primary') };
}

async function addressesOf(username: string, bindings: Parameters<typeof callWith>[0] = {}) {
  const path = `/auth/business/${username}/addresses`;
  const { status, body } = await read(await callWith(bindings, 'GET', path, { headers: sender }));
  return { status, body };
}

const sender = { 'CF-Connecting-IP': '203.0.113.9' };
const listed = z.object({
  addresses: z.array(z.object({ address: z.string(), businessName: z.string(), accepting: z.boolean() })),
});
const locationsIn = ({ body }: { body: unknown }) =>
  listed.parse(body).addresses.map(({ address, businessName }) => `${businessName} - ${address}`);

test('views and joins of a known business read no primary; the first view in a data centre reads a replica', async () => {
  const owner = await newOwner({ username: 'near-and-dear', emailVerifiedAt: 1 });
  const { address } = await newLocation(owner, 'First street');
  const { reads, DB } = countedReads();
  expect((await addressesOf('near-and-dear', { DB })).status).toBe(200);
  expect(reads).toEqual({ primary: 0, near: 1 });
  expect((await addressesOf('Near-And-Dear', { DB })).status).toBe(200);
  const body = { address, ...party() };
  const joined = await callWith({ DB }, 'POST', '/auth/business/near-and-dear/queue', { body });
  expect(joined.status).toBe(201);
  expect(reads).toEqual({ primary: 0, near: 1 });
});

test('an unknown name reads the primary once, and a flood of them is refused; known businesses stay open', async () => {
  const owner = await newOwner({ username: 'well-known', emailVerifiedAt: 1 });
  await newLocation(owner, 'First street');
  const { reads, DB } = countedReads();
  expect(await addressesOf('nobody-has-this', { DB })).toEqual(refused('not_found'));
  expect(reads).toEqual({ primary: 1, near: 1 });
  expect(await addressesOf('no%20name', { DB })).toEqual(refused('not_found'));
  expect(reads).toEqual({ primary: 1, near: 1 });
  // For an unknown name, a page also asks a replica whether a closed business had this name.
  const page = await open('/queue/nobody-has-this', undefined, { headers: sender }, { DB });
  expect([page.status, reads]).toEqual([404, { primary: 2, near: 3 }]);
  const UNKNOWN_NAMES: RateLimit = { limit: () => Promise.resolve({ success: false }) };
  const flooded = { DB, UNKNOWN_NAMES };
  expect(await addressesOf('nobody-has-that', flooded)).toEqual(refused('too_many_requests'));
  expect((await callWith(flooded, 'GET', '/queue/nobody-has-that', { headers: sender })).status).toBe(429);
  expect(reads.primary).toBe(2);
  expect((await addressesOf('well-known', flooded)).status).toBe(200);
  // The look-up of a business without locations is not cached, so the rate limit `UNKNOWN_NAMES` counts each view of
  // such a business.
  await newOwner({ username: 'not-yet-open', emailVerifiedAt: 1 });
  expect((await addressesOf('not-yet-open', { DB })).status).toBe(200);
  expect(reads.primary).toBe(3);
  expect(await addressesOf('not-yet-open', flooded)).toEqual(refused('too_many_requests'));
  expect(reads.primary).toBe(3);
});

test('the link of an old text reads no primary', async () => {
  const owner = await newOwner({ username: 'long-ago', emailVerifiedAt: 1 });
  await newLocation(owner, 'First street');
  expect((await addressesOf('long-ago')).status).toBe(200);
  const { reads, DB } = countedReads();
  const path = `/queue/long-ago?v=${'A'.repeat(22)}${Date.now().toString(36)}`;
  const page = await open(path, undefined, { headers: sender }, { DB });
  expect([page.status, reads]).toEqual([200, { primary: 0, near: 0 }]);
});

test('each change of an owner shows on the next view, although an older look-up is kept', async () => {
  const owner = await newOwner({ username: 'always-new', emailVerifiedAt: 1, maxLocations: 2 });
  expect(locationsIn(await addressesOf('always-new'))).toEqual([]);
  const { cookie, business } = owner;
  const first = await newLocation(owner, 'First street');
  expect(locationsIn(await addressesOf('always-new'))).toEqual([`${business.name} - First street`]);
  await newLocation(owner, 'Second street');
  expect(locationsIn(await addressesOf('always-new'))).toHaveLength(2);
  const moved = { cookie, body: { address: 'New street' } };
  expect((await call('PUT', `/auth/locations/${first.id}/address`, moved)).status).toBe(200);
  expect((await call('PATCH', '/auth/me', { cookie, body: { name: 'New name' } })).status).toBe(200);
  expect(locationsIn(await addressesOf('always-new'))).toEqual([
    'New name - New street',
    'New name - Second street',
  ]);
  expect((await call('DELETE', `/auth/locations/${first.id}`, { cookie })).status).toBe(200);
  expect(locationsIn(await addressesOf('always-new'))).toEqual(['New name - Second street']);
  // A join at a location that does not exist repeats the look-up.
  const body = { address: 'New street', ...party() };
  expect(await read(await call('POST', '/auth/business/always-new/queue', { body }))).toEqual(
    refused('not_found'),
  );
});

test('pause, capacity and an account of a second ago, or deleted since, show on the next view of a kept look-up', async () => {
  const owner = await newOwner({ username: 'never-old', emailVerifiedAt: 1 });
  const { id } = await newLocation(owner, 'First street');
  const accepting = async () => {
    const { body } = await addressesOf('never-old');
    return listed.parse(body).addresses.map((one) => one.accepting);
  };
  expect(await accepting()).toEqual([true]);
  const { cookie } = owner;
  const set = (body: object) => call('PATCH', `/auth/locations/${id}`, { cookie, body });
  expect((await set({ paused: true })).status).toBe(200);
  expect(await accepting()).toEqual([false]);
  expect((await set({ paused: false, capacity: 1 })).status).toBe(200);
  expect(await accepting()).toEqual([true]);
  const body = { address: 'First street', locationId: id, ...party() };
  expect((await call('POST', '/auth/business/never-old/queue', { body })).status).toBe(201);
  expect(await accepting()).toEqual([false]);
  const typed = { password: goodPassword, mailedCode: await deletionCode(owner) };
  expect((await call('POST', '/auth/delete-account', { cookie, body: typed })).status).toBe(200);
  expect(await addressesOf('never-old')).toEqual(refused('not_found'));
});

test('a change that no location confirms is not made, and the owner may try again', async () => {
  const owner = await newOwner({ username: 'unheard', emailVerifiedAt: 1, maxLocations: 2 });
  const { id } = await newLocation(owner, 'First street');
  const before = await addressesOf('unheard');
  const deaf = brokenObject(id, 'followDirectory', new Error('away'));
  const { cookie } = owner;
  const calls: [string, string, object][] = [
    ['PATCH', '/auth/me', { name: 'New name' }],
    ['PUT', `/auth/locations/${id}/address`, { address: 'New street' }],
    ['POST', '/auth/locations', { address: 'Second street' }],
  ];
  const typed = { password: goodPassword, mailedCode: await deletionCode(owner) };
  calls.push(['POST', '/auth/delete-account', typed]);
  for (const [method, path, body] of calls)
    expect(await read(await callWith(deaf, method, path, { cookie, body }))).toEqual(refused('try_again'));
  expect(await addressesOf('unheard')).toEqual(before);
  expect((await call('PATCH', '/auth/me', { cookie, body: { name: 'New name' } })).status).toBe(200);
  expect(locationsIn(await addressesOf('unheard'))).toEqual(['New name - First street']);
  expect((await call('POST', '/auth/delete-account', { cookie, body: typed })).status).toBe(200);
  expect(await addressesOf('unheard')).toEqual(refused('not_found'));
});

test('with the database away a kept look-up is used, and the log says so', async () => {
  const owner = await newOwner({ username: 'still-here', emailVerifiedAt: 1, maxLocations: 2 });
  const first = await newLocation(owner, 'First street');
  await newLocation(owner, 'Second street');
  expect((await addressesOf('still-here')).status).toBe(200);
  const DB = brokenDatabase(away).DB;
  expect(locationsIn(await addressesOf('still-here', { DB }))).toHaveLength(2);
  const log = vi.spyOn(console, 'log');
  const objects = brokenObject(first.id, 'accepting', new Error('away'));
  expect(locationsIn(await addressesOf('still-here', { DB, ...objects }))).toHaveLength(2);
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(lines.some((line) => line.includes('"event":"directory_unconfirmed"'))).toBe(true);
  expect(await addressesOf('never-seen-here', { DB })).toEqual(refused('try_again'));
});

test('with the database away nothing is shown of a business of which no location is known to be open', async () => {
  const owner = await newOwner({ username: 'long-gone', emailVerifiedAt: 1 });
  const { id } = await newLocation(owner, 'First street');
  expect((await addressesOf('long-gone')).status).toBe(200);
  const DB = brokenDatabase(away).DB;
  const objects = brokenObject(id, 'accepting', new Error('away'));
  expect(await addressesOf('long-gone', { DB, ...objects })).toEqual(refused('try_again'));
  await call('DELETE', `/auth/locations/${id}`, { cookie: owner.cookie });
  expect(await addressesOf('long-gone', { DB })).toEqual(refused('try_again'));
});
