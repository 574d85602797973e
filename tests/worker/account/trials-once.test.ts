/** A mailbox gets one trial, in whatever way its address is spelled (`docs/decisions/0012-trial-and-figures.md`). */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  me,
  newLocation,
  newOwner,
  party,
  read,
} from '../support/factories.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';
import {
  countRows,
  deletionCode,
  mails,
  newPassword,
  post,
  success,
  verifyToken,
} from '../support/security-calls.ts';
import { deleted } from '../support/transfer-calls.ts';

const DAY_MS = 86_400_000;
const trialOver = { status: 200, body: { success: true, trialOver: true } };

let made = 0;

/** Signs up with this address and, by default, with a new phone number. Returns the cookie of the session. */
async function signUp(
  email: string,
  phone = `+62 812 3456 ${1000 + (made += 1)}`,
): Promise<{ cookie: string }> {
  const form = aSignUp({ username: `stranger-${(made += 1)}`, email, phone });
  const response = await call('POST', '/auth/signup', { body: form });
  expect(response.status).toBe(201);
  return { cookie: cookieOf(response) };
}

/** Confirms an address with the link in the mail. */
async function confirm(email: string) {
  return read(await call('POST', '/auth/verify-email', { body: { token: await verifyToken(email) } }));
}

async function trialOf(owner: { cookie: string }): Promise<unknown> {
  const { trial, trialDurationDays }: AccountView = await me(owner);
  return [trial, trialDurationDays];
}

test.each([
  ['ada@example.com', 'ada+two@example.com'],
  ['ada+one@example.com', 'ADA+two@example.com'],
  ['ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
  ['ada.lovelace@gmail.com', 'A.d.a.lovelace+x@googlemail.com'],
])('%s and %s are one mailbox: its second account has a trial of no days', async (first, second) => {
  const one = await signUp(first);
  expect(await confirm(first)).toEqual(success);
  const other = await signUp(second);
  expect(await trialOf(other)).toEqual([true, 14]);
  expect(await confirm(second)).toEqual(trialOver);
  expect([await trialOf(one), await trialOf(other)]).toEqual([
    [true, 14],
    [true, 0],
  ]);
});

test('an account whose trial is over since its mailbox was confirmed takes nobody, and can buy any plan', async () => {
  await signUp('ada@example.com');
  await confirm('ada@example.com');
  const owner = await newOwner({ email: 'ada+2@example.com' });
  const location = await newLocation(owner);
  await post('/auth/send-verification', owner);
  expect(await confirm('ada+2@example.com')).toEqual(trialOver);
  const body = { address: location.address, locationId: location.id, ...party() };
  const join = await call('POST', `/auth/business/${owner.business.username}/queue`, { body });
  expect(await read(join)).toMatchObject({ status: 402, body: { code: 'trial_expired' } });
  for (const planKey of ['Starter Monthly', 'Professional Yearly']) {
    const checkout = await post('/stripe/create-checkout-session', owner, {
      planKey,
      userId: owner.business.id,
    });
    expect(checkout).toEqual({ status: 200, body: { url: expect.any(String) } });
  }
});

test('an unconfirmed address uses up no trial', async () => {
  await signUp('ada+stranger@example.com');
  expect(await countRows('trial_marks')).toBe(0);
  const owner = await signUp('ada@example.com');
  expect(await confirm('ada@example.com')).toEqual(success);
  expect(await trialOf(owner)).toEqual([true, 14]);
});

test('a phone number, which is never verified, uses up no trial, and no answer shows it', async () => {
  const phone = '+62 812 9999 0001';
  const first = await signUp('ada@example.com', phone);
  await confirm('ada@example.com');
  const second = await signUp('budi@example.com', phone);
  expect(await confirm('budi@example.com')).toEqual(success);
  expect([await trialOf(first), await trialOf(second)]).toEqual([
    [true, 14],
    [true, 14],
  ]);
});

test('of two accounts that confirm one mailbox at once one has a trial', async () => {
  const emails = ['ada+1@example.com', 'ada+2@example.com'];
  for (const email of emails) await signUp(email);
  const answers = await Promise.all(emails.map(confirm));
  expect(answers).toContainEqual(trialOver);
  expect(answers).toContainEqual(success);
});

test('confirming the address again, or another one, keeps the trial; the other mailbox counts as used, too', async () => {
  const owner = await newOwner({ email: 'ada@example.com' });
  await post('/auth/send-verification', owner);
  expect(await confirm('ada@example.com')).toEqual(success);
  const change = { email: 'budi@example.com', password: goodPassword };
  expect(await post('/auth/change-email', owner, change)).toEqual(success);
  expect(await confirm('budi@example.com')).toEqual(success);
  expect(await trialOf(owner)).toEqual([true, 14]);
  const other = await signUp('budi+2@example.com');
  expect(await confirm('budi+2@example.com')).toEqual(trialOver);
  expect(await trialOf(other)).toEqual([true, 0]);
});

test('what was paid before the mailbox is confirmed stays', async () => {
  await signUp('ada@example.com');
  await confirm('ada@example.com');
  const owner = await newOwner({ email: 'ada+2@example.com', trial: false });
  await post('/auth/send-verification', owner);
  expect(await confirm('ada+2@example.com')).toEqual(success);
  expect(await trialOf(owner)).toEqual([false, 14]);
});

test('a used link to a new password confirms the mailbox, and settles its trial as well', async () => {
  await signUp('ada@example.com');
  await confirm('ada@example.com');
  const owner = await newOwner({ email: 'ada+2@example.com' });
  await post('/auth/forgot-password', owner, { email: 'ada+2@example.com' });
  const link = /\/reset\?token=([\w-]{43})\s/;
  await expect.poll(async () => (await mails()).some(({ body }) => link.test(body))).toBe(true);
  const token = (await mails()).flatMap(({ body }) => link.exec(body)?.[1] ?? [])[0];
  expect(await post('/auth/reset-password', owner, { token, newPassword })).toEqual(trialOver);
  const row = env.DB.prepare('select trial_duration_days from businesses where id = ?');
  expect(await row.bind(owner.business.id).first('trial_duration_days')).toBe(0);
});

test('a deleted account still counts as a used trial; a year later a new trial is possible', async () => {
  stopClock();
  const again = async () => {
    const owner = await newOwner({ email: 'ada@example.com' });
    await post('/auth/send-verification', owner);
    return { owner, answer: await confirm('ada@example.com') };
  };
  const { owner } = await again();
  await deleted(owner, await deletionCode(owner));
  moveClock(365 * DAY_MS - 1);
  const second = await again();
  expect(second.answer).toEqual(trialOver);
  await deleted(second.owner, await deletionCode(second.owner));
  moveClock(1);
  expect((await again()).answer).toEqual(success);
});

test('the stored mark of a used trial does not reveal the address', async () => {
  await signUp('ada@example.com');
  await confirm('ada@example.com');
  const { results } = await env.DB.prepare('select hash from trial_marks').all<{ hash: string }>();
  expect(results).toHaveLength(1);
  for (const { hash } of results) expect(hash).toMatch(/^[\w-]{43}$/);
});
