/**
 * Naughty strings in calls about accounts: each answer follows the contract.
 * `tests/pure/shared/naughty-strings.test.ts` tests the schemas with all the strings.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { logInRequest, signUpRequest } from '../../../src/shared/contracts/account/account.ts';
import { cleanUsername } from '../../../src/shared/typing/typed-text.ts';
import { findAccount, insertAccount, newAccount, takenKeys } from '../../../src/worker/identity/accounts.ts';
import { accountKey } from '../../../src/worker/identity/businesses.ts';
import { database } from '../../../src/worker/db/client.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';
import { everyNth } from '../../support/naughty-strings.ts';
import { goodPassword, call, me, newOwner } from '../../worker/support/factories.ts';

const form = {
  name: 'Blue Door',
  username: 'blue-door',
  email: 'ada@example.com',
  phone: '+62 812 3456 789',
  password: goodPassword,
};

const some = everyNth(5);
/**
 * At least this many of the strings must be accepted. The other strings are refused, because they are too long or are
 * empty after cleaning.
 */
const MOST_OF_THEM = 90;

async function expectContract(response: Response) {
  const body = await response.json<Record<string, unknown>>();
  expect(response.status).toBeLessThan(500);
  if (!response.ok) expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  return body;
}

/** The first ten characters of the text. */
function shortened(text: string): string {
  return Array.from(text).slice(0, 10).join('');
}

test('as a username, an e-mail address or a phone number of a sign-up', async () => {
  // The password is too short, so the call is refused before it computes an expensive hash.
  for (const text of some) {
    const body = { ...form, name: text, username: text, email: text, phone: text, password: 'short' };
    const { issues } = await expectContract(await call('POST', '/auth/signup', { body }));
    expect(issues).toMatchObject({ fieldErrors: { password: ['Password must be at least 8 chars'] } });
  }
});

test('as the name and the phone number of an account that is then in the database', async () => {
  // Makes the accounts without the API, because one expensive hash is then enough for all of them.
  const db = database(env);
  const hash = await hashPassword(goodPassword);
  const accepted: [email: string, typed: { name: string; phone: string }][] = [];
  for (const [index, text] of some.entries()) {
    const email = `a${index}@example.com`;
    const body = {
      ...form,
      name: `x ${text}`,
      phone: `+62 812 ${shortened(text)}`,
      username: `business-${index}`,
      email,
    };
    const parsed = signUpRequest.safeParse(body);
    if (!parsed.success) {
      expect(parsed.error.issues.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(/^Please use at most \d+ characters$/),
      );
      continue;
    }
    const { name, phone } = parsed.data;
    expect(await takenKeys(db, parsed.data, Date.now())).toEqual({ username: false, email: false });
    const { password: _, ...typed } = parsed.data;
    await db.batch(insertAccount(db, newAccount({ ...typed, now: Date.now() }), hash));
    accepted.push([email, { name, phone }]);
  }
  expect(accepted.length).toBeGreaterThan(MOST_OF_THEM);
  for (const [email, typed] of accepted) {
    const found = await findAccount(db, { email });
    expect({ name: found?.business.name, phone: found?.user.phone }).toEqual(typed);
  }
});

test('as the name and the password of a business that signs up and logs in', async () => {
  const statuses: number[] = [];
  for (const [index, text] of everyNth(50).entries()) {
    const password = `one ${text} two`;
    const emailOrUsername = `business-${index}`;
    const body = {
      ...form,
      name: `x ${text}`,
      username: emailOrUsername,
      email: `a${index}@example.com`,
      phone: `+62 812 3456 ${1_000 + index}`,
      password,
    };
    const signedUp = await call('POST', '/auth/signup', { body });
    expect([201, 400]).toContain(signedUp.status);
    await expectContract(signedUp);
    statuses.push(signedUp.status);
    if (signedUp.status !== 201) continue;
    const loggedIn = await call('POST', '/auth/login', { body: { emailOrUsername, password } });
    expect(loggedIn.status).toBe(200);
  }
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(5);
});

test('as who logs in, but for the hash', async () => {
  const db = database(env);
  let past = 0;
  for (const text of some) {
    const parsed = logInRequest.safeParse({ emailOrUsername: text, password: text });
    if (!parsed.success) continue;
    past += 1;
    const typed = cleanUsername(parsed.data.emailOrUsername);
    const within = await consumeRateLimit(env, limits.logInPerName, accountKey(typed), Date.now());
    expect(within.ok).toBe(true);
    expect(await findAccount(db, { email: typed })).toBeNull();
    expect(await findAccount(db, { username: typed })).toBeNull();
  }
  expect(past).toBeGreaterThan(MOST_OF_THEM);
});

test('as who logs in and with which password', async () => {
  let past = 0;
  for (const text of everyNth(25)) {
    const response = await call('POST', '/auth/login', { body: { emailOrUsername: text, password: text } });
    expect([400, 401]).toContain(response.status);
    await expectContract(response);
    if (response.status === 401) past += 1;
  }
  expect(past).toBeGreaterThan(10);
});

test('as a username that is looked up', async () => {
  for (const text of some) {
    const username = encodeURIComponent(text.toWellFormed());
    const body = await expectContract(await call('GET', `/auth/exists?username=${username}`));
    if ('exists' in body) expect(body).toEqual({ exists: false });
  }
});

test('as a cookie', async () => {
  for (const text of everyNth(5)) {
    const cookie = `holdline_session=${encodeURIComponent(text.toWellFormed())}`;
    expect((await call('GET', '/auth/me', { cookie })).status).toBe(401);
  }
});

test('as the address of a location', async () => {
  const owner = await newOwner({ maxLocations: 100 });
  for (const text of everyNth(20)) {
    const body = { address: text, timezone: text.slice(0, 64) };
    const response = await call('POST', '/auth/locations', { body, cookie: owner.cookie });
    expect([201, 400]).toContain(response.status);
    await expectContract(response);
  }
  const { locations } = await me(owner);
  expect(locations.length).toBeGreaterThan(10);
  for (const { address } of locations) {
    expect(address).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  }
});

test('as the id of a location to remove', async () => {
  const { cookie } = await newOwner();
  for (const text of everyNth(5)) {
    const id = encodeURIComponent(text.toWellFormed()) || '-';
    const response = await call('DELETE', `/auth/locations/${id}`, { cookie });
    expect(response.status).toBe(404);
  }
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
});
