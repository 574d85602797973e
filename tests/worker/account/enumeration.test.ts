/**
 * User enumeration: neither the answer nor the response time shows whether an account exists. The tests compare the
 * amount of work, because response times vary.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { logIn } from '../../../src/worker/features/account/session/log-in.ts';
import { developmentAdmin } from '../../../src/worker/platform/config-variables.ts';
import { hashOfNobody } from '../../../src/worker/platform/passwords.ts';
import { call, goodPassword, newOwner, read, type Call } from '../support/factories.ts';
import { refused } from '../support/owner-calls.ts';
import { withSecondStep } from '../support/security-calls.ts';
import { hashToken } from '../../../src/worker/identity/tokens.ts';

const from = {
  sender: null,
  presentedHash: hashToken(''),
  device: null,
  language: null,
  marks: { key: '', presented: [] },
};

/** The work of a log-in with this name: the salt and key of each hash that is decoded, and all database queries. */
async function workOf(emailOrUsername: string): Promise<{ hashes: unknown[]; asked: string[] }> {
  const asked: string[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          asked.push('batch');
          return target.batch(statements);
        };
      }
      return (sql: string) => {
        asked.push(sql);
        return target.prepare(sql);
      };
    },
  });
  const decoded = vi.spyOn(Buffer, 'from');
  const typed = { emailOrUsername, password: 'not the password', code: undefined };
  const reply = await logIn({ ...env, DB }, typed, from, Date.now());
  expect(reply).toEqual({ ok: false, code: 'wrong_credentials' });
  const calls: unknown[][] = decoded.mock.calls;
  decoded.mockRestore();
  return {
    hashes: calls
      .filter(([, coding]) => coding === 'base64')
      .map(([text]) => text)
      .filter(isNoAdmins),
    asked,
  };
}

/**
 * Returns false for a part of the admin's hash. This hash must be left out, because each check of the configuration
 * decodes it.
 */
function isNoAdmins(text: unknown): boolean {
  return !developmentAdmin.passwordHash.includes(String(text));
}

function partsOf(hash: string): { cost: string; saltAndKey: string[] } {
  const [, , cost = '', ...saltAndKey] = hash.split('$');
  return { cost, saltAndKey };
}

test('a name without an account costs the same: one hash of the same cost, and the same questions', async () => {
  const { user, business } = await newOwner({ username: 'somebody', email: 'somebody@example.com' });
  const stored = await env.DB.prepare('select password_hash as hash from users').first<string>('hash');
  const theirs = partsOf(stored ?? '');
  const nobodys = partsOf(hashOfNobody);
  expect(nobodys.cost).toBe(theirs.cost);
  for (const [known, unknown] of [
    [business.username, 'nobody'],
    [user.email, 'nobody@example.com'],
  ] as const) {
    const ofKnown = await workOf(known);
    const ofUnknown = await workOf(unknown);
    expect([ofKnown.hashes, ofUnknown.hashes]).toEqual([theirs.saltAndKey, nobodys.saltAndKey]);
    expect(ofUnknown.asked).toEqual(ofKnown.asked);
  }
});

/** Everything that a caller gets, without the date and the request id. */
async function allOf(method: string, path: string, about: Call) {
  const response = await call(method, path, about);
  const { date, 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers);
  expect([date, requestId]).toEqual([expect.stringMatching(/ GMT$/), expect.stringMatching(/^[\da-f]{16}$/)]);
  return { headers, ...(await read(response)) };
}

test('a log-in says the same of a wrong password, an unknown name and an account with a second step', async () => {
  await newOwner({ username: 'somebody', email: 'somebody@example.com' });
  await withSecondStep(await newOwner({ username: 'careful' }));
  const answers = [];
  for (const emailOrUsername of [
    'somebody',
    'somebody@example.com',
    'careful',
    'nobody',
    'nobody@example.com',
  ]) {
    for (const code of [undefined, '123456']) {
      const body = { emailOrUsername, password: 'not the password', ...(code && { code }) };
      answers.push(await allOf('POST', '/auth/login', { body }));
    }
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject(refused('wrong_credentials'));
});

test('asking for a reset link, and invalid tokens, do not reveal accounts', async () => {
  await newOwner({ email: 'somebody@example.com' });
  const ask = (email: string) => allOf('POST', '/auth/forgot-password', { body: { email } });
  expect(await ask('nobody@example.com')).toEqual(await ask('somebody@example.com'));
  const reset = (token: string) =>
    allOf('POST', '/auth/reset-password', { body: { token, newPassword: 'a lantern by the door' } });
  expect(await reset('A'.repeat(43))).toEqual(await reset('x'));
});

test('a change of address does not tell whether another account has the address', async () => {
  await newOwner({ email: 'somebody@example.com' });
  const { cookie } = await newOwner();
  const ask = (email: string) =>
    allOf('POST', '/auth/change-email', { body: { email, password: goodPassword }, cookie });
  expect(await ask('nobody@example.com')).toEqual(await ask('somebody@example.com'));
});

test('things of others, deleted things and unknown things are the same 404', async () => {
  const { cookie } = await newOwner();
  const stranger = await newOwner();
  const added = await call('POST', '/auth/locations', { body: { address: 'A' }, cookie: stranger.cookie });
  const { locations } = await added.json<{ locations: { id: string }[] }>();
  const theirs = locations[0]?.id ?? '';
  for (const rest of ['', '/analytics', '/history.csv', '/visits/x/admit']) {
    const method = rest === '' ? 'DELETE' : rest.endsWith('admit') ? 'POST' : 'GET';
    const ask = (id: string) => allOf(method, `/auth/locations/${id}${rest}`, { cookie });
    expect(await ask(theirs)).toEqual(await ask('f'.repeat(64)));
    expect(await ask(theirs)).toMatchObject(refused('not_found'));
  }
});
