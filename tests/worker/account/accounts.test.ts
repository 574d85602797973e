import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { accountView } from '../../../src/shared/contracts/account/view.ts';
import { call, cookieOf, goodPassword, newLocation, newOwner, read } from '../support/factories.ts';
import { invalid } from '../support/owner-calls.ts';

const form = {
  name: 'Blue Door Café',
  username: 'Blue-Door',
  email: 'Ada@Example.com',
  phone: '+62 812 3456 789',
  password: goodPassword,
  plan: 'Starter',
};

function signUp(changes: Record<string, unknown> = {}) {
  return call('POST', '/auth/signup', { body: { ...form, ...changes } });
}

function logIn(emailOrUsername: string, password = goodPassword) {
  return call('POST', '/auth/login', { body: { emailOrUsername, password } });
}

async function countBusinesses() {
  return env.DB.prepare('select count(*) as n from businesses').first('n');
}

test('signing up makes a Starter account on a trial of 14 days and logs it in', async () => {
  const response = await signUp();
  expect(response.status).toBe(201);
  const { user } = await response.json<{ user: unknown }>();
  const parsed = accountView.parse(user);
  expect(parsed).toEqual({
    id: expect.any(String),
    name: 'Blue Door Café',
    role: 'owner',
    actor: 'owner',
    username: 'Blue-Door',
    email: 'Ada@Example.com',
    emailVerified: false,
    phone: '+62 812 3456 789',
    plan: 'Starter',
    trial: true,
    trialDurationDays: 14,
    trialEndsAt: new Date(Date.parse(parsed.createdAt) + 14 * 86_400_000).toISOString(),
    maxLocations: 1,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    subscriptionStatus: null,
    creditsEndAt: null,
    locations: [],
  });
  const seen = await call('GET', '/auth/me', { cookie: cookieOf(response) });
  expect(await read(seen)).toEqual({ status: 200, body: user });
});

test('the form cannot choose the plan, the trial or the balances', async () => {
  const response = await signUp({
    plan: 'Professional',
    trial: false,
    maxLocations: 99,
    baseCustomerCredits: 1e6,
  });
  const { user } = await response.json<{ user: unknown }>();
  expect(accountView.parse(user)).toMatchObject({ plan: 'Starter', trial: true, maxLocations: 1 });
});

test('each missing field has its own error message', async () => {
  expect(await read(await call('POST', '/auth/signup', { body: {} }))).toEqual(
    invalid({
      name: ['Business name is required'],
      username: ['Business username is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      password: ['Password is required'],
    }),
  );
});

test.each([
  ['name', '   ', 'Business name is required'],
  ['username', 'ab', 'Username must be at least 3 characters'],
  ['username', '@', 'Business username is required'],
  ['username', 'blue door', 'Use letters, digits, dots, dashes and underscores only'],
  ['username', '...', 'Use letters, digits, dots, dashes and underscores only'],
  ['username', 'Login', 'That business username is not available'],
  ['username', 'Privacy', 'That business username is not available'],
  ['username', 'constructor', 'That business username is not available'],
  ['username', '__proto__', 'That business username is not available'],
  ['username', 'robots.txt', 'That business username is not available'],
  ['username', 'favicon.ico', 'That business username is not available'],
  ['username', 'coffee.JS', 'That business username is not available'],
  ['username', 'a'.repeat(41), 'Username must be at most 40 characters'],
  ['email', 'ada', 'Enter a valid email'],
  // No mail can be sent to these addresses.
  ['email', 'ann,bob@example.com', 'Enter a valid email'],
  ['email', 'ann;bob@example.com', 'Enter a valid email'],
  ['email', 'Ann<ann@example.com>', 'Enter a valid email'],
  ['email', 'ann@example.com,bob', 'Enter a valid email'],
  ['email', '"ann"@example.com', 'Enter a valid email'],
  ['email', 'ann(home)@example.com', 'Enter a valid email'],
  ['email', 'ann@example', 'Enter a valid email'],
  ['email', 'ann@example..com', 'Enter a valid email'],
  ['phone', '12345', 'Phone must be at least 6 characters'],
  ['password', '1234567', 'Password must be at least 8 chars'],
  ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
  ['password', 'Password', 'That password is too common. Please choose another.'],
  ['password', '        ', 'That password is too common. Please choose another.'],
  ['password', 'abcabcabc', 'That password is too common. Please choose another.'],
  ['password', 'aaaaaaab', 'That password is too common. Please choose another.'],
  ['password', 'Holdline123', 'That password is too close to your own names. Please choose another.'],
  ['password', 'blue.door-1', 'That password is too close to your own names. Please choose another.'],
  ['password', 'CAFE-bluedoor', 'That password is too close to your own names. Please choose another.'],
  ['password', 'ada@example.com', 'That password is too close to your own names. Please choose another.'],
  ['password', 'iloveyou', 'That password is too common. Please choose another.'],
])('signing up with the %s %j is refused', async (field, value, sentence) => {
  // The field may also have other errors.
  const fieldErrors = { [field]: expect.arrayContaining([sentence]) };
  expect(await read(await signUp({ [field]: value }))).toEqual({
    status: 400,
    body: { error: sentence, code: 'invalid_input', issues: { fieldErrors } },
  });
  expect(await countBusinesses()).toBe(0);
});

test('values of another type are refused with a sentence for a person', async () => {
  expect(await read(await signUp({ username: 7, password: ['x'] }))).toEqual(
    invalid({ username: ['Business username is required'], password: ['Password is required'] }),
  );
});

test('a username is taken whatever its case, and so is an e-mail address; the address is told when all else is right', async () => {
  await newOwner({ username: 'Taken', email: 'Taken@example.com' });
  expect(await read(await signUp({ username: '@tAKEN' }))).toEqual({
    status: 409,
    body: {
      error: 'That business username is already taken.',
      code: 'username_taken',
      issues: { fieldErrors: { username: ['That business username is already taken.'] } },
    },
  });
  expect(await read(await signUp({ email: 'taken@EXAMPLE.com' }))).toEqual({
    status: 409,
    body: {
      error: 'An account with that email already exists.',
      code: 'email_taken',
      issues: { fieldErrors: { email: ['An account with that email already exists.'] } },
    },
  });
  const all = await read(
    await signUp({ username: 'taken', email: 'taken@example.com', password: 'iloveyou' }),
  );
  expect(all.body).toMatchObject({ code: 'username_taken' });
  expect(all.body).toHaveProperty('issues.fieldErrors', {
    username: [expect.any(String)],
    password: ['That password is too common. Please choose another.'],
  });
  expect(await countBusinesses()).toBe(1);
});

test('of two sign-ups with one username at the same moment one gets it', async () => {
  const answers = await Promise.all([signUp(), signUp({ email: 'grace@example.com' })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: 'username_taken' });
  expect(await countBusinesses()).toBe(1);
});

test('of two sign-ups with one e-mail address at the same moment one gets it', async () => {
  const answers = await Promise.all([signUp(), signUp({ username: 'green-door' })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: 'email_taken' });
});

test('logging in works by e-mail address and by username, whatever their case', async () => {
  const { business } = await newOwner({ username: 'Blue-Door', email: 'Ada@example.com' });
  for (const identifier of ['ada@EXAMPLE.com', ' blue-door ', '@BLUE-DOOR']) {
    const response = await logIn(identifier);
    expect(response.status).toBe(200);
    const { user } = await response.json<{ user: unknown }>();
    expect(accountView.parse(user)).toMatchObject({ id: business.id, name: 'Blue Door Café' });
  }
});

test('a password is the same in any Unicode form', async () => {
  await signUp({ password: 'pa\u0301ssphrase-\u{1F511}' });
  expect((await logIn('blue-door', 'p\u00e1ssphrase-\u{1F511}')).status).toBe(200);
});

test('a wrong password and an unknown account are refused alike', async () => {
  await newOwner({ username: 'blue-door', email: 'ada@example.com' });
  const refusal = {
    status: 401,
    body: { error: 'Wrong email, username or password.', code: 'wrong_credentials' },
  };
  for (const identifier of ['blue-door', 'ada@example.com', 'nobody', 'nobody@example.com']) {
    const response = await logIn(identifier, 'not the password');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await read(response)).toEqual(refusal);
  }
});

test('an empty log-in is told in the words of the form', async () => {
  const response = await call('POST', '/auth/login', { body: { emailOrUsername: ' ', password: '' } });
  expect(await read(response)).toEqual(
    invalid({ emailOrUsername: ['Email or username is required'], password: ['Password is required'] }),
  );
});

test('a hash with other parameters is made anew at log-in', async () => {
  await newOwner({ username: 'blue-door' });
  const hashOf = () => env.DB.prepare('select password_hash as hash from users').first<string>('hash');
  // A hash of `goodPassword` with an earlier, lower cost (p=1).
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.from('sixteen byte salt'.slice(0, 16));
  const key = scryptSync(goodPassword, salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const old = `$scrypt$ln=14,r=8,p=1$${salt.toString('base64').replace(/=+$/, '')}$${key.toString('base64').replace(/=+$/, '')}`;
  await env.DB.prepare('update users set password_hash = ?').bind(old).run();
  expect((await logIn('blue-door', 'not the password')).status).toBe(401);
  expect(await hashOf()).toBe(old);
  expect((await logIn('blue-door')).status).toBe(200);
  // New hashes have a low cost in tests.
  expect(await hashOf()).toMatch(/^\$scrypt\$ln=1,r=1,p=1\$/);
  expect((await logIn('blue-door')).status).toBe(200);
});

test('no answer holds the password or its hash', async () => {
  const response = await signUp();
  const text = await response.text();
  expect(text).not.toContain('scrypt');
  expect(text).not.toContain(goodPassword);
});

test('whether a username exists is answered without its case, its spaces and its @', async () => {
  await newOwner({ username: 'Blue-Door' });
  const exists = async (username: string) =>
    read(await call('GET', `/auth/exists?username=${encodeURIComponent(username)}`));
  expect(await exists(' @blue-door ')).toEqual({ status: 200, body: { exists: true } });
  expect(await exists('red-door')).toEqual({ status: 200, body: { exists: false } });
  expect(await exists('x'.repeat(5000))).toEqual({ status: 200, body: { exists: false } });
  expect(await exists(' @ ')).toEqual(invalid({ username: ['Business username is required'] }));
  expect((await call('GET', '/auth/exists')).status).toBe(400);
});

test('an unchanged account is a 304 for a matching ETag, a changed one is sent whole', async () => {
  const owner = await newOwner();
  const first = await call('GET', '/auth/me', { cookie: owner.cookie });
  const etag = first.headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]+"$/);
  expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
  await first.arrayBuffer();

  const again = await call('GET', '/auth/me', { cookie: owner.cookie, headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect(again.headers.get('ETag')).toBe(etag);

  await newLocation(owner);
  const changed = await call('GET', '/auth/me', { cookie: owner.cookie, headers: { 'If-None-Match': etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('ETag')).not.toBe(etag);
});

test('an account without a trial has no trial end, and a missing length reads as 7 days', async () => {
  const paid = await newOwner({ trial: false });
  const old = await newOwner({ trialDurationDays: null, createdAt: Date.UTC(2026, 0, 1) });
  const seen = async (cookie: string) =>
    accountView.parse(await (await call('GET', '/auth/me', { cookie })).json());
  expect(await seen(paid.cookie)).toMatchObject({ trial: false, trialEndsAt: null });
  expect(await seen(old.cookie)).toMatchObject({
    trialDurationDays: 7,
    trialEndsAt: '2026-01-08T00:00:00.000Z',
  });
});
