/** Session fixation: a log-in never continues a session whose cookie an attacker has put into the browser. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { hashToken, newToken } from '../../../src/worker/identity/tokens.ts';
import { logInAdmin, newAdmin, statusOf as adminStatusOf } from '../support/admin-calls.ts';
import { call, cookieOf, goodPassword, newOwner, type TestOwner } from '../support/factories.ts';
import { logIn, newPassword, statusOf } from '../support/security-calls.ts';

const ways: [way: string, begin: (victim: TestOwner, cookie: string) => Promise<Response>][] = [
  ['a log-in', (victim, cookie) => logIn(victim, {}, cookie)],
  [
    'a sign-up',
    (_, cookie) => {
      const form = { name: 'A', username: 'red-door', email: 'red@example.com', phone: '123456' };
      return call('POST', '/auth/signup', { body: { ...form, password: goodPassword }, cookie });
    },
  ],
];

test.each(ways)('after %s a made-up token that was planted before is no log-in', async (_, begin) => {
  const { token } = newToken();
  const planted = `holdline_session=${token}`;
  const response = await begin(await newOwner(), planted);
  expect(response.ok).toBe(true);
  const own = cookieOf(response);
  expect(own).not.toBe(planted);
  expect([await statusOf(own), await statusOf(planted)]).toEqual([200, 401]);
  const stored = env.DB.prepare('select count(*) as n from sessions where token_hash = ?');
  expect(await stored.bind(hashToken(token)).first('n')).toBe(0);
});

test.each(ways)('after %s the attacker’s own log-in that was planted is ended', async (_, begin) => {
  const [victim, attacker] = [await newOwner(), await newOwner()];
  const own = cookieOf(await begin(victim, attacker.cookie));
  expect([await statusOf(own), await statusOf(attacker.cookie)]).toEqual([200, 401]);
  const response = await call('GET', '/auth/me', { cookie: own });
  expect(await response.json()).not.toMatchObject({ id: attacker.business.id });
});

test('a changed password gives this browser another token than the one that may be known', async () => {
  const owner = await newOwner();
  const body = { currentPassword: goodPassword, newPassword };
  const own = cookieOf(await call('POST', '/auth/change-password', { body, cookie: owner.cookie }));
  expect(own).not.toBe(owner.cookie);
  expect([await statusOf(own), await statusOf(owner.cookie)]).toEqual([200, 401]);
});

test('the admin’s log-in also ignores a planted token, made up or of another log-in', async () => {
  for (const planted of [`holdline_admin=${newToken().token}`, await newAdmin()]) {
    const own = cookieOf(await logInAdmin({ cookie: planted }), 'holdline_admin');
    expect(own).not.toBe(planted);
    expect([await adminStatusOf(own), await adminStatusOf(planted)]).toEqual([200, 401]);
  }
});

test('a token in the address or the body is no log-in', async () => {
  const { cookie } = await newOwner();
  const [name = '', token = ''] = cookie.split('=');
  for (const path of [`/auth/me?${cookie}`, `/auth/me?token=${token}`, `/auth/me;${cookie}`]) {
    expect((await call('GET', path)).status).toBeGreaterThanOrEqual(400);
  }
  const body = { [name]: token, address: 'Elsewhere 1' };
  expect((await call('POST', '/auth/locations', { body })).status).toBe(401);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await call('GET', '/auth/me', { headers })).status).toBe(401);
});
