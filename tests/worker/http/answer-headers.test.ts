/** Headers of all API answers for browsers and caches. */
import { expect, test } from 'vitest';
import { allCookies, apiCalls, aWorld, withWorlds } from '../support/api-calls.ts';
import { call } from '../support/factories.ts';

const expected = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Other headers that some answers may have. None of them weakens the protection. */
const ownHeaders =
  /^(allow|clear-site-data|content-(length|type|disposition)|date|etag|retry-after|set-cookie|x-request-id)$/;

function expectPrivate(name: string, { headers, status }: Response, mayRevalidate = false): void {
  const { 'cache-control': cache, ...rest } = Object.fromEntries(
    [...headers].filter(([header]) => !ownHeaders.test(header)),
  );
  // Only the answer to `GET /auth/me` may be cached, and only by the browser, which must revalidate it each time.
  const asked = mayRevalidate && (status === 200 || status === 304);
  expect([name, status, cache]).toEqual([name, status, asked ? 'private, no-cache' : 'no-store']);
  expect([name, rest]).toEqual([name, expected]);
  expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(0);
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{16}$/);
}

// Pages of the development Worker have another policy.
const calls = apiCalls.filter(({ method, pattern }) => method !== 'GET' || !pattern.startsWith('/dev/'));

test('every call answers privately and uncached, refused or granted', async () => {
  for await (const [each, world] of withWorlds(calls, 'blue-door')) {
    const name = `${each.method} ${each.pattern}`;
    const about = each.body ? { body: each.body } : {};
    const refusedOrOpen = await call(each.method, world.path(each), about);
    expectPrivate(name, refusedOrOpen);
    await refusedOrOpen.arrayBuffer();
    const granted = await call(each.method, world.path(each), { ...about, cookie: allCookies(world) });
    expectPrivate(name, granted, name === 'GET /auth/me');
    await granted.arrayBuffer();
  }
});

test('an unchanged account is a 304 that is no less private', async () => {
  const { place } = await aWorld();
  const { cookie } = place.owner;
  const first = await call('GET', '/auth/me', { cookie });
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
  const again = await call('GET', '/auth/me', { cookie, headers });
  expect(again.status).toBe(304);
  expectPrivate('304', again, true);
});

test('unknown paths answer privately and uncached, by every method', async () => {
  const { admin, place } = await aWorld();
  const cookie = `${place.owner.cookie}; ${admin}`;
  const missing = ['/auth', '/auth/nothing', '/admin/nothing', '/stripe', '/stripe/nothing', '/sms/nothing'];
  for (const path of [...missing, '/dev/nothing']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await call(method, path, { cookie });
      expectPrivate(`${method} ${path}`, response);
      expect([method, path, response.status]).toEqual([method, path, 404]);
    }
  }
});

test('refused methods, other sites, forms and what is too large are answered so, too', async () => {
  for (const path of ['/auth/login', '/admin/login', '/stripe/webhook']) {
    const ask = (method: string, headers: Record<string, string>, body?: string) =>
      call(method, path, { headers, ...(body !== undefined && { body }) });
    for (const response of [
      await ask('GET', {}),
      await ask('PUT', {}),
      await ask('POST', { 'Sec-Fetch-Site': 'cross-site' }, '{}'),
      await ask('POST', { 'Content-Type': 'text/plain' }, '{}'),
      await ask('POST', { 'Content-Length': '40000' }, `"${'x'.repeat(39_998)}"`),
      await ask('POST', {}, '{'),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expectPrivate(path, response);
    }
  }
});
