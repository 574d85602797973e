import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { logInLimitKey } from '../../../src/worker/features/account/session/log-in.ts';
import { sha256 } from '../../../src/worker/platform/hashing.ts';
import {
  limits,
  consumeRateLimit,
  consumeSenderLimit,
  type Limit,
} from '../../../src/worker/http/rate-limits.ts';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import { aFeedbackForm } from '../../support/form-factories.ts';
import { aSignUp, call, goodPassword, newLocation, newOwner, read } from '../../worker/support/factories.ts';

const tooMany = {
  status: 429,
  body: { error: 'Too many tries. Please wait a moment.', code: 'too_many_requests' },
};
const quarterHour = 15 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

function logIn(emailOrUsername: string, password: string, address?: string) {
  const headers = address === undefined ? {} : { 'CF-Connecting-IP': address };
  return call('POST', '/auth/login', { body: { emailOrUsername, password }, headers });
}

async function use(limit: Limit, key: string, times: number) {
  for (let i = 0; i < times; i += 1) await consumeRateLimit(env, limit, key, Date.now());
}

test('a name takes ten wrong passwords from one sender in a quarter of an hour, however it is spelt', async () => {
  await newOwner({ username: 'blue-door', email: 'ada@example.com' });
  await use(limits.logInPerNameAndAddress, logInLimitKey('blue-door', null), 8);
  expect((await logIn(' @Blue-Door ', 'wrong')).status).toBe(401);
  expect((await logIn('BLUE-DOOR', 'wrong')).status).toBe(401);
  vi.setSystemTime(Date.now() + quarterHour - 1000);
  const answer = await logIn('blue-door', goodPassword);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await read(answer)).toEqual(refused('proof_needed'));
  vi.setSystemTime(Date.now() + 1000);
  expect((await logIn('blue-door', goodPassword)).status).toBe(200);
});

test('a name without an account is limited alike, by each sender and by all of them', async () => {
  await newOwner({ username: 'somebody' });
  for (const name of ['somebody', 'nobody']) {
    await use(limits.logInPerNameAndAddress, logInLimitKey(name, '203.0.113.7'), 9);
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await logIn(name, 'wrong', '203.0.113.7')).status);
    await use(limits.logInPerName, name, 98);
    for (let i = 0; i < 2; i += 1) statuses.push((await logIn(name, 'wrong', '203.0.113.8')).status);
    expect([name, statuses]).toEqual([name, [401, 429, 429, 401, 429]]);
  }
});

test('a stranger who tries ten passwords does not lock the owner out', async () => {
  await newOwner({ username: 'blue-door' });
  for (let i = 0; i < 12; i += 1) {
    expect((await logIn('blue-door', 'wrong', '203.0.113.7')).status).toBe(i < 10 ? 401 : 429);
  }
  expect((await logIn('blue-door', goodPassword, '203.0.113.7')).status).toBe(429);
  expect((await logIn('blue-door', goodPassword, '203.0.113.8')).status).toBe(200);
});

test('tries by the username say nothing about the e-mail address of the same account', async () => {
  await newOwner({ username: 'blue-door', email: 'ada@example.com' });
  for (let i = 0; i < 11; i += 1) await (await logIn('blue-door', 'wrong', '203.0.113.7')).arrayBuffer();
  for (const name of ['ada@example.com', 'nobody@example.com']) {
    expect((await logIn(name, 'wrong', '203.0.113.7')).status).toBe(401);
  }
});

test('a hundred tries for one name from everywhere are the most, and refused ones count for nothing', async () => {
  await newOwner({ username: 'blue-door' });
  await use(limits.logInPerName, 'blue-door', 99);
  await use(limits.logInPerNameAndAddress, logInLimitKey('blue-door', '203.0.113.7'), 10);
  for (let i = 0; i < 3; i += 1) {
    expect((await logIn('blue-door', 'wrong', '203.0.113.7')).status).toBe(429);
  }
  expect((await logIn('@blue-door', 'wrong', '203.0.113.8')).status).toBe(401);
  const answer = await logIn('blue-door', goodPassword, '203.0.113.9');
  expect(answer.headers.get('Retry-After')).toBe('900');
  expect(await read(answer)).toEqual(refused('proof_needed'));
});

test('a log-in that succeeds takes the failures of its sender before it with it', async () => {
  await newOwner({ username: 'blue-door' });
  for (const address of ['203.0.113.7', '203.0.113.8']) {
    await use(limits.logInPerNameAndAddress, logInLimitKey('blue-door', address), 9);
  }
  expect((await logIn('blue-door', goodPassword, '203.0.113.7')).status).toBe(200);
  for (let i = 0; i < 2; i += 1) {
    expect((await logIn('blue-door', 'wrong', '203.0.113.7')).status).toBe(401);
  }
  expect((await logIn('blue-door', 'wrong', '203.0.113.8')).status).toBe(401);
  expect((await logIn('blue-door', 'wrong', '203.0.113.8')).status).toBe(429);
});

test('one address may try sixty times in a quarter of an hour', async () => {
  await newOwner({ username: 'blue-door' });
  await use(limits.logInPerAddress, '203.0.113.7', 60);
  expect(await read(await logIn('blue-door', goodPassword, '203.0.113.7'))).toEqual({
    status: 429,
    body: {
      code: 'proof_needed',
      error:
        'Too many tries. Please wait a few minutes, use another network such as your phone’s own internet, or log in by the link in our newest email to this account. If you cannot read that mailbox, write to support@holdline.example.',
    },
  });
  expect((await logIn('blue-door', goodPassword, '203.0.113.8')).status).toBe(200);
});

test('one address may sign up sixty times an hour', async () => {
  await use(limits.signUpPerAddress, '203.0.113.7', 60);
  const body = aSignUp();
  const headers = { 'CF-Connecting-IP': '203.0.113.7' };
  const refused = await call('POST', '/auth/signup', { body, headers });
  expect(refused.headers.get('Retry-After')).toBe('3600');
  expect(await read(refused)).toEqual(tooMany);
  expect((await call('POST', '/auth/signup', { body })).status).toBe(201);
});

test('a /56 may use a limit of senders twice as often as a /64, and a /48 ten times', async () => {
  const limit = { name: 'two', most: 2, windowMs: quarterHour };
  const uses = async (fourth: string, times: number) => {
    let taken = 0;
    for (let n = 0; n < times; n += 1)
      if ((await consumeSenderLimit(env, limit, `2001:db8:7:${fourth}::/64`, Date.now())).ok) taken += 1;
    return taken;
  };
  // If the limit of a small network refuses a call, the call is not counted for the larger networks around this small
  // network.
  expect([await uses('100', 9), await uses('101', 3), await uses('102', 1)]).toEqual([2, 2, 0]);
  const others = ['2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b'];
  const taken: number[] = [];
  for (const upper of others) taken.push(await uses(`${upper}00`, 2));
  expect(taken).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 0, 0]);
  expect(await consumeSenderLimit(env, limit, '2001:db8:8:1::/64', Date.now())).toEqual({ ok: true });
});

test('sign-ups and forms of one /48 are limited', async () => {
  for (const limit of [limits.signUpPerAddress, limits.formPerAddress])
    await use(limit, '2001:db8:7::/48', 10 * limit.most);
  const headers = { 'CF-Connecting-IP': '2001:db8:7:1::1' };
  expect((await call('POST', '/auth/signup', { body: aSignUp(), headers })).status).toBe(429);
  expect((await call('POST', '/feedback/submit', { body: aFeedbackForm(), headers })).status).toBe(429);
});

test('one address may ask for three hundred usernames a minute', async () => {
  await use(limits.existsPerAddress, '203.0.113.7', 299);
  const ask = () =>
    call('GET', '/auth/exists?username=nobody', { headers: { 'CF-Connecting-IP': '203.0.113.7' } });
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.headers.get('Retry-After')).toBe('60');
  expect(await read(refused)).toEqual(tooMany);
});

test('an account adds thirty locations an hour, however many it removes between', async () => {
  const owner = await newOwner();
  await use(limits.addLocationPerAccount, owner.business.id, 29);
  const add = (cookie: string) =>
    call('POST', '/auth/locations', { body: { address: '14 Kemang Raya, Jakarta' }, cookie });
  const added = await (await add(owner.cookie)).json<AccountView>();
  const [location] = added.locations;
  expect((await call('DELETE', `/auth/locations/${location?.id}`, { cookie: owner.cookie })).status).toBe(
    200,
  );
  const refused = await add(owner.cookie);
  expect(refused.headers.get('Retry-After')).toBe('3600');
  expect(await read(refused)).toEqual(tooMany);
  expect((await add((await newOwner()).cookie)).status).toBe(201);
});

test('an account asks for its history a hundred and twenty times an hour, twice for each download', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  await use(limits.exportPerAccount, owner.business.id, 119);
  const file = () => call('GET', `/auth/locations/${id}/history.csv`, { cookie: owner.cookie });
  const downloaded = await file();
  await downloaded.text();
  expect(downloaded.status).toBe(200);
  expect(await read(await file())).toEqual(tooMany);
});

test('uses at the same moment are all counted', async () => {
  const limit = { name: 'test', most: 5, windowMs: 60_000 };
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => consumeRateLimit(env, limit, 'key', Date.now())),
  );
  expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
});

test('old windows are deleted in passing, and no key can be read', async () => {
  await use(limits.existsPerAddress, '203.0.113.7', 1);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  await use(limits.logInPerName, 'ada@example.com', 1);
  const { results } = await env.DB.prepare('select * from limit_windows').all();
  expect(results).toEqual([
    { key: expect.stringMatching(/^[\w-]{43}$/), window_start: Date.now(), count: 1 },
  ]);
});

test('a copy of the table gives back no address: the keys have a secret, and are others each day', async () => {
  const keys = async () => {
    const { results } = await env.DB.prepare('select key from limit_windows').all<{ key: string }>();
    return results.map(({ key }) => key);
  };
  await use(limits.logInPerAddress, '203.0.113.7', 1);
  const [today] = await keys();
  expect(today).not.toBe(sha256('log-in-address:203.0.113.7', 'base64url'));
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await use(limits.logInPerAddress, '203.0.113.7', 1);
  expect(await keys()).not.toContain(today);
  // A day must consist of whole windows, because the key of a limit's counter changes at midnight.
  for (const { name, windowMs } of Object.values(limits))
    expect([name, (24 * 3_600_000) % windowMs]).toEqual([name, 0]);
});
