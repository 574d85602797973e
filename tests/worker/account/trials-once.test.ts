/** One trial for a phone number and for a mailbox, however they are spelled (`docs/decisions/0012-trial-and-figures.md`). */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { aSignUp, call, cookieOf, goodPassword, me, origin, read } from '../support/factories.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';
import { countRows } from '../support/security-calls.ts';

const DAY_MS = 86_400_000;

const byEmail = 'This mailbox has had its free trial. Please log in, or write to support@holdline.example.';
const byPhone =
  'This phone number has had its free trial. Please log in, or write to support@holdline.example.';

const refusal = (fieldErrors: Record<string, string[]>) => ({
  status: 409,
  body: { error: Object.values(fieldErrors)[0]?.[0], code: 'trial_used', issues: { fieldErrors } },
});

let made = 0;

/** Somebody new: nothing of it was typed before. */
function aStranger(about: Partial<ReturnType<typeof aSignUp>> = {}) {
  made += 1;
  return aSignUp({
    username: `stranger-${made}`,
    email: `stranger-${made}@example.com`,
    phone: `+62 812 3456 ${1000 + made}`,
    ...about,
  });
}

const signUp = (form: object) => call('POST', '/auth/signup', { body: form });

/** The tables that a sign-up writes. */
async function whatIsThere(): Promise<unknown[]> {
  return Promise.all(['businesses', 'sessions', 'trial_marks', 'email_verifications'].map(countRows));
}

async function expectRefused(form: object, answer: object): Promise<void> {
  const before = await whatIsThere();
  expect(await read(await signUp(form))).toEqual(answer);
  expect(await whatIsThere()).toEqual(before);
}

test.each(['+62 812-9999-0001', '+6281299990001', '0062 812 9999 0001', '+62 (812) 9999 0001'])(
  'a second trial on the phone number %s is refused, and nothing is changed',
  async (phone) => {
    expect((await signUp(aStranger({ phone: '+62 812 9999 0001' }))).status).toBe(201);
    await expectRefused(aStranger({ phone }), refusal({ phone: [byPhone] }));
  },
);

test('a number without its country is read where the caller is', async () => {
  expect((await signUp(aStranger({ phone: '+62 812 9999 0001' }))).status).toBe(201);
  const from = (country: string) =>
    new Request(`${origin}/auth/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(aStranger({ phone: '0812 9999 0001' })),
      cf: { country },
    });
  const send = (country: string) => createApp().fetch(from(country), env, createExecutionContext());
  expect(await read(await send('ID'))).toEqual(refusal({ phone: [byPhone] }));
  expect((await send('T1')).status).toBe(201);
});

test.each([
  ['ada@example.com', 'ada+two@example.com'],
  ['ada+one@example.com', 'ADA+two@example.com'],
  ['ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
  ['ada.lovelace@gmail.com', 'A.d.a.lovelace+x@googlemail.com'],
])('%s and %s are one mailbox, which has one trial', async (first, second) => {
  expect((await signUp(aStranger({ email: first }))).status).toBe(201);
  await expectRefused(aStranger({ email: second }), refusal({ email: [byEmail] }));
});

test('where both have had a trial both are named', async () => {
  const form = aStranger({ email: 'ada@example.com' });
  expect((await signUp(form)).status).toBe(201);
  const again = aStranger({ email: 'ada+2@example.com', phone: form.phone });
  await expectRefused(again, refusal({ email: [byEmail], phone: [byPhone] }));
});

test('of two sign-ups at once one has the trial', async () => {
  const phone = '+62 812 9999 0001';
  const answers = await Promise.all([1, 2, 3].map(() => signUp(aStranger({ phone }))));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(await countRows('businesses')).toBe(1);
});

test('a deleted account has had its trial all the same; a year later there may be another one', async () => {
  stopClock();
  const form = aStranger();
  const cookie = cookieOf(await signUp(form));
  const body = { password: goodPassword };
  expect((await call('POST', '/auth/delete-account', { cookie, body })).status).toBe(200);
  await expectRefused(form, refusal({ email: [byEmail], phone: [byPhone] }));
  moveClock(365 * DAY_MS - 1);
  await expectRefused(form, refusal({ email: [byEmail], phone: [byPhone] }));
  moveClock(1);
  const again = await signUp(form);
  expect(again.status).toBe(201);
  expect(await me({ cookie: cookieOf(again) })).toMatchObject({ trial: true, trialDurationDays: 14 });
});

test('what is no phone number tells nobody from anybody', async () => {
  for (const phone of ['123456', '1234567890', 'ask at the bar']) {
    expect((await signUp(aStranger({ phone }))).status).toBe(201);
    expect((await signUp(aStranger({ phone }))).status).toBe(201);
  }
});

test('nothing of who has had a trial can be read from its mark', async () => {
  const form = aStranger({ email: 'ada@example.com' });
  expect((await signUp(form)).status).toBe(201);
  const { results } = await env.DB.prepare('select hash from trial_marks').all<{ hash: string }>();
  expect(results).toHaveLength(2);
  for (const { hash } of results) expect(hash).toMatch(/^[\w-]{43}$/);
});
