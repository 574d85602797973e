/** How an owner proves the phone number by a texted code, and which limits the proof removes. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { proveNumber } from '../../../src/worker/features/account/sign-up/prove-number.ts';
import { wrongField } from '../../../src/worker/http/answers.ts';
import { findMember, ownerOf } from '../../../src/worker/identity/sessions.ts';
import { wholeConfig } from '../../../src/worker/platform/checked-config.ts';
import { act } from '../../worker/support/commands.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import {
  call,
  cookieOf,
  goodPassword,
  newOwner,
  origin,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import { invalid } from '../../worker/support/owner-calls.ts';
import {
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
} from '../../worker/support/queue-factories.ts';
import { deletionCode, handOverCode, securityOf } from '../../worker/support/security-calls.ts';

const NUMBER = '+62 812 3456 789';
const done = { status: 200, body: { success: true } };
const wrongCodeText = 'That code is not right, or it has expired. Please request a new one.';
const wrongCode = invalid({ code: [wrongCodeText] });
const noMobile = invalid({
  phone: ['We can’t text this number. Please enter a mobile number with its country code, such as +62.'],
});
const limit = invalid({ phone: ['No more codes can be sent right now. Please try again tomorrow.'] });
const hourLimit = invalid({
  phone: ['Too many codes were requested this hour. Please try again in an hour.'],
});

const ask = async ({ cookie }: TestOwner, phone = NUMBER) =>
  read(await call('POST', '/auth/number-code', { cookie, body: { phone } }));
const confirm = async ({ cookie }: TestOwner, code: string) =>
  read(await call('POST', '/auth/number-code/confirm', { cookie, body: { code } }));
const lastCode = async () => /\d{6}/.exec(String((await textsSent()).at(-1)?.['body']))?.[0] ?? '';
const anOwner = () => newOwner({ emailVerifiedAt: 1 });
/** Stores that texts have already used `taken` of an hourly budget in this hour. */
const use = (budget: string, taken: number) =>
  env.DB.prepare('INSERT INTO text_budgets VALUES (?, ?, ?)')
    .bind(budget, Date.now() - (Date.now() % 3_600_000), taken)
    .run();

test('the code of the newest text proves the number, once, and the account has it in full', async () => {
  stopClock();
  const owner = await newOwner({ emailVerifiedAt: 1, phone: '0812' });
  expect(await securityOf(owner)).toMatchObject({ phone: '0812', phoneProven: false });
  expect(await ask(owner)).toEqual(done);
  const first = await lastCode();
  moveClock(1_000);
  await ask(owner);
  const code = await lastCode();
  if (first !== code) expect(await confirm(owner, first)).toEqual(wrongCode);
  expect(await confirm(owner, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(done);
  expect(await securityOf(owner)).toMatchObject({ phone: '+628123456789', phoneProven: true });
  expect(await confirm(owner, code)).toEqual(wrongCode);
  expect(JSON.stringify((await env.DB.prepare('SELECT * FROM texts').all()).results)).not.toContain('62812');
});

test('a code ends after ten minutes, and another account’s code proves nothing', async () => {
  stopClock();
  const [owner, other] = [await anOwner(), await anOwner()];
  await ask(owner);
  const code = await lastCode();
  expect(await confirm(other, code)).toEqual(wrongCode);
  moveClock(600_000);
  expect(await confirm(owner, code)).toEqual(wrongCode);
  expect(await securityOf(owner)).toMatchObject({ phoneProven: false });
});

test('no code is sent before the mailbox is confirmed', async () => {
  const owner = await newOwner({ emailVerifiedAt: null });
  expect(await ask(owner)).toEqual(invalid({ phone: ['Please confirm your email address first.'] }));
  expect(await textsSent()).toEqual([]);
});

test.each(['12 345', '0812 3456 7890', '+62 21 5551234', '+44 909 879 0000', '+1 900 555 1234'])(
  'no code is sent to %s, which is no mobile number with a country code',
  async (phone) => {
    expect(await ask(await anOwner(), phone)).toEqual(noMobile);
    expect(await textsSent()).toEqual([]);
  },
);

test('an account gets three codes in a day, whatever the number', async () => {
  stopClock();
  const owner = await anOwner();
  for (const last of [1, 2, 3]) {
    expect(await ask(owner, `+62 812 3456 78${last}`)).toEqual(done);
    moveClock(3_600_000);
  }
  expect(await ask(owner, '+62 812 3456 784')).toEqual(limit);
  moveClock(24 * 3_600_000);
  expect(await ask(owner, '+62 812 3456 784')).toEqual(done);
});

const usedNumber = invalid({
  code: [
    'This number has proven 2 trials in a year, as many as it can. Use another number, or choose a plan: a paid account needs no proof.',
  ],
});
const DAY_MS = 24 * 3_600_000;
async function prove(owner: TestOwner, phone = NUMBER) {
  expect(await ask(owner, phone)).toEqual(done);
  return confirm(owner, await lastCode());
}

test('a number proves two trials in a year, also when their accounts are gone, and any paid account', async () => {
  stopClock();
  const createdAt = Date.now();
  const owners: TestOwner[] = [];
  for (const answer of [done, done, usedNumber]) {
    const owner = await newOwner({ emailVerifiedAt: 1, createdAt });
    owners.push(owner);
    expect(await prove(owner)).toEqual(answer);
    expect(await securityOf(owner)).toMatchObject({ phoneProven: answer === done });
    moveClock(DAY_MS);
  }
  const [first, , third] = owners;
  if (first === undefined || third === undefined) throw new Error('There are no owners.');
  // Without the right code, the answer does not reveal that the number was used before.
  expect(await confirm(third, '000000')).toEqual(wrongCode);
  expect(await prove(first)).toEqual(done);
  const { status } = await call('POST', '/auth/delete-account', {
    cookie: first.cookie,
    body: { password: goodPassword, mailedCode: await deletionCode(first) },
  });
  expect(status).toBe(200);
  moveClock(DAY_MS);
  expect(await prove(await anOwner())).toEqual(usedNumber);
  expect(await prove(third, '+62 812 3456 700')).toEqual(done);
  moveClock(DAY_MS);
  expect(await prove(await newOwner({ emailVerifiedAt: 1, trial: false }))).toEqual(done);
  moveClock(366 * DAY_MS);
  expect(await prove(await anOwner())).toEqual(done);
  expect(JSON.stringify((await env.DB.prepare('SELECT * FROM trial_marks').all()).results)).not.toContain(
    '+62812',
  );
});

test.each([
  ['on a trial proves the number again', { trial: true }, false],
  ['that pays does not', { trial: false }, true],
])('who takes over a business %s', async (_, about, phoneProven) => {
  const owner = await newOwner(about);
  const { user, cookie } = await newMember(owner, 'manager');
  await env.DB.prepare('UPDATE users SET phone_proven_at = 1 WHERE id = ?').bind(user.id).run();
  const body = { password: goodPassword };
  const offer = { cookie: owner.cookie, body: { ...body, memberId: user.id } };
  expect((await call('POST', '/auth/team/ownership', offer)).status).toBe(200);
  const taken = await call('POST', '/auth/team/ownership/accept', { cookie, body });
  expect(await securityOf({ cookie: cookieOf(taken) })).toMatchObject({ phoneProven });
});

test('a call whose log-in was checked before a hand-over proves nothing after it', async () => {
  stopClock();
  const owner = await anOwner();
  const { user, cookie } = await newMember(owner, 'manager');
  await ask(owner);
  const code = await lastCode();
  const found = await findMember(env, owner.cookie.split('=')[1] ?? '', Date.now());
  const loggedIn = found && ownerOf({ ...found, pageOrigin: origin });
  const checked = await wholeConfig(env);
  if (!loggedIn || !checked.ok) throw new Error('The owner is not logged in.');
  const password = goodPassword;
  const offer = { memberId: user.id, password, mailedCode: await handOverCode(owner) };
  for (const [by, path, sent] of [
    [owner.cookie, '/auth/team/ownership', offer],
    [cookie, '/auth/team/ownership/accept', { password }],
  ] as const)
    expect((await call('POST', path, { cookie: by, body: sent })).status).toBe(200);
  expect(await proveNumber(env, checked.config, loggedIn, code, Date.now())).toEqual(
    wrongField('code', wrongCodeText),
  );
});

test('codes have an hourly budget of their own, which a paying owner does not need', async () => {
  stopClock();
  await use('unproven', 60);
  await use('codes', 59);
  expect(await ask(await anOwner())).toEqual(done);
  const owner = await anOwner();
  const other = '+62 812 3456 780';
  expect(await ask(owner, other)).toEqual(hourLimit);
  expect(await ask(await newOwner({ emailVerifiedAt: 1, trial: false }), other)).toEqual(done);
  moveClock(3_600_000);
  expect(await ask(owner, other)).toEqual(done);
});

test('a code counts in the budget of its country, and the operator is told when that stops codes', async () => {
  stopClock();
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  await use('country:ID', 1_999);
  expect(await ask(await anOwner())).toEqual(done);
  expect(await ask(await anOwner(), '+62 812 3456 780')).toEqual(hourLimit);
  expect(String(lines.mock.calls)).toContain(
    '"event":"text_budget_stopped","locationId":null,"budget":"codes","country":"ID"',
  );
  expect(await ask(await anOwner(), '+65 8123 4567')).toEqual(done);
});

test('codes that are refused take nothing of the budget, and then none of the number’s codes', async () => {
  stopClock();
  await use('codes', 56);
  for (let n = 0; n < 3; n += 1) expect(await ask(await anOwner())).toEqual(done);
  expect(await ask(await anOwner())).toEqual(limit);
  const other = '+62 812 3456 780';
  expect(await ask(await anOwner(), other)).toEqual(done);
  for (let n = 0; n < 3; n += 1) expect(await ask(await anOwner(), other)).toEqual(hourLimit);
  moveClock(3_600_000);
  expect(await ask(await anOwner(), other)).toEqual(done);
});

test('a guest whose number strangers had codes texted to gets the turn text, and how to stop', async () => {
  stopClock();
  for (let n = 0; n < 3; n += 1) expect(await ask(await anOwner(), '+62 812 3456 7890')).toEqual(done);
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  expect((await textsSent()).at(-1)?.['body']).toContain('STOP to opt out');
});

test('a guess is one of ten in an hour', async () => {
  stopClock();
  const owner = await anOwner();
  await ask(owner);
  const code = await lastCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 10; n += 1) expect(await confirm(owner, wrong)).toEqual(wrongCode);
  expect((await confirm(owner, code)).status).toBe(429);
});
