/** Log lines about log-ins, refused log-ins, and calls that our pages never make. */
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { aFeedbackForm } from '../../support/form-factories.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  joinParty,
  newLocation,
  newOwner,
} from '../support/factories.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { callWith } from '../support/broken.ts';
import { eventsIn } from '../support/log-lines.ts';
import { newMember } from '../support/members.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';

const MINUTE_MS = 60_000;
const aLine = z.object({ sender: z.optional(z.string()) });

let lines: MockInstance<typeof console.log>;

beforeEach(() => {
  lines = vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** The events that were logged since the last call of this function. */
function logged(): unknown[] {
  const events = eventsIn(lines.mock.calls.map(([line]) => String(line)));
  lines.mockClear();
  return events;
}

test('each try to log in is one line with the account it was for, and nothing that was typed', async () => {
  const { business } = await newOwner({ username: 'blue-door', email: 'ada@example.com' });
  const businessId = business.id;
  const logIn = (emailOrUsername: string, password: string) =>
    call('POST', '/auth/login', { body: { emailOrUsername, password } });
  const failed = { event: 'authentication_failed', purpose: 'log_in', code: 'wrong_credentials' };
  await logIn('blue-door', 'a wrong password');
  await logIn('nobody@example.com', 'a wrong password');
  await logIn('ada@example.com', goodPassword);
  expect(logged()).toEqual([
    { ...failed, businessId },
    { ...failed, businessId: null },
    { event: 'authenticated', purpose: 'log_in', by: 'password', businessId },
  ]);
});

test('each try to log in as admin is one line, too', async () => {
  const logIn = (password: string) => call('POST', '/admin/login', { body: { username: 'admin', password } });
  await logIn('a wrong password');
  await logIn('lantern-at-the-door');
  const about = { purpose: 'admin_log_in', businessId: null };
  expect(logged()).toEqual([
    { event: 'authentication_failed', ...about, code: 'wrong_credentials' },
    { event: 'authenticated', ...about, by: 'password' },
  ]);
});

test('asking for the password again is logged, with the purpose', async () => {
  const owner = await newOwner();
  const change = (currentPassword: string) =>
    call('POST', '/auth/change-password', {
      body: { currentPassword, newPassword: 'another horse battery' },
      cookie: owner.cookie,
    });
  await change('a wrong password');
  const cookie = cookieOf(await change(goodPassword));
  await call('DELETE', '/auth/sessions', { cookie });
  const businessId = owner.business.id;
  expect(logged()).toEqual([
    { event: 'authentication_failed', purpose: 'account_change', code: 'wrong_credentials', businessId },
    { event: 'account_changed', action: 'password_changed', businessId },
    { event: 'account_changed', action: 'all_log_ins_ended', businessId },
  ]);
});

test('an invalid password reset link is logged', async () => {
  await call('POST', '/auth/reset-password', {
    body: { token: 'never given out', newPassword: 'another horse battery' },
  });
  expect(logged()).toEqual([
    {
      event: 'authentication_failed',
      purpose: 'password_reset',
      code: 'link_ended',
      businessId: null,
    },
  ]);
});

test('a sign-up is one line without a name or an address', async () => {
  await call('POST', '/auth/signup', { body: aSignUp() });
  expect(logged()).toEqual([
    { event: 'account_changed', action: 'signed_up', businessId: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);
});

test("what is somebody else's or not for this role, comes from another site or without a log-in is noted by the route's pattern", async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const location = await newLocation(owner);
  const { queueToken } = await joinParty(owner, location);
  const viewer = await newMember(owner, 'viewer');
  const support = await newAdmin({ name: 'grace', rights: ['support'] });
  logged();
  const about = { event: 'call_refused', businessId: null };
  const queue = `/auth/business/${other.business.username}/queue`;
  await call('DELETE', `/auth/locations/${location.id}`, { cookie: other.cookie });
  await call('DELETE', `/auth/locations/${location.id}`);
  await call('DELETE', `/auth/locations/${location.id}`, { cookie: viewer.cookie });
  await call('POST', '/admin/backup', { cookie: support, body: {} });
  await call('GET', `${queue}/token/${queueToken}/status`);
  await call('POST', '/auth/logout', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  await call('POST', '/auth/login', { body: 'x'.repeat(33 * 1024) });
  expect(logged()).toEqual([
    {
      event: 'call_refused',
      code: 'not_found',
      route: '/auth/locations/:id',
      method: 'DELETE',
      businessId: other.business.id,
    },
    { ...about, code: 'not_logged_in', route: '/auth/locations/:id', method: 'DELETE' },
    {
      event: 'call_refused',
      code: 'not_your_role',
      route: '/auth/locations/:id',
      method: 'DELETE',
      businessId: owner.business.id,
    },
    { ...about, code: 'no_right', route: '/admin/backup', method: 'POST' },
    {
      ...about,
      code: 'not_found',
      route: '/auth/business/:username/queue/token/:token/status',
      method: 'GET',
    },
    { ...about, code: 'bad_origin', route: '/*', method: 'POST' },
    { ...about, code: 'too_large', route: '/*', method: 'POST' },
  ]);
});

test('lines about limits, abuse and operators’ log-ins name their sender by a hash that is another one each day', async () => {
  stopClock();
  const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } });
  const logIn = (address: string, password: string) =>
    call('POST', '/auth/login', { body: { emailOrUsername: 'blue-door', password }, ...from(address) });
  await newOwner({ username: 'blue-door' });
  await logIn('203.0.113.7', 'a wrong password');
  await call('DELETE', '/auth/sessions', from('203.0.113.7'));
  await call('POST', '/feedback/submit', { body: { ...aFeedbackForm(), link: 'x' }, ...from('203.0.113.7') });
  await logIn('203.0.113.8', 'a wrong password');
  moveClock(DAY_MS);
  await logIn('203.0.113.7', 'a wrong password');
  await logIn('203.0.113.7', goodPassword);
  const admin = { username: 'admin', password: 'lantern-at-the-door' };
  await call('POST', '/admin/login', { body: admin, ...from('203.0.113.7') });
  const [sender, ...others] = logged().map((line) => aLine.parse(line).sender);
  const another = expect.stringMatching(/^[\w-]{43}$/);
  expect(sender).toEqual(another);
  expect(others).toEqual([sender, sender, another, another, undefined, another]);
  expect(new Set([sender, ...others]).size).toBe(4);
});

test('asking whether a user is logged in, and an unknown path, are not logged', async () => {
  await call('GET', '/auth/me');
  await call('GET', '/admin/me');
  await call('GET', '/auth/nothing');
  expect(logged()).toEqual([]);
});

test('of refusals by a limit, one a minute is logged for each sender, on pages as on calls', async () => {
  stopClock();
  const asks = (address: string, path: string) =>
    call('GET', path, { headers: { 'CF-Connecting-IP': address } });
  const exists = (address: string) => asks(address, '/auth/exists?username=nobody');
  for (let tries = 0; tries < 303; tries++) await exists('203.0.113.9');
  const refusedCall = { event: 'call_refused', code: 'too_many_requests', method: 'GET', businessId: null };
  expect(logged()).toMatchObject([{ ...refusedCall, route: '/auth/exists' }]);
  moveClock(MINUTE_MS);
  for (let tries = 0; tries < 302; tries++) await exists('203.0.113.9');
  expect(logged()).toHaveLength(1);

  const UNKNOWN_NAMES: RateLimit = { limit: () => Promise.resolve({ success: false }) };
  const headers = { 'CF-Connecting-IP': '203.0.113.10' };
  for (let tries = 0; tries < 2; tries++)
    expect((await callWith({ UNKNOWN_NAMES }, 'GET', '/queue/nobody-has-this', { headers })).status).toBe(
      429,
    );
  expect(logged()).toMatchObject([refusedCall]);
});
