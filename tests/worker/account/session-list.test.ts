import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, cookieOf, goodPassword, newLocation, newOwner, read } from '../support/factories.ts';
import { refused } from '../support/owner-calls.ts';
import { until } from '../support/queue-factories.ts';
import { logIn, securityOf, statusOf, stopTheClock, success } from '../support/security-calls.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const HOUR_MS = 3_600_000;

function end(id: string, cookie: string) {
  return call('DELETE', `/auth/sessions/${id}`, { cookie });
}

test('the list names each device, its last use and this log-in, the newest use first', async () => {
  const clock = stopTheClock();
  const begun = new Date(Date.now()).toISOString();
  const owner = await newOwner();
  clock.forward(3 * HOUR_MS);
  const later = new Date(Date.now()).toISOString();
  const response = await call('POST', '/auth/login', {
    body: { emailOrUsername: owner.business.username, password: goodPassword },
    headers: { 'User-Agent': firefox },
  });
  expect((await securityOf({ cookie: cookieOf(response) })).sessions).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Linux',
      createdAt: later,
      lastUsedAt: later,
      current: true,
    },
    { id: expect.any(String), device: null, createdAt: begun, lastUsedAt: begun, current: false },
  ]);
});

test('log-ins that ended by time are not in it', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  clock.forward(14 * 24 * HOUR_MS);
  const cookie = cookieOf(await logIn(owner));
  expect((await securityOf({ cookie })).sessions).toHaveLength(1);
});

test('of the user agent only known names are stored', async () => {
  const owner = await newOwner();
  await call('POST', '/auth/login', {
    body: { emailOrUsername: owner.business.username, password: goodPassword },
    headers: { 'User-Agent': '<script>alert(1)</script> Firefox/1 secret' },
  });
  expect((await securityOf(owner)).sessions.map(({ device }) => device)).toEqual(['Firefox', null]);
});

test('neither a token nor its stored hash is in the answer', async () => {
  const owner = await newOwner();
  const hash = await env.DB.prepare('select token_hash from sessions').first<string>('token_hash');
  const answer = JSON.stringify(await securityOf(owner));
  expect(answer).not.toContain(hash);
  expect(answer).not.toContain(owner.cookie.split('=')[1]);
});

test('one log-in is ended, with its live socket, and the others stay', async () => {
  const owner = await newOwner();
  const { id: locationId } = await newLocation(owner);
  const other = cookieOf(await logIn(owner));
  const headers = { Upgrade: 'websocket' };
  const { webSocket } = await call('GET', `/auth/locations/${locationId}/live`, { cookie: other, headers });
  const closed: number[] = [];
  webSocket?.accept();
  webSocket?.addEventListener('close', ({ code }) => void closed.push(code));
  const { sessions } = await securityOf(owner);
  const id = sessions.find(({ current }) => !current)?.id ?? '';
  expect(await read(await end(id, owner.cookie))).toEqual(success);
  expect([await statusOf(owner.cookie), await statusOf(other)]).toEqual([200, 401]);
  await until(() => closed.length > 0);
  expect(closed).toEqual([4401]);
  expect(await read(await end(id, owner.cookie))).toEqual(refused('not_found'));
});

test("another owner's log-in is not there to be ended", async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const [theirs] = (await securityOf(other)).sessions;
  expect(await read(await end(theirs?.id ?? '', owner.cookie))).toEqual(refused('not_found'));
  expect(await statusOf(other.cookie)).toBe(200);
});

test('logging out everywhere ends every log-in and has this browser forget its own', async () => {
  const owner = await newOwner();
  const other = cookieOf(await logIn(owner));
  const stranger = await newOwner();
  const response = await call('DELETE', '/auth/sessions', { cookie: owner.cookie });
  expect(response.headers.getSetCookie()).toEqual([
    'holdline_pass=; Max-Age=0; Path=/auth; HttpOnly; SameSite=Lax',
    'holdline_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await read(response)).toEqual(success);
  expect(await Promise.all([owner.cookie, other, stranger.cookie].map(statusOf))).toEqual([401, 401, 200]);
});

test('without a log-in, no session can be ended', async () => {
  expect(await read(await call('DELETE', '/auth/sessions'))).toEqual(refused('not_logged_in'));
  expect(await read(await call('DELETE', '/auth/sessions/x'))).toEqual(refused('not_logged_in'));
});
