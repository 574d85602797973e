import { createExecutionContext, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { hashToken } from '../../../src/worker/identity/tokens.ts';
import { createApp } from '../../../src/worker/app.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { beforeCalls, brokenDatabase, callWith } from '../support/broken.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  newLocation,
  newOwner,
  read,
  type TestOwner,
} from '../support/factories.ts';
import { until } from '../support/queue-factories.ts';

const DAY_MS = 86_400_000;
const notLoggedIn = {
  status: 401,
  body: { error: 'Please sign in to continue.', code: 'not_logged_in' },
};

function logIn({ business }: TestOwner, cookie?: string) {
  const body = { emailOrUsername: business.username, password: goodPassword };
  return call('POST', '/auth/login', { body, ...(cookie !== undefined && { cookie }) });
}

function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  return {
    forward: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
}

async function openSocket(path: string, cookie: string): Promise<WebSocket> {
  const response = await call('GET', path, { cookie, headers: { Upgrade: 'websocket' } });
  if (response.webSocket === null) throw new Error(`No socket, but ${response.status}`);
  response.webSocket.accept();
  return response.webSocket;
}

async function statusOf(cookie: string) {
  const response = await call('GET', '/auth/me', { cookie });
  await response.arrayBuffer();
  return response.status;
}

test('the cookie cannot be read by scripts or sent by other sites', async () => {
  const response = await logIn(await newOwner());
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^holdline_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(
      /^holdline_device_[0-9a-f]{8}=[\w.-]+; Max-Age=15552000; Path=\/auth\/login; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

test('on https the cookie is Secure and bound to its host', async () => {
  const owner = await newOwner();
  const https = { ...env, APP_ORIGIN: 'https://queue.example.com' };
  const ask = (path: string, init: RequestInit) =>
    createApp().fetch(new Request(`https://queue.example.com${path}`, init), https, createExecutionContext());
  const response = await ask('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: owner.business.username, password: goodPassword }),
  });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-holdline_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Secure-holdline_device_.*; Path=\/auth\/login; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  const cookie = cookieOf(response, '__Host-holdline_session');
  const plain = cookie.replace('__Host-', '');
  expect((await ask('/auth/me', { headers: { Cookie: cookie } })).status).toBe(200);
  expect((await ask('/auth/me', { headers: { Cookie: plain } })).status).toBe(401);
});

test('the database holds no token', async () => {
  const response = await logIn(await newOwner());
  const token = cookieOf(response).split('=')[1] ?? '';
  const { results } = await env.DB.prepare('select * from sessions').all();
  expect(JSON.stringify(results)).not.toContain(token);
});

test('without a cookie, or with one that is not ours, nobody is logged in', async () => {
  const calls = ['GET /auth/me', 'PUT /auth/me', 'POST /auth/locations', 'DELETE /auth/locations/x'];
  for (const cookie of [
    '',
    'holdline_session=',
    'holdline_session=nobody',
    `holdline_session=${'x'.repeat(4000)}`,
  ]) {
    for (const each of calls) {
      const [method = '', path = ''] = each.split(' ');
      expect(await read(await call(method, path, { cookie }))).toEqual(notLoggedIn);
    }
  }
});

test('a log-in always begins a new session and ends the one it came with', async () => {
  const owner = await newOwner();
  const renewed = cookieOf(await logIn(owner, owner.cookie));
  expect(renewed).not.toBe(owner.cookie);
  expect(await statusOf(owner.cookie)).toBe(401);
  expect(await statusOf(renewed)).toBe(200);
});

test('a log-in elsewhere leaves this one alone', async () => {
  const owner = await newOwner();
  await logIn(owner);
  expect(await statusOf(owner.cookie)).toBe(200);
});

test('a failed log-in leaves the present one alone', async () => {
  const owner = await newOwner();
  const body = { emailOrUsername: owner.business.username, password: 'not the password' };
  expect((await call('POST', '/auth/login', { body, cookie: owner.cookie })).status).toBe(401);
  expect(await statusOf(owner.cookie)).toBe(200);
});

test('logging out ends the session on the server and clears the cookie', async () => {
  const owner = await newOwner();
  const other = cookieOf(await logIn(owner));
  const response = await call('POST', '/auth/logout', { cookie: owner.cookie });
  expect(response.headers.getSetCookie()).toEqual([
    'holdline_pass=; Max-Age=0; Path=/auth; HttpOnly; SameSite=Lax',
    'holdline_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await read(response)).toEqual({ status: 200, body: { success: true } });
  expect(await statusOf(owner.cookie)).toBe(401);
  expect(await statusOf(other)).toBe(200);
});

test('logging out has every location, and the overview of all, close the sockets of that session', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const disconnected: string[] = [];
  vi.spyOn(LocationQueue.prototype, 'endSessions').mockImplementation((hashes) => {
    disconnected.push(...hashes);
    return { ended: true };
  });
  await call('POST', '/auth/logout', { cookie: owner.cookie });
  const hash = hashToken(owner.cookie.split('=')[1] ?? '');
  expect(disconnected).toEqual([hash, hash]);
});

test.each(['/auth/login', '/auth/signup'])(
  '%s closes the live socket of the log-in it ends',
  async (path) => {
    const owner = await newOwner();
    const { id } = await newLocation(owner);
    const socket = await openSocket(`/auth/locations/${id}/live`, owner.cookie);
    const closed: number[] = [];
    socket.addEventListener('close', ({ code }) => void closed.push(code));
    const other = await newOwner();
    const body = { emailOrUsername: other.business.username, ...aSignUp() };
    const refused = await call('POST', path, { body: { ...body, password: 'x' }, cookie: owner.cookie });
    expect(refused.ok).toBe(false);
    expect([closed, await statusOf(owner.cookie)]).toEqual([[], 200]);
    expect((await call('POST', path, { body, cookie: owner.cookie })).ok).toBe(true);
    await until(() => closed.length > 0);
    expect([closed, await statusOf(owner.cookie)]).toEqual([[4401], 401]);
  },
);

test.each([
  ['a log-out', ({ cookie }: TestOwner) => call('POST', '/auth/logout', { cookie })],
  ['the end of all log-ins', ({ cookie }: TestOwner) => call('DELETE', '/auth/sessions', { cookie })],
])('a socket that was being opened during %s is not given out, and the object holds none', async (_, end) => {
  const owner = await newOwner();
  const location = await newLocation(owner);
  const objects = beforeCalls('fetch', () => end(owner));
  const asked = { cookie: owner.cookie, headers: { Upgrade: 'websocket' } };
  const response = await callWith(objects, 'GET', `/auth/locations/${location.id}/live`, asked);
  expect(await read(response)).toEqual(notLoggedIn);
  const openSockets = () =>
    runInDurableObject(env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(location.id)), (__, state) =>
      state.getWebSockets('owner').filter(({ readyState }) => readyState === WebSocket.OPEN),
    );
  await until(async () => (await openSockets()).length === 0);
});

test('a socket whose log-in cannot be checked again is not opened', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  let looks = 0;
  const away = brokenDatabase('D1_ERROR: Network connection lost.', () => ++looks > 1);
  const asked = { cookie: owner.cookie, headers: { Upgrade: 'websocket' } };
  const response = await callWith(away, 'GET', `/auth/locations/${id}/live`, asked);
  expect(await read(response)).toMatchObject({ status: 503, body: { code: 'try_again' } });
});

test('every end of this browser’s log-in clears its cached account', async () => {
  const ends: ((owner: TestOwner) => Promise<Response>)[] = [
    ({ cookie }) => call('POST', '/auth/logout', { cookie }),
    ({ cookie }) => call('DELETE', '/auth/sessions', { cookie }),
    ({ cookie }) => call('POST', '/auth/delete-account', { cookie, body: { password: goodPassword } }),
  ];
  for (const end of ends) {
    expect((await end(await newOwner())).headers.get('Clear-Site-Data')).toBe('"cache"');
  }
});

test('logging out without being logged in is no failure', async () => {
  const done = { status: 200, body: { success: true } };
  expect(await read(await call('POST', '/auth/logout'))).toEqual(done);
  expect(await read(await call('POST', '/auth/logout', { cookie: 'holdline_session=nobody' }))).toEqual(done);
});

test('a session ends 14 days after its last use', async () => {
  const clock = stopTheClock();
  const { cookie } = await newOwner();
  clock.forward(14 * DAY_MS - 1);
  expect(await statusOf(cookie)).toBe(200);
  clock.forward(14 * DAY_MS - 1);
  expect(await statusOf(cookie)).toBe(200);
  clock.forward(14 * DAY_MS);
  expect(await statusOf(cookie)).toBe(401);
});

test('a session ends 90 days after its beginning, however much it is used', async () => {
  const clock = stopTheClock();
  const { cookie } = await newOwner();
  for (let day = 0; day < 80; day += 10) {
    clock.forward(10 * DAY_MS);
    expect(await statusOf(cookie)).toBe(200);
  }
  clock.forward(10 * DAY_MS - 1);
  expect(await statusOf(cookie)).toBe(200);
  clock.forward(1);
  expect(await statusOf(cookie)).toBe(401);
});

test('the last use is written at most once an hour', async () => {
  const clock = stopTheClock();
  const begun = Date.now();
  const { cookie } = await newOwner();
  const lastUsed = () => env.DB.prepare('select last_used_at as at from sessions').first('at');
  clock.forward(3_599_999);
  await statusOf(cookie);
  expect(await lastUsed()).toBe(begun);
  clock.forward(1);
  await statusOf(cookie);
  expect(await lastUsed()).toBe(begun + 3_600_000);
});

test('a log-in deletes expired sessions', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  clock.forward(15 * DAY_MS);
  await logIn(owner);
  expect(await env.DB.prepare('select count(*) as n from sessions').first('n')).toBe(1);
});
