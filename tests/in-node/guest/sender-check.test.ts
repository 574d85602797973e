/**
 * The bot check of joins, and the limit of joins by one sender at all businesses
 * (`docs/decisions/0024-nobody-fills-a-line-alone.md`).
 */
import { env } from 'cloudflare:workers';
import { createExecutionContext } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { origin, party, read } from '../../worker/support/factories.ts';
import { anOwnersLocation, type OwnedLocation } from '../../worker/support/owner-calls.ts';

const keys = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-key-of-ours' };
const checkAsked = {
  status: 403,
  body: {
    error: 'We could not tell that you are a person. Please try again, or ask the staff to add you.',
    code: 'human_check',
    widget: {
      siteKey: '1x00000000000000000000AA',
      script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    },
  },
};

async function joinFrom(
  from: string,
  { owner, location }: OwnedLocation,
  { token, bindings = keys, headers = {} }: { token?: string; bindings?: object; headers?: object } = {},
) {
  const body = JSON.stringify({ address: location.address, locationId: location.id, ...party() });
  const request = new Request(`${origin}/auth/business/${owner.business.username}/queue`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': from,
      ...(token !== undefined && { 'Human-Check': token }),
      ...headers,
    },
    body,
  });
  return read(await createApp().fetch(request, { ...env, ...bindings }, createExecutionContext()));
}

/** Makes a location at which this sender has used up the joins of a minute. */
async function aFullMinute(from: string): Promise<OwnedLocation> {
  const place = await anOwnersLocation();
  for (let n = 0; n < 15; n += 1) expect((await joinFrom(from, place)).status).toBe(201);
  return place;
}

const turnstileSays = (answer: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));

test('beyond the limit the bot check is asked for; who passes joins, and who does not is told when to try again', async () => {
  const place = await aFullMinute('203.0.113.21');
  const asked = turnstileSays({ success: true });
  expect(await joinFrom('203.0.113.21', place)).toEqual(checkAsked);
  expect(asked).not.toHaveBeenCalled();
  expect((await joinFrom('203.0.113.21', place, { token: 'a token' })).status).toBe(201);
  turnstileSays({ success: false, 'error-codes': ['invalid-input-response'] });
  const refused = { status: 429, body: { code: 'sender_limit' } };
  expect(await joinFrom('203.0.113.21', place, { token: 'a token' })).toMatchObject(refused);
  expect(await joinFrom('203.0.113.21', place, { token: '' })).toMatchObject(refused);
  expect(await joinFrom('203.0.113.21', place, { bindings: {} })).toMatchObject(refused);
  expect((await joinFrom('203.0.113.22', place)).status).toBe(201);
});

test('the platform’s limiter counts a sender at all businesses, by a hash of its narrowest network', async () => {
  const place = await anOwnersLocation();
  const asked: string[] = [];
  const limiter = (isWithin: (key: string) => boolean) => ({
    ...keys,
    JOIN_SHIELD: {
      limit: ({ key }: { key: string }) => {
        asked.push(key);
        return Promise.resolve({ success: isWithin(key) });
      },
    },
  });
  const bindings = limiter((key) => !key.startsWith('join '));
  expect(await joinFrom('2001:db8:7:9::1', place, { bindings })).toEqual(checkAsked);
  expect(asked.map((key) => key.split(' ')[0])).toEqual([expect.any(String), 'join']);
  expect(asked.join(' ')).not.toContain('2001');
  turnstileSays({ success: true });
  expect((await joinFrom('2001:db8:7:9::1', place, { bindings, token: 'a token' })).status).toBe(201);
});

test('an hour’s joins of one sender at all businesses end at 300, in memory', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-25T10:00:00Z');
  const from = '203.0.113.23';
  const shops: OwnedLocation[] = [];
  for (let n = 0; n < 20; n += 1) shops.push(await anOwnersLocation());
  for (let n = 0; n < 300; n += 1) {
    const place = shops[n % shops.length];
    if (place) expect((await joinFrom(from, place)).status).toBe(201);
  }
  expect(await joinFrom(from, await anOwnersLocation())).toEqual(checkAsked);
  expect(await joinFrom('203.0.113.24', await anOwnersLocation())).toMatchObject({ status: 201 });
  vi.setSystemTime('2026-11-25T11:00:00Z');
  expect(await joinFrom(from, await anOwnersLocation())).toMatchObject({ status: 201 });
});

/** Returns the location with a username that no business has. */
const unknown = (place: OwnedLocation): OwnedLocation => ({
  ...place,
  owner: { ...place.owner, business: { ...place.owner.business, username: 'nb-x' } },
});

test('joins that are refused and repeats of a request do not count in the hour', async () => {
  const place = await anOwnersLocation();
  const from = '203.0.113.25';
  const headers = { 'Idempotency-Key': 'a-key-of-one-guest-0001' };
  for (let n = 0; n < 310; n += 1) {
    expect((await joinFrom(from, unknown(place))).status).toBe(404);
    expect((await joinFrom(from, place, { headers })).status).toBe(201);
  }
  expect((await joinFrom(from, await anOwnersLocation())).status).toBe(201);
});

test('the tries of one /64 in a minute stop nobody else in its /56 and /48', async () => {
  const place = await anOwnersLocation();
  const tries = new Map<string, number>();
  const limit = ({ key }: { key: string }) => {
    tries.set(key, (tries.get(key) ?? 0) + 1);
    return Promise.resolve({ success: (tries.get(key) ?? 0) <= 120 });
  };
  const bindings = { JOIN_SHIELD: { limit } };
  for (let n = 0; n < 121; n += 1) await joinFrom('2001:db8:8:1::1', unknown(place), { bindings });
  expect((await joinFrom('2001:db8:8:1::1', place, { bindings })).status).toBe(429);
  expect((await joinFrom('2001:db8:8:2::1', place, { bindings })).status).toBe(201);
});
