/** Strangers who guess passwords or codes do not lock out the owner (`docs/decisions/0008-our-own-sessions.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { logInLimitKey } from '../../../src/worker/features/account/session/log-in.ts';
import { consumeRateLimit, limits } from '../../../src/worker/http/rate-limits.ts';
import {
  call,
  cookieOf,
  goodPassword,
  newOwner,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import {
  deviceOf,
  logIn,
  mails,
  mailsSent,
  newPassword,
  withApp,
} from '../../worker/support/security-calls.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const wrong = { password: 'not the password' };
const linkSubject = 'Log in to Holdline by this link';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

/**
 * Uses up the log-in tries for the owner's names, for unknown senders and for the second step, as strangers who guess
 * passwords do.
 */
async function attacked({ business, user }: TestOwner): Promise<void> {
  const keys = [
    ...[business.username, user.email].flatMap((name) => [
      [limits.logInPerName, name] as const,
      [limits.logInPerNameAndAddress, logInLimitKey(name, null)] as const,
    ]),
    [limits.secondStep, user.id] as const,
  ];
  for (const [limit, key] of keys) await consumeRateLimit(env, limit, key, Date.now());
  await env.DB.prepare('update limit_windows set count = 1000').run();
}

/** The tokens of all log-in links that have been mailed so far. */
async function links(): Promise<string[]> {
  return (await mails()).flatMap(({ body }) => /\/login\?token=(\S+)/.exec(body)?.[1] ?? []);
}

test('a browser that logged in before is let in while strangers guess; another one needs a mailed link', async () => {
  const owner = await newOwner();
  const known = deviceOf(await logIn(owner));
  await attacked(owner);
  expect((await logIn(owner, {}, known)).status).toBe(200);
  expect((await logIn(owner, { emailOrUsername: owner.user.email }, known)).status).toBe(200);
  expect(await read(await logIn(owner))).toEqual(refused('proof_needed'));
  await vi.waitFor(async () => expect(await links()).toHaveLength(1));
  expect((await mails()).find(({ subject }) => subject === linkSubject)?.recipient).toBe(owner.user.email);
  const [link = ''] = await links();
  expect((await logIn(owner, { ...wrong, link })).status).toBe(401);
  const opened = await logIn(owner, { link });
  expect(opened.status).toBe(200);
  await attacked(owner);
  expect((await logIn(owner, {}, deviceOf(opened))).status).toBe(200);
});

test('a known device has ten wrong tries of its own, and a success clears them', async () => {
  const owner = await newOwner();
  const known = deviceOf(await logIn(owner));
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 9; n += 1) expect((await logIn(owner, wrong, known)).status).toBe(401);
    expect((await logIn(owner, {}, known)).status).toBe(200);
  }
  for (let n = 0; n < 10; n += 1) expect((await logIn(owner, wrong, known)).status).toBe(401);
  expect(await read(await logIn(owner, {}, known))).toEqual(refused('proof_needed'));
});

test('the codes of a known device are counted apart from those of strangers who have the password', async () => {
  const { owner, secret, recoveryCodes, forward } = await withApp();
  const known = deviceOf(await logIn(owner, { code: recoveryCodes[0] }));
  await attacked(owner);
  expect((await logIn(owner, { code: '000000' }, known)).status).toBe(401);
  expect((await logIn(owner, { code: appCode(secret) }, known)).status).toBe(200);
  forward(30_000);
  const body = { currentPassword: goodPassword, newPassword, code: appCode(secret) };
  expect((await call('POST', '/auth/change-password', { cookie: owner.cookie, body })).status).toBe(200);
});

test('the mark of a device is for one account, for 180 days, and cannot be forged', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const known = deviceOf(await logIn(owner));
  const [name = '', mark = ''] = known.split('=');
  const asOther = mark.replace(owner.user.id, other.user.id);
  await attacked(owner);
  await attacked(other);
  expect((await logIn(other, {}, known)).status).toBe(429);
  expect((await logIn(other, {}, `${name}=${asOther}`)).status).toBe(429);
  expect((await logIn(owner, {}, `${name}=${mark}.`)).status).toBe(429);
  expect((await logIn(owner, { link: mark })).status).toBe(429);
  vi.setSystemTime(Date.now() + 180 * DAY_MS - 1);
  await attacked(owner);
  const again = await logIn(owner, wrong, known);
  expect(again.status).toBe(401);
  vi.setSystemTime(Date.now() + 1);
  await attacked(owner);
  expect((await logIn(owner, {}, known)).status).toBe(429);
});

test('logging out everywhere, a reset and a new password end the known devices', async () => {
  const ends: ((owner: TestOwner) => Promise<Response>)[] = [
    ({ cookie }) => call('DELETE', '/auth/sessions', { cookie }),
    ({ cookie }) =>
      call('POST', '/auth/change-password', { cookie, body: { currentPassword: goodPassword, newPassword } }),
  ];
  for (const end of ends) {
    const owner = await newOwner();
    const first = await logIn(owner);
    expect((await end({ ...owner, cookie: cookieOf(first) })).status).toBe(200);
    await attacked(owner);
    expect(await read(await logIn(owner, {}, deviceOf(first)))).toEqual(refused('proof_needed'));
  }
});

test('a log-out of this browser alone keeps it known', async () => {
  const owner = await newOwner();
  const first = await logIn(owner);
  await call('POST', '/auth/logout', { cookie: cookieOf(first) });
  await attacked(owner);
  expect((await logIn(owner, {}, deviceOf(first))).status).toBe(200);
});

test('the link is mailed once an hour and works for two hours; a name without an account gets the same answer', async () => {
  const owner = await newOwner();
  const noon = Date.now();
  for (let hour = 0; hour < 2; hour += 1) {
    vi.setSystemTime(noon + hour * HOUR_MS);
    await attacked(owner);
    for (let n = 0; n < 3; n += 1) {
      expect(await read(await logIn(owner))).toEqual(refused('proof_needed'));
    }
    const told = [owner.user.email, linkSubject];
    expect(await mailsSent(hour + 1)).toEqual([told, told].slice(0, hour + 1));
  }
  const [, first = ''] = await links();
  vi.setSystemTime(noon + 2 * HOUR_MS - 1);
  expect((await logIn(owner, { ...wrong, link: first })).status).toBe(401);
  vi.setSystemTime(noon + 2 * HOUR_MS);
  await attacked(owner);
  expect(await read(await logIn(owner, { link: first }))).toEqual(refused('proof_needed'));

  const body = { emailOrUsername: 'nobody', password: goodPassword };
  await consumeRateLimit(env, limits.logInPerName, 'nobody', Date.now());
  await env.DB.prepare('update limit_windows set count = 1000').run();
  expect(await read(await call('POST', '/auth/login', { body }))).toEqual(refused('proof_needed'));
});
