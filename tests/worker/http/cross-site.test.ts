import { expect, test } from 'vitest';
import { isCrossSite } from '../../../src/worker/http/cross-site.ts';
import { call, goodPassword, joinParty, newLocation, newOwner, origin, read } from '../support/factories.ts';

const badOrigin = {
  status: 403,
  body: { error: 'This request came from another site.', code: 'bad_origin' },
};
const notJson = { status: 415, body: { error: 'The request has to be JSON.', code: 'not_json' } };

const unsafe = [
  'POST /auth/login',
  'POST /auth/logout',
  'PUT /auth/me',
  'DELETE /auth/locations/x',
  'PATCH /nowhere',
];

test.each([
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.localhost:8787' },
  // This request is refused for `Sec-Fetch-Site: cross-site`, although its Origin matches.
  { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://localhost:9999' },
  { Origin: `${origin}.evil.example` },
])('what a page of another site sends with %j is refused', async (headers) => {
  for (const each of unsafe) {
    const [method = '', path = ''] = each.split(' ');
    expect(await read(await call(method, path, { headers }))).toEqual(badOrigin);
    expect(await read(await call(method, path, { headers, body: {} }))).toEqual(badOrigin);
  }
});

test("another site's log-out does not end the session", async () => {
  const { cookie } = await newOwner();
  await call('POST', '/auth/logout', { cookie, headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect((await call('GET', '/auth/me', { cookie })).status).toBe(200);
});

test.each([
  { 'Sec-Fetch-Site': 'same-origin', Origin: origin },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: origin },
  {},
])('what our own page or no page sends with %j is looked at', async (headers: Record<string, string>) => {
  const { business } = await newOwner();
  const body = { emailOrUsername: business.username, password: goodPassword };
  expect((await call('POST', '/auth/login', { body, headers })).status).toBe(200);
});

test.each([
  ['production', 'https://queue.example.com', 'https://queue.example.com', false],
  // The same host with another scheme or port is another origin. In production, only the configured origin counts.
  ['production', 'https://queue.example.com', 'http://queue.example.com', true],
  ['production', 'https://queue.example.com', 'https://queue.example.com:8443', true],
  ['production', 'http://10.0.0.7:8787', 'http://10.0.0.7:8787', true],
  ['production', 'https://queue.example.com', 'null', true],
  ['development', 'http://10.0.0.7:8787', 'http://10.0.0.7:8787', false],
  ['development', 'http://10.0.0.7:8787', 'http://10.0.0.8:8787', true],
  ['development', 'http://10.0.0.7:8787', 'https://queue.example.com', false],
] as const)('in %s a call to %s from %s: cross-site %s', (environment, called, from, crossSite) => {
  const own = { environment, origin: 'https://queue.example.com' };
  const ask = (headers: Record<string, string>) => isCrossSite(new Request(called, { headers }), own);
  expect(ask({ Origin: from })).toBe(crossSite);
  expect(ask({ Origin: from, 'Sec-Fetch-Site': 'same-origin' })).toBe(false);
  expect(ask({ Origin: from, 'Sec-Fetch-Site': 'cross-site' })).toBe(true);
});

test('a live socket is refused to a page of another site', async () => {
  const owner = await newOwner();
  const location = await newLocation(owner);
  const { queueToken } = await joinParty(owner, location);
  const sockets = [
    `/auth/locations/${location.id}/live`,
    `/auth/business/${owner.business.username}/queue/token/${queueToken}/live`,
  ];
  for (const path of sockets) {
    const open = (Origin: string) =>
      call('GET', path, { cookie: owner.cookie, headers: { Upgrade: 'websocket', Origin } });
    expect(await read(await open('https://evil.example'))).toEqual(badOrigin);
    const { status, webSocket } = await open(origin);
    expect(status).toBe(101);
    webSocket?.accept();
    webSocket?.close();
  }
});

test('GET requests are allowed from other sites, as links need them', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  const response = await call('GET', '/auth/exists?username=nobody', { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
])('a body of the type %s is refused', async (type) => {
  const response = await call('POST', '/auth/login', { body: '{}', headers: { 'Content-Type': type } });
  expect(await read(response)).toEqual(notJson);
});

test('JSON may name its charset, in any case', async () => {
  const headers = { 'Content-Type': 'Application/JSON; charset=UTF-8' };
  expect((await call('POST', '/auth/login', { body: '{}', headers })).status).toBe(400);
});

test('a preflight request is not granted', async () => {
  const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
  const response = await call('OPTIONS', '/auth/login', { headers });
  expect(response.ok).toBe(false);
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
