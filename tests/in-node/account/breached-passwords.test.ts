/** Breached passwords are refused. The look-up sends only five digits of a password's hash (`refused-password.ts`). */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { database } from '../../../src/worker/db/client.ts';
import { replaceReset } from '../../../src/worker/features/account/password/password-resets.ts';
import { newToken } from '../../../src/worker/identity/tokens.ts';
import { aSignUp, call, goodPassword, newOwner, origin, read } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';

/** SHA-1 of `goodPassword`, from `printf 'correct horse battery' | sha1sum`. */
const SHA1 = '98DECC62ECE399A22ED30D490EF333BE7FDE7385';
const base = { BREACHED_PASSWORDS_BASE_URL: 'https://range.example' };
const ending = SHA1.slice(5);

/** Makes the list of breached passwords give this answer to each request. Returns the URLs of the requests. */
function listAnswers(answer: () => Promise<Response>) {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init);
    asked.push(request.url);
    return answer();
  });
  return asked;
}

async function signUp(vars: object = base) {
  const request = new Request(`${origin}/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(aSignUp()),
  });
  return read(await createApp().fetch(request, { ...env, ...vars }, createExecutionContext()));
}

test('a breached password is refused; only five digits of its hash are sent', async () => {
  const asked = listAnswers(async () => new Response(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${ending}:3`));
  expect(await signUp()).toEqual({
    status: 400,
    body: {
      error: 'That password is too common. Please choose another.',
      code: 'invalid_input',
      issues: { fieldErrors: { password: ['That password is too common. Please choose another.'] } },
    },
  });
  expect(asked).toEqual([`https://range.example/range/${SHA1.slice(0, 5)}`]);
});

test.each([
  ['another password', async () => new Response('0018A45C4D1DEF81644B54AB7F969B88D65:1')],
  ['padding', async () => new Response(`${ending}:0`)],
  ['an error', async () => new Response(`${ending}:3`, { status: 503 })],
  ['a broken connection', async () => Promise.reject(new TypeError('fetch failed'))],
])('with %s in answer the password is accepted', async (_, answer) => {
  listAnswers(answer);
  expect((await signUp()).status).toBe(201);
});

test('without an address nobody is asked', async () => {
  const asked = listAnswers(async () => new Response(`${ending}:3`));
  expect((await signUp({})).status).toBe(201);
  expect(asked).toEqual([]);
});

test('a new password of an existing account may not be its own words', async () => {
  const { cookie } = await newOwner({
    name: 'Kopi Susu',
    username: 'kopi-pagi',
    email: 'budi.s@example.com',
  });
  for (const newPassword of ['kopisusu2026', 'Budi.S-1234', 'kopi-pagi', 'susukopi!']) {
    const body = { currentPassword: goodPassword, newPassword };
    expect(await read(await call('POST', '/auth/change-password', { cookie, body }))).toMatchObject({
      status: 400,
      body: { error: 'That password is too close to your own names. Please choose another.' },
    });
  }
});

test('nor the name that the team knows the person by', async () => {
  const { user, cookie } = await newMember(await newOwner(), 'viewer');
  const newPassword = 'Viewer_3141';
  const refusal = {
    status: 400,
    body: { error: 'That password is too close to your own names. Please choose another.' },
  };
  const body = { currentPassword: goodPassword, newPassword };
  expect(await read(await call('POST', '/auth/change-password', { cookie, body }))).toMatchObject(refusal);
  const { token, tokenHash } = newToken();
  await replaceReset(database(env), tokenHash, user.id, Date.now());
  const reset = { token, newPassword };
  expect(await read(await call('POST', '/auth/reset-password', { body: reset }))).toMatchObject(refusal);
});
