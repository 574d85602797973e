/**
 * The seeds of authenticator apps and the keys of locations are sealed. `npm run rotate` seals them with the newest
 * key.
 */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rotateAnswer, type RotateAnswer } from '../../../src/shared/contracts/operator.ts';
import { forgetChecks } from '../../../src/worker/platform/checked-config.ts';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { acts, newAdmin } from '../../worker/support/admin-calls.ts';
import { brokenObject, callWith, expectComplaints } from '../../worker/support/broken.ts';
import { call, newLocation, newOwner, party } from '../../worker/support/factories.ts';
import { anOwnersLocation, join, objectOf, type OwnedLocation } from '../../worker/support/owner-calls.ts';
import { logIn, withApp, withSecondStep } from '../../worker/support/security-calls.ts';

const configured = env.SEALING_KEYS;
const newer = 'a-newer-key-that-seals-at-rest-in-tests';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => configure(configured));

/** Sets other sealing keys. An object reads the keys at its next start. */
function configure(keys: string): void {
  env.SEALING_KEYS = keys;
  forgetChecks();
}

const tokenKeyOf = (place: OwnedLocation) =>
  runInDurableObject(objectOf(place)(), (_, { storage }) => {
    const { token_key: key } = storage.sql
      .exec<{ token_key: ArrayBuffer }>('select token_key from location')
      .one();
    return Buffer.from(key);
  });

const storedSeed = () => env.DB.prepare('select secret from second_steps').first<string>('secret');

async function rotate(cookie: string, bindings: Parameters<typeof callWith>[0] = {}): Promise<RotateAnswer> {
  const response = await callWith(bindings, 'POST', '/admin/rotate', { cookie, body: { after: '' } });
  expect(response.status).toBe(200);
  return rotateAnswer.parse(await response.json());
}

test('a seed is stored sealed, and opens only the account it was made for', async () => {
  const { owner, secret, forward } = await withApp();
  const code = () => {
    forward(30_000);
    return appCode(secret);
  };
  expect(await storedSeed()).toMatch(/^sealed\.[0-9a-f]{8}\.[\w-]+$/);
  expect(await storedSeed()).not.toContain(secret);
  expect((await logIn(owner, { code: code() })).status).toBe(200);
  // An earlier release stored the seed without a seal.
  await env.DB.prepare('update second_steps set secret = ?, last_step = 0').bind(secret).run();
  expect((await logIn(owner, { code: code() })).status).toBe(200);

  const thief = await newOwner();
  await withSecondStep(thief);
  const [mine] = (
    await env.DB.prepare('select secret from second_steps where user_id = ?').bind(thief.user.id).all()
  ).results;
  await env.DB.prepare('update second_steps set secret = ?, last_step = 0 where user_id = ?')
    .bind(mine?.['secret'], owner.user.id)
    .run();
  const complaints = expectComplaints();
  expect((await logIn(owner, { code: code() })).status).toBe(500);
  expect(String(complaints())).toContain('at unsealAtRest');
});

test('a key of a location is stored sealed, and works after each start of the object', async () => {
  const place = await anOwnersLocation();
  const { queueToken } = await join(place);
  expect(String(await tokenKeyOf(place))).toMatch(/^sealed\.[0-9a-f]{8}\.[\w-]+$/);
  await evictDurableObject(objectOf(place)());
  // Repeats the join. The token is made with the location's key, so the answer must have the same token.
  const body = party({ firstName: 'Ada' });
  const again = { address: place.location.address, ...body };
  const path = `/auth/business/${place.owner.business.username}/queue`;
  const headers = { 'Idempotency-Key': '0b0e6a5e-3a37-4b4c-9d3a-4b6d6f1f0c11' };
  const token = async () =>
    (await (await call('POST', path, { body: again, headers })).json<{ queueToken: string }>()).queueToken;
  const first = await token();
  await evictDurableObject(objectOf(place)());
  expect(await token()).toBe(first);
  expect(first).not.toBe(queueToken);
});

test('rotation seals all by the newest key, also what an earlier release stored, and nothing twice', async () => {
  const { owner, secret } = await withApp();
  const place = { owner, location: await newLocation(owner) };
  const other = await anOwnersLocation();
  const key = 'ab'.repeat(32);
  await runInDurableObject(objectOf(other)(), (_, { storage }) => {
    storage.sql.exec('update location set token_key = unhex(?)', key);
  });
  await evictDurableObject(objectOf(other)());
  await join(other);
  // The key is still stored without a seal, so that the earlier release can read it until the rotation.
  expect((await tokenKeyOf(other)).toString('hex')).toBe(key);
  const cookie = await newAdmin();
  const before = [await storedSeed(), String(await tokenKeyOf(place))];

  configure(`${newer},${configured}`);
  await evictDurableObject(objectOf(place)());
  expect(await rotate(cookie)).toEqual({ resealed: 3, away: [], next: null });
  const after = [await storedSeed(), String(await tokenKeyOf(place)), String(await tokenKeyOf(other))];
  const seals = new Set(after.map((each) => each?.split('.', 2).join('.')));
  expect([...seals]).toEqual([expect.stringMatching(/^sealed\.[0-9a-f]{8}$/)]);
  expect(before.some((each) => each?.startsWith([...seals].join()))).toBe(false);
  expect(await rotate(cookie)).toEqual({ resealed: 0, away: [], next: null });
  expect((await acts(cookie)).map(({ kind }) => kind)).toEqual(['keys_rotated', 'keys_rotated']);

  configure(newer);
  for (const each of [place, other]) await evictDurableObject(objectOf(each)());
  expect((await logIn(owner, { code: appCode(secret) })).status).toBe(200);
  await join(place);
  await join(other);
});

test('a location that does not answer is named, and the same call again seals its key', async () => {
  const place = await anOwnersLocation();
  const cookie = await newAdmin();
  configure(`${newer},${configured}`);
  const broken = brokenObject(place.location.id, 'resealKey', new Error('Network connection lost.'));
  expect(await rotate(cookie, broken)).toEqual({ resealed: 0, away: [place.location.id], next: null });
  expect(await rotate(cookie)).toEqual({ resealed: 1, away: [], next: null });
});

test('rotation goes on page by page', async () => {
  const owner = await newOwner();
  const ids = Array.from({ length: 41 }, (_, n) => String(n).padStart(64, '0'));
  for (const [n, id] of ids.entries()) {
    await env.DB.prepare(
      `insert into locations (id, business_id, slot, generation, address, timezone, created_at) values (?, ?, ?, 1, '', 'UTC', 1)`,
    )
      .bind(id, owner.business.id, n + 1)
      .run();
  }
  const cookie = await newAdmin();
  const page = async (after: string) =>
    rotateAnswer.parse(await (await call('POST', '/admin/rotate', { cookie, body: { after } })).json());
  const first = await page('');
  expect(first).toEqual({ resealed: 0, away: [], next: ids[39] });
  expect(await page(first.next ?? '')).toEqual({ resealed: 0, away: [], next: null });
});
