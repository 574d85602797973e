/** Usernames that are refused because they are reserved or too similar to an existing username. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { hmacSha256 } from '../../../src/worker/platform/hashing.ts';
import { aSignUp, call, goodPassword, newOwner, read } from '../../worker/support/factories.ts';

const DAY_MS = 86_400_000;
const taken = {
  status: 409,
  body: {
    error: 'That business username is already taken.',
    code: 'username_taken',
    issues: { fieldErrors: { username: ['That business username is already taken.'] } },
  },
};

let made = 0;

async function signUp(username: string) {
  made += 1;
  const body = aSignUp({ username, email: `stranger-${made}@example.com` });
  return read(await call('POST', '/auth/signup', { body }));
}

async function exists(username: string): Promise<unknown> {
  return (await read(await call('GET', `/auth/exists?username=${username}`))).body;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

test.each(['blue.door', 'blue_door', 'bluedoor', 'b1ue-door', 'BIue-Door', 'blue-d0or'])(
  '%s looks like an existing blue-door and is taken',
  async (username) => {
    await newOwner({ username: 'blue-door' });
    expect(await signUp(username)).toEqual(taken);
    expect(await exists(username)).toEqual({ exists: false });
    expect((await signUp('blue-doors')).status).toBe(201);
  },
);

test.each([
  ['corner', 'comer'],
  ['wave', 'vvave'],
  ['dock', 'clock'],
])('an existing %s and %s look alike', async (existing, username) => {
  await newOwner({ username: existing });
  expect(await signUp(username)).toEqual(taken);
});

test('a username that an earlier release let rest in its own form still rests', async () => {
  const hash = hmacSha256(env.PHONE_HASH_KEY, 'resting username corner', 'base64url');
  await env.DB.prepare('insert into resting_usernames values (?, ?)').bind(hash, Date.now()).run();
  expect(await signUp('corner')).toEqual(taken);
});

test.each([
  'admin',
  'Adm1n',
  'a.d-m_i_n',
  '4dmin',
  'adrnin',
  'API',
  'a-p-1',
  'h0ldline',
  'hold.line',
  '5upport',
  'vvvvvv',
])('%s is reserved, or looks like a reserved one', async (username) => {
  expect(await signUp(username)).toMatchObject({
    status: 400,
    body: { issues: { fieldErrors: { username: ['That business username is not available'] } } },
  });
});

test.each(['admin-cafe', 'apio', 'proto', 'constructors', '7even', 'holdlines'])(
  '%s is free: only the whole name is reserved',
  async (username) => {
    expect((await signUp(username)).status).toBe(201);
  },
);

test('of two sign-ups at the same time with usernames that look alike, one is refused', async () => {
  const answers = await Promise.all([signUp('blue-door'), signUp('b1ue.d0or')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)).toEqual(taken);
});

test('the username of a deleted business rests for a year, and only its keyed hash is kept', async () => {
  const { cookie } = await newOwner({ username: 'Blue-Door' });
  await call('POST', '/auth/delete-account', { cookie, body: { password: goodPassword } });
  expect(await exists('blue-door')).toEqual({ exists: false });
  expect(await signUp('blue-door')).toEqual(taken);
  expect(await signUp('blue.d0or')).toEqual(taken);
  const { results } = await env.DB.prepare('select * from resting_usernames').all();
  expect(results).toEqual([{ hash: expect.stringMatching(/^[\w-]{43}$/), at: Date.now() }]);
  vi.setSystemTime(Date.now() + 365 * DAY_MS - 1);
  expect(await signUp('blue-door')).toEqual(taken);
  vi.setSystemTime(Date.now() + 1);
  expect((await signUp('blue-door')).status).toBe(201);
});

test('a deletion that is refused rests nothing', async () => {
  const { cookie } = await newOwner({ username: 'blue-door' });
  await call('POST', '/auth/delete-account', { cookie, body: { password: 'not the password' } });
  expect(await env.DB.prepare('select count(*) as n from resting_usernames').first('n')).toBe(0);
});

test('the search for look-alikes reads an index', async () => {
  const { lookAlike } = await import('../../../src/worker/db/schema/businesses.ts');
  const [text] = lookAlike.queryChunks.map((chunk) => JSON.stringify(chunk));
  const expression = JSON.parse(text ?? '{}').value[0];
  const plan = await env.DB.prepare(
    `explain query plan select id from businesses where ${expression} = 'x'`,
  ).all();
  expect(JSON.stringify(plan.results)).toContain('businesses_look_alike_pairs');
});
