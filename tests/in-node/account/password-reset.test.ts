import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { logInLimitKey } from '../../../src/worker/features/account/session/log-in.ts';
import { hashToken } from '../../../src/worker/identity/tokens.ts';
import { deviceOf } from '../../worker/support/security-calls.ts';
import { createApp } from '../../../src/worker/app.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import {
  call,
  goodPassword,
  newLocation,
  newOwner,
  origin,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { invalid } from '../../worker/support/owner-calls.ts';

const HOUR_MS = 3_600_000;
/** After a mail with a reset link, the server sends no second reset mail to the same account for this time. */
const AGAIN_MS = 120_000;
const newPassword = 'a lantern by the door';

const success = { status: 200, body: { success: true } };
const tooMany = {
  status: 429,
  body: { error: 'Too many tries. Please wait a moment.', code: 'too_many_requests' },
};
const linkEnded = invalid({
  token: ['This password reset link is invalid or has expired. Please request a new one.'],
});

/** Requests a reset link, and waits for the work that follows the answer. */
async function forgot(email: unknown, vars: Partial<Env> = {}, address?: string): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${vars.APP_ORIGIN ?? origin}/auth/forgot-password`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(address !== undefined && { 'CF-Connecting-IP': address }),
    },
    body: JSON.stringify({ email }),
  });
  const response = await createApp().fetch(request, { ...env, ...vars }, context);
  await waitOnExecutionContext(context);
  return response;
}

type Mail = { channel: string; recipient: string; subject: string; body: string };

async function mails(): Promise<Mail[]> {
  const response = await call('GET', '/dev/outbox', { headers: { Accept: 'application/json' } });
  const { messages } = await response.json<{ messages: Mail[] }>();
  return messages;
}

/** Requests a reset link. Returns the token of the link in the mail. */
async function newLink({ user }: TestOwner): Promise<string> {
  const before = new Set((await mails()).map(({ body }) => body));
  expect(await read(await forgot(user.email))).toEqual(success);
  const fresh = (await mails()).filter(({ body }) => !before.has(body));
  const [token] = fresh.flatMap(({ body }) => /\/reset\?token=([\w-]{43})\s/.exec(body)?.[1] ?? []);
  if (token === undefined) throw new Error('No mail with a link');
  return token;
}

function reset(token: unknown, password: unknown = newPassword, headers: Record<string, string> = {}) {
  return call('POST', '/auth/reset-password', { body: { token, newPassword: password }, headers });
}

async function logInStatus({ business }: TestOwner, password: string): Promise<number> {
  const body = { emailOrUsername: business.username, password };
  return (await call('POST', '/auth/login', { body })).status;
}

async function countResets() {
  return env.DB.prepare('select count(*) as n from password_resets').first('n');
}

function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
}

/** The database, which runs `happens` right before its n-th batch. */
function beforeBatch(n: number, happens: () => Promise<void>): D1Database {
  let batches = 0;
  return new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'batch') return (sql: string) => target.prepare(sql);
      return async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (batches === n) await happens();
        return target.batch(statements);
      };
    },
  });
}

test('a link by mail leads to a new password', async () => {
  const owner = await newOwner();
  expect(await read(await reset(await newLink(owner)))).toEqual(success);
  expect(await logInStatus(owner, goodPassword)).toBe(401);
  expect(await logInStatus(owner, newPassword)).toBe(200);
});

test('the mail goes to the address of the account, whatever case was typed, with a link to the configured origin', async () => {
  await newOwner({ email: 'Ada@Example.com' });
  await forgot(' aDA@example.COM ', { APP_ORIGIN: 'https://queue.example.com' });
  expect(await mails()).toEqual([
    {
      id: expect.any(String),
      channel: 'email',
      recipient: 'Ada@Example.com',
      subject: 'Reset your Holdline password',
      body: expect.stringMatching(/\nhttps:\/\/queue\.example\.com\/reset\?token=[\w-]{43}\n/),
      sentAt: expect.any(Number),
    },
  ]);
});

test('an address without an account gets the same answer and no mail', async () => {
  const owner = await newOwner();
  const known = await forgot(owner.user.email);
  const unknown = await forgot('nobody@example.com');
  // The answers may differ only in these two headers.
  for (const answer of [known, unknown]) {
    answer.headers.delete('Date');
    answer.headers.delete('X-Request-Id');
  }
  expect(Object.fromEntries(unknown.headers)).toEqual(Object.fromEntries(known.headers));
  expect(await read(unknown)).toEqual(await read(known));
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.user.email]);
});

test('the answer does not wait for the account to be looked up', async () => {
  await newOwner({ email: 'ada@example.com' });
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const never = () => promise;
  const hanging: object = { bind: () => hanging, first: never, run: never, all: never, raw: never };
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch') return (statements: D1PreparedStatement[]) => target.batch(statements);
      return (sql: string) => (sql.includes('"users"') ? hanging : target.prepare(sql));
    },
  });
  const request = new Request(`${origin}/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com' }),
  });
  const response = await createApp().fetch(request, { ...env, DB }, createExecutionContext());
  expect(await read(response)).toEqual(success);
  expect(await mails()).toEqual([]);
  // The look-up of the account ends now, so that the test can end.
  resolve([]);
});

test.each([
  [{ email: ' ' }, 'Please enter your email address.'],
  [{}, 'Please enter your email address.'],
  [{ email: 7 }, 'Please enter your email address.'],
  [{ email: 'ada' }, 'Enter a valid email'],
  [{ email: 'a@b.c\r\nBcc: d@e.f' }, 'Enter a valid email'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'Please use at most 254 characters'],
])('asking for a link with %j is refused', async (body, sentence) => {
  expect(await read(await call('POST', '/auth/forgot-password', { body }))).toEqual({
    status: 400,
    body: {
      error: sentence,
      code: 'invalid_input',
      issues: { fieldErrors: { email: expect.arrayContaining([sentence]) } },
    },
  });
});

test.each([
  ['', 'New password is required'],
  ['   ', 'New password is required'],
  [undefined, 'New password is required'],
  ['1234567', 'Password must be at least 8 characters'],
  ['  1234567  ', 'Password must be at least 8 characters'],
  ['x'.repeat(129), 'Password must be at most 128 characters'],
  ['Password', 'That password is too common. Please choose another.'],
])('the new password %j is refused and the link stays good', async (password, sentence) => {
  const owner = await newOwner();
  const token = await newLink(owner);
  const answer = await call('POST', '/auth/reset-password', { body: { token, newPassword: password } });
  expect(await read(answer)).toEqual({
    status: 400,
    body: {
      error: sentence,
      code: 'invalid_input',
      issues: { fieldErrors: { newPassword: expect.arrayContaining([sentence]) } },
    },
  });
  expect(await countResets()).toBe(1);
});

test('the spaces around a new password are no part of it', async () => {
  const owner = await newOwner();
  expect((await reset(await newLink(owner), `  ${newPassword} `)).status).toBe(200);
  expect(await logInStatus(owner, newPassword)).toBe(200);
});

test('a token that was never given out is refused', async () => {
  const owner = await newOwner();
  await newLink(owner);
  expect(await read(await reset('x'.repeat(43)))).toEqual(linkEnded);
  expect(await read(await reset(''))).toEqual(invalid({ token: ['This password reset link is invalid.'] }));
  expect(await read(await reset(undefined))).toEqual(
    invalid({ token: ['This password reset link is invalid.'] }),
  );
  expect(await logInStatus(owner, goodPassword)).toBe(200);
});

test('a link works until one hour is over', async () => {
  stopTheClock();
  const early = await newOwner();
  const late = await newOwner();
  const [first, second] = [await newLink(early), await newLink(late)];
  vi.setSystemTime(Date.now() + HOUR_MS - 1);
  expect(await read(await reset(first))).toEqual(success);
  vi.setSystemTime(Date.now() + 1);
  expect(await read(await reset(second))).toEqual(linkEnded);
  expect(await logInStatus(late, goodPassword)).toBe(200);
});

test('a link works once', async () => {
  const owner = await newOwner();
  const token = await newLink(owner);
  expect(await read(await reset(token))).toEqual(success);
  expect(await read(await reset(token, 'another good password'))).toEqual(linkEnded);
  expect(await logInStatus(owner, newPassword)).toBe(200);
});

test('of two uses of a link at the same moment one sets the password', async () => {
  const owner = await newOwner();
  const token = await newLink(owner);
  const passwords = [newPassword, 'another good password'];
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
  const logIns = await Promise.all(passwords.map((password) => logInStatus(owner, password)));
  expect(logIns).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)));
});

test('a newer link ends the older one, and the used one ends them all', async () => {
  stopTheClock();
  const owner = await newOwner();
  const older = await newLink(owner);
  vi.setSystemTime(Date.now() + AGAIN_MS);
  const newer = await newLink(owner);
  expect(await read(await reset(older))).toEqual(linkEnded);
  expect(await read(await reset(newer))).toEqual(success);
  expect(await countResets()).toBe(0);
});

test('a newer link that is asked for while the password is being set ends the older one', async () => {
  stopTheClock();
  const owner = await newOwner();
  const older = await newLink(owner);
  vi.setSystemTime(Date.now() + AGAIN_MS);
  let newer = '';
  const DB = beforeBatch(1, async () => {
    newer = await newLink(owner);
  });
  const request = new Request(`${origin}/auth/reset-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: older, newPassword: 'another good password' }),
  });
  const response = await createApp().fetch(request, { ...env, DB }, createExecutionContext());
  expect(await read(response)).toEqual(linkEnded);
  expect((await call('GET', '/auth/me', { cookie: owner.cookie })).status).toBe(200);
  expect(await read(await reset(newer))).toEqual(success);
});

test('a link of one account does nothing to another', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const token = await newLink(owner);
  const untouched = await newLink(other);
  await reset(token);
  expect((await call('GET', '/auth/me', { cookie: other.cookie })).status).toBe(200);
  expect(await logInStatus(other, goodPassword)).toBe(200);
  expect(await read(await reset(untouched))).toEqual(success);
});

test('a new password ends every log-in of the account and closes its live sockets', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const closed: string[][] = [];
  vi.spyOn(LocationQueue.prototype, 'endSessions').mockImplementation((hashes) => {
    closed.push(hashes.toSorted());
    return { ended: true };
  });
  const body = { emailOrUsername: owner.business.username, password: goodPassword };
  const second = await call('POST', '/auth/login', { body });
  const cookies = [owner.cookie, second.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''];
  expect(await read(await reset(await newLink(owner)))).toEqual(success);
  for (const cookie of cookies) {
    expect((await call('GET', '/auth/me', { cookie })).status).toBe(401);
  }
  const hashes = cookies.map((cookie) => hashToken(cookie.split('=')[1] ?? '')).toSorted();
  // The sessions were ended in two objects: the location's and the overview's.
  expect(closed).toEqual([hashes, hashes]);
});

test('a log-in that began before the new password ends with it', async () => {
  const owner = await newOwner();
  const token = await newLink(owner);
  const request = new Request(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: owner.business.username, password: goodPassword }),
  });
  let resetStatus = 0;
  // The first two batches count the tries for the rate limits by name. The third batch creates the session.
  const DB = beforeBatch(3, async () => {
    resetStatus = (await reset(token)).status;
  });
  const response = await createApp().fetch(request, { ...env, DB }, createExecutionContext());
  expect(resetStatus).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await read(response)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect(await env.DB.prepare('select count(*) as n from sessions').first('n')).toBe(0);
});

test('a new password lets its owner in at once, also after too many wrong ones by either name', async () => {
  stopTheClock();
  const owner = await newOwner();
  for (const name of [owner.business.username, owner.user.email]) {
    for (let i = 0; i < 10; i += 1) {
      await consumeRateLimit(env, limits.logInPerNameAndAddress, logInLimitKey(name, null), Date.now());
    }
  }
  expect(await logInStatus(owner, goodPassword)).toBe(429);
  const cookie = deviceOf(await reset(await newLink(owner)));
  for (const emailOrUsername of [owner.business.username, owner.user.email]) {
    const body = { emailOrUsername, password: newPassword };
    expect((await call('POST', '/auth/login', { body, cookie })).status).toBe(200);
  }
});

test('the database holds no token', async () => {
  const token = await newLink(await newOwner());
  const { results } = await env.DB.prepare('select * from password_resets').all();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(token);
});

test('an account gets a link in two minutes and five in an hour; more requests succeed, and the newest link works', async () => {
  stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com' });
  let newest = '';
  for (let n = 0; n < 6; n += 1) {
    if (n < 5) newest = await newLink(owner);
    expect(await read(await forgot('ADA@example.com'))).toEqual(success);
    vi.setSystemTime(Date.now() + AGAIN_MS);
  }
  expect(await mails()).toHaveLength(5);
  expect(await read(await reset(newest))).toEqual(success);
  vi.setSystemTime(Date.now() + HOUR_MS);
  await newLink(owner);
});

test('one sender may ask for thirty links an hour; further requests do not use up limits of others', async () => {
  stopTheClock();
  for (let i = 0; i < 30; i += 1)
    await consumeRateLimit(env, limits.forgotPerAddress, '203.0.113.7', Date.now());
  for (let i = 0; i < 6; i += 1) {
    expect((await forgot('ada@example.com', {}, '203.0.113.7')).status).toBe(429);
  }
  expect(await read(await forgot('ada@example.com', {}, '203.0.113.8'))).toEqual(success);
});

test('one sender may try thirty tokens in a quarter of an hour', async () => {
  stopTheClock();
  const owner = await newOwner();
  const token = await newLink(owner);
  for (let i = 0; i < 30; i += 1)
    await consumeRateLimit(env, limits.resetPerAddress, '203.0.113.7', Date.now());
  const refused = await reset(token, newPassword, { 'CF-Connecting-IP': '203.0.113.7' });
  expect(refused.headers.get('Retry-After')).toBe('900');
  expect(await read(refused)).toEqual(tooMany);
  expect(await read(await reset(token, newPassword, { 'CF-Connecting-IP': '203.0.113.8' }))).toEqual(success);
});

test('a failure after the answer is logged without the address', async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  await newOwner({ email: 'ada@example.com' });
  await env.DB.prepare('drop table password_resets').run();
  expect(await read(await forgot('ada@example.com'))).toEqual(success);
  spy.mockClear();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'unexpected_error',
    method: 'POST',
    route: '/auth/forgot-password',
  });
  expect(lines[0]).not.toContain('ada@');
});

test('both calls are refused to other sites', async () => {
  for (const path of ['/auth/forgot-password', '/auth/reset-password']) {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await call('POST', path, { body: {}, headers })).status).toBe(403);
    expect((await call('GET', path)).status).toBe(405);
  }
});

test('mails are read at /dev/outbox, escaped, with their link', async () => {
  const token = await newLink(await newOwner({ email: 'tom&ann@example.com' }));
  const page = await (await call('GET', '/dev/outbox')).text();
  expect(page).toContain('email to tom&amp;ann@example.com');
  expect(page).toContain('<h2>Reset your Holdline password</h2>');
  const address = `http://localhost:8787/reset?token=${token}`;
  expect(page).toContain(`<a href="${address}">${address}</a>`);
});
