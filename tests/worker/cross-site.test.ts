import { expect, test } from 'vitest';
import { call, goodPassword, newOwner, origin, read } from './factories.ts';

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
  // Where the browser says so, a matching Origin proves nothing more.
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

test('reading is open to everyone who may follow a link', async () => {
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

test('a preflight gets no leave', async () => {
  const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
  const response = await call('OPTIONS', '/auth/login', { headers });
  expect(response.ok).toBe(false);
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
