/** Headers of a hundred thousand characters are refused or ignored, and the Worker does not fail. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, cookieOf, goodPassword, newOwner, party, read } from '../support/factories.ts';
import { anOwnersLocation, invalid, join, lineOf, refused, viewOf } from '../support/owner-calls.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { securityOf } from '../support/security-calls.ts';

const huge = 'A'.repeat(100_000);
const many = Array.from({ length: 5_000 }, (_, n) => `c${n}=${n}`).join('; ');

test('a huge cookie is nobody’s log-in', async () => {
  for (const cookie of [`holdline_session=${huge}`, huge, `${huge}=x`, many, ';'.repeat(50_000)]) {
    expect(await read(await call('GET', '/auth/me', { cookie }))).toEqual(refused('not_logged_in'));
    expect(await read(await call('GET', '/admin/me', { cookie }))).toEqual(refused('not_logged_in'));
    expect(await read(await call('POST', '/auth/logout', { cookie }))).toEqual({
      status: 200,
      body: { success: true },
    });
  }
});

test('among thousands of cookies the right one still counts', async () => {
  const { cookie } = await newOwner();
  expect((await call('GET', '/auth/me', { cookie: `${many}; ${cookie}` })).status).toBe(200);
  const admin = await newAdmin();
  expect((await call('GET', '/admin/me', { cookie: `${many}; ${admin}` })).status).toBe(200);
});

test('a huge token of a visit opens nothing, and does not keep a guest from joining', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  const queue = `/auth/business/${place.owner.business.username}/queue`;
  const path = `${queue}/${encodeURIComponent(customerKey(customer))}/status`;
  for (const token of [huge, `${place.location.id}.${huge}`, `${huge}.${huge}`]) {
    const asCookie = { cookie: `holdline_visit=${token}` };
    const asHeader = { headers: { Authorization: `Bearer ${token}` } };
    expect(await read(await call('GET', path, asCookie))).toEqual(refused('not_found'));
    expect(await read(await call('GET', path, asHeader))).toEqual(refused('not_found'));
    const body = { address: place.location.address, ...party() };
    expect((await call('POST', queue, { body, ...asCookie })).status).toBe(201);
  }
  expect(await lineOf(place)).toHaveLength(4);
});

test('a huge idempotency key is refused, and nobody joins', async () => {
  const place = await anOwnersLocation();
  const before = await viewOf(place);
  const check = invalid({ 'Idempotency-Key': ['Please check what you entered.'] });
  const headers = { 'Idempotency-Key': huge };
  const body = { address: place.location.address, ...party() };
  const queue = `/auth/business/${place.owner.business.username}/queue`;
  expect(await read(await call('POST', queue, { body, headers }))).toEqual(check);
  const visits = `/auth/locations/${place.location.id}/visits`;
  const { cookie } = place.owner;
  expect(await read(await call('POST', visits, { body: party(), headers, cookie }))).toEqual(check);
  expect(await viewOf(place)).toEqual(before);
});

test('of a huge user agent only the names we know are kept', async () => {
  const { business } = await newOwner();
  const body = { emailOrUsername: business.username, password: goodPassword };
  for (const [agent, device] of [
    [huge, null],
    [`${huge} Firefox/1 ${huge} Linux`, 'Firefox on Linux'],
    ['Mac OS X '.repeat(10_000), 'Mac'],
  ] as const) {
    const response = await call('POST', '/auth/login', { body, headers: { 'User-Agent': agent } });
    expect(response.status).toBe(200);
    const cookie = cookieOf(response);
    const current = (await securityOf({ cookie })).sessions.find((session) => session.current);
    expect(current?.device).toBe(device);
  }
  const { results } = await env.DB.prepare('select device from sessions').all<{ device: string | null }>();
  expect(results.every(({ device }) => (device?.length ?? 0) < 40)).toBe(true);
});

test('a huge origin is another site, and a huge sender is counted like any other', async () => {
  const body = { emailOrUsername: 'nobody', password: goodPassword };
  const login = (headers: Record<string, string>) => call('POST', '/auth/login', { body, headers });
  expect(await read(await login({ Origin: `https://${huge}.example` }))).toEqual(refused('bad_origin'));
  expect(await read(await login({ 'Sec-Fetch-Site': huge }))).toEqual(refused('bad_origin'));
  expect(await read(await login({ 'CF-Connecting-IP': `${huge}:${huge}` }))).toEqual(
    refused('wrong_credentials'),
  );
  const { results } = await env.DB.prepare('select key from limit_windows').all<{ key: string }>();
  expect(results.every(({ key }) => key.length === 43)).toBe(true);
});
