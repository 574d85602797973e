/** The admin's log-in has its own credentials, cookie and table (`docs/decisions/0035-the-admin-area.md`). */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { logInOperator as beginLogIn } from '../../../src/worker/features/admin/admin-log-in.ts';
import { createApp } from '../../../src/worker/app.ts';
import { developmentAdmin } from '../../../src/worker/platform/config-variables.ts';
import { hashToken } from '../../../src/worker/identity/tokens.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import { operatorRights } from '../../../src/shared/contracts/admin.ts';
import {
  acts,
  adminPassword,
  logInAdmin,
  newAdmin,
  readText,
  statusOf,
  updateCredits,
} from '../support/admin-calls.ts';
import { call, cookieOf, newOwner, read } from '../support/factories.ts';
import { deviceOf } from '../support/security-calls.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

function forward(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

test('the right name and password open the area', async () => {
  const response = await logInAdmin({ username: ' admin ' });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^holdline_admin=[\w-]{43}; Max-Age=28800; Path=\/admin; HttpOnly; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^holdline_device_\w{8}=\S+; Max-Age=15552000; Path=\/admin\/login; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  const cookie = cookieOf(response, 'holdline_admin');
  expect(await read(response)).toEqual({
    status: 200,
    body: { username: 'admin', rights: [...operatorRights] },
  });
  expect(await read(await call('GET', '/admin/me', { cookie }))).toEqual({
    status: 200,
    body: { username: 'admin', rights: [...operatorRights] },
  });
});

test('on https the cookie is Secure, and another one is not looked at', async () => {
  const https = { APP_ORIGIN: 'https://queue.example.com' };
  const app = (path: string, init: RequestInit) =>
    createApp().fetch(
      new Request(https.APP_ORIGIN + path, init),
      { ...env, ...https },
      createExecutionContext(),
    );
  const response = await app('/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Secure-holdline_admin=[\w-]{43}; Max-Age=28800; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/,
    ),
    expect.stringMatching(/^__Secure-holdline_device_\S+ .*; Secure; SameSite=Strict$/),
  ]);
  const cookie = cookieOf(response, '__Secure-holdline_admin');
  expect((await app('/admin/me', { headers: { Cookie: cookie } })).status).toBe(200);
  const plain = cookie.replace('__Secure-', '');
  expect((await app('/admin/me', { headers: { Cookie: plain } })).status).toBe(401);
});

test.each([
  { username: 'admin', password: 'lantern-at-the-gate' },
  { username: 'root', password: adminPassword },
  { username: 'Admin', password: adminPassword },
  { username: 'root', password: 'lantern-at-the-gate' },
  { username: 'a'.repeat(255), password: adminPassword },
  { username: 'admin', password: 'x'.repeat(129) },
])('$username with $password is refused, in one and the same way', async (typed) => {
  const response = await logInAdmin(typed);
  expect(response.headers.getSetCookie()).toEqual([]);
  const { status, text } = await readText(response);
  expect(text).toBe('Invalid credentials');
  // A value that is too long is refused before it is hashed.
  expect(status).toBe(typed.username.length > 254 || typed.password.length > 128 ? 400 : 401);
});

test('a wrong name costs the same hash as a wrong password', async () => {
  // The stored hash is damaged, so the log-in fails when it compares the hash.
  const damaged = { username: 'admin', passwordHash: 'damaged' };
  for (const username of ['admin', 'root']) {
    const typed = { username, password: adminPassword };
    const marks = { key: env.PHONE_HASH_KEY, presented: [] };
    const from = { sender: null, presentedHash: hashToken(''), marks };
    const asked = { admin: damaged, needsPasskey: false };
    await expect(beginLogIn(env, asked, typed, from, Date.now())).rejects.toThrow(
      'A stored password hash is damaged',
    );
  }
});

test.each([{ username: '' }, { username: '   ' }, { password: '' }, { username: null }, { password: 7 }])(
  'a log-in with %j is asked to fill in all fields',
  async (typed) => {
    expect(await readText(await logInAdmin(typed))).toEqual({
      status: 400,
      text: 'Please fill in all fields',
    });
  },
);

test('one sender has ten tries in a quarter of an hour, counted before the hash, also after a success', async () => {
  const address = '203.0.113.7';
  for (let i = 0; i < 9; i += 1)
    await consumeRateLimit(env, limits.adminLogInPerAddress, address, Date.now());
  expect((await logInAdmin({ address })).status).toBe(200);
  const refused = await logInAdmin({ address });
  expect(refused.headers.get('Retry-After')).toBe('900');
  expect(await readText(refused)).toEqual({ status: 429, text: 'Too many tries. Please wait a moment.' });
  expect((await logInAdmin({ address: '203.0.113.8' })).status).toBe(200);
  forward(15 * MINUTE_MS);
  expect((await logInAdmin({ address })).status).toBe(200);
});

test('all senders together are limited, too, but a known device of the operator is not, nor longer than ten tries', async () => {
  await newAdmin({ name: 'ada.l' });
  await newAdmin({ name: 'grace' });
  const logIn = (about: object) => logInAdmin({ username: 'ada.l', address: '203.0.113.9', ...about });
  const known = deviceOf(await logIn({}));
  const another = deviceOf(await logIn({ username: 'grace' }));
  for (let i = 0; i < 100; i += 1) await consumeRateLimit(env, limits.adminLogIn, 'everybody', Date.now());
  expect((await logIn({})).status).toBe(429);
  expect((await logIn({ cookie: another })).status).toBe(429);
  for (let i = 0; i < 9; i += 1) expect((await logIn({ cookie: known, password: 'wrong' })).status).toBe(401);
  expect((await logIn({ cookie: known })).status).toBe(200);
  expect((await logIn({ cookie: known })).status).toBe(429);
});

test('the database holds no token of the admin', async () => {
  const cookie = cookieOf(await logInAdmin({}), 'holdline_admin');
  const { results } = await env.DB.prepare('select * from admin_sessions').all();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(cookie.split('=')[1]);
});

test("an owner's log-in is worth nothing here, and the admin's nothing there", async () => {
  const owner = await newOwner({ username: 'blue-door' });
  const admin = await newAdmin();
  const ownToken = owner.cookie.split('=')[1];
  const adminToken = admin.split('=')[1];
  for (const cookie of [owner.cookie, `holdline_admin=${ownToken}`]) {
    expect(await statusOf(cookie)).toBe(401);
    expect((await updateCredits(cookie)).status).toBe(401);
  }
  for (const cookie of [admin, `holdline_session=${adminToken}`]) {
    expect((await call('GET', '/auth/me', { cookie })).status).toBe(401);
  }
  // One browser can have both an owner's session and an admin's session.
  const both = `${owner.cookie}; ${admin}`;
  expect(await statusOf(both)).toBe(200);
  expect((await call('GET', '/auth/me', { cookie: both })).status).toBe(200);
  await call('POST', '/auth/logout', { cookie: both });
  expect(await statusOf(both)).toBe(200);
});

test('a log-in issues a new token whatever the browser had, and ends that one', async () => {
  const planted = await newAdmin();
  const cookie = cookieOf(await logInAdmin({ cookie: planted }), 'holdline_admin');
  expect(cookie).not.toBe(planted);
  expect([await statusOf(planted), await statusOf(cookie)]).toEqual([401, 200]);
  const made = 'holdline_admin=chosen-by-somebody-else';
  expect(cookieOf(await logInAdmin({ cookie: made }), 'holdline_admin')).not.toBe(made);
  expect(await statusOf(made)).toBe(401);
});

test('a stolen log-in ends with the log-out', async () => {
  const cookie = cookieOf(await logInAdmin({}), 'holdline_admin');
  const out = await call('POST', '/admin/logout', { cookie });
  expect(out.headers.getSetCookie()).toEqual([
    'holdline_admin=; Max-Age=0; Path=/admin; HttpOnly; SameSite=Strict',
  ]);
  expect(await read(out)).toEqual({ status: 200, body: { success: true } });
  expect(await statusOf(cookie)).toBe(401);
  expect((await call('POST', '/admin/logout', { cookie })).status).toBe(200);
  expect((await call('POST', '/admin/logout')).status).toBe(200);
});

test('a log-in ends half an hour after its last use', async () => {
  const cookie = await newAdmin();
  forward(30 * MINUTE_MS - 1);
  expect(await statusOf(cookie)).toBe(200);
  forward(30 * MINUTE_MS - 1);
  expect(await statusOf(cookie)).toBe(200);
  forward(30 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(401);
});

test('a log-in ends eight hours after its beginning, however much it is used', async () => {
  const cookie = await newAdmin();
  for (let quarter = 1; quarter < 32; quarter += 1) {
    forward(15 * MINUTE_MS);
    expect(await statusOf(cookie)).toBe(200);
  }
  forward(15 * MINUTE_MS);
  expect(await statusOf(cookie)).toBe(401);
});

test('a log-in of an earlier release ends, and the next one clears it away', async () => {
  const cookie = await newAdmin();
  await env.DB.exec('update admin_sessions set operator = null');
  expect(await statusOf(cookie)).toBe(401);
  await logInAdmin({});
  expect((await env.DB.prepare('select operator from admin_sessions').all()).results).toEqual([
    { operator: 'admin' },
  ]);
});

test('the configured admin becomes the first operator, and never logs in again once there is one', async () => {
  await newAdmin({ name: 'ada' });
  expect(await readText(await logInAdmin({}))).toEqual({ status: 401, text: 'Invalid credentials' });
  expect((await logInAdmin({ username: 'ada' })).status).toBe(200);
  // While every operator is disabled, the configured admin cannot log in either.
  await env.DB.exec('update operators set disabled_at = 1');
  expect((await logInAdmin({})).status).toBe(401);
  expect((await logInAdmin({ username: 'ada' })).status).toBe(401);
});

test('two first log-ins at once make one operator', async () => {
  const answers = await Promise.all([logInAdmin({}), logInAdmin({})]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const cookie = cookieOf(answers[0], 'holdline_admin');
  expect((await acts(cookie)).map(({ kind }) => kind).toSorted()).toEqual([
    'logged_in',
    'logged_in',
    'operator_added',
  ]);
});

test('the credentials of development fit the password that README.md names', async () => {
  expect(developmentAdmin.username).toBe('admin');
  expect((await logInAdmin({ password: adminPassword })).status).toBe(200);
});
