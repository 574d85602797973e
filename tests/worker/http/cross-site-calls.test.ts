/**
 * CSRF: requests that another site can cause in a logged-in browser. Each of these requests is sent to every call that
 * changes data.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { apiCalls, allCookies, allRows, aWorld, unsafeCalls } from '../support/api-calls.ts';
import { call, origin } from '../support/factories.ts';
import { viewOf } from '../support/owner-calls.ts';

const evil = 'https://evil.example';
const form = 'application/x-www-form-urlencoded';
const [crossSite, notJson] = [403, 415];

/**
 * For each kind of request: its name, the browser's headers, the body (null for the call's own JSON), and the status of
 * the refusal.
 */
const kinds: [kind: string, headers: Record<string, string>, body: string | null, status: number][] = [
  ['a form', { 'Content-Type': form, Origin: evil, 'Sec-Fetch-Site': 'cross-site' }, 'a=b', crossSite],
  ['a form of an older browser', { 'Content-Type': form, Origin: evil }, 'a=b', crossSite],
  ['a form that names no origin', { 'Content-Type': form }, 'a=b', notJson],
  ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=b' }, '--b--', notJson],
  ['a simple POST', { 'Content-Type': 'text/plain', Origin: evil }, null, crossSite],
  ['a simple POST that names no origin', { 'Content-Type': 'text/plain' }, null, notJson],
  ['JSON with a type that only begins like it', { 'Content-Type': 'application/json+x' }, null, notJson],
  ['JSON hidden in the type', { 'Content-Type': 'text/plain; application/json' }, null, notJson],
  ['JSON from another origin', { Origin: evil }, null, crossSite],
  ['JSON from a frame without an origin', { Origin: 'null' }, null, crossSite],
  ['JSON from our host by another port', { Origin: 'http://localhost:8788' }, null, crossSite],
  ['JSON from a subdomain', { Origin: 'http://a.localhost:8787' }, null, crossSite],
  ['JSON from a neighbouring site', { 'Sec-Fetch-Site': 'same-site' }, null, crossSite],
  [
    'JSON with our origin, but cross-site',
    { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
    null,
    crossSite,
  ],
];

test.each(kinds)('%s is refused by every call and changes nothing', async (_, headers, text, status) => {
  const world = await aWorld();
  const cookie = allCookies(world);
  const before = [await allRows(), await viewOf(world.place)];
  const uses = () => env.DB.prepare('select sum(count) as n from limit_windows').first('n');
  const usedBefore = await uses();
  for (const each of unsafeCalls) {
    const body = text ?? each.body ?? {};
    const response = await call(each.method, world.path(each), { body, cookie, headers });
    expect([each.method, each.pattern, response.status]).toEqual([each.method, each.pattern, status]);
    expect(response.headers.getSetCookie()).toEqual([]);
    await response.arrayBuffer();
  }
  expect([await allRows(), await viewOf(world.place)]).toEqual(before);
  expect(await uses()).toBe(usedBefore);
});

test('the same calls from our own pages are handled', async () => {
  const world = await aWorld();
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
  for (const each of unsafeCalls) {
    const { status } = await call(each.method, world.path(each), { body: each.body ?? {}, headers });
    expect([each.method, each.pattern, [crossSite, notJson].includes(status)]).toEqual([
      each.method,
      each.pattern,
      false,
    ]);
  }
});

test('no socket is opened for a page of another site, whoever is logged in', async () => {
  const world = await aWorld();
  const sockets = apiCalls.filter(({ pattern }) => pattern.endsWith('/live'));
  expect(sockets).toHaveLength(3);
  for (const each of sockets) {
    for (const from of [
      { Origin: evil },
      { Origin: 'null' },
      { Origin: 'http://localhost:8788' },
      { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ] as Record<string, string>[]) {
      const headers = { Upgrade: 'websocket', ...from };
      const response = await call('GET', world.path(each), { cookie: allCookies(world), headers });
      expect([each.pattern, from, response.status, response.webSocket]).toEqual([
        each.pattern,
        from,
        crossSite,
        null,
      ]);
    }
  }
});

test('following a link from another site changes nothing', async () => {
  const world = await aWorld();
  const before = [await allRows(), await viewOf(world.place)];
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  for (const each of apiCalls.filter(
    ({ method, pattern }) => method === 'GET' && !pattern.endsWith('/live'),
  )) {
    const response = await call('GET', world.path(each), { cookie: allCookies(world), headers });
    await response.arrayBuffer();
    expect([each.pattern, response.headers.get('Access-Control-Allow-Origin')]).toEqual([each.pattern, null]);
  }
  expect([await allRows(), await viewOf(world.place)]).toEqual(before);
});
