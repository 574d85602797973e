import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runSweeps } from '../../../src/worker/cron.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  me,
  newOwner,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import { until } from '../../worker/support/queue-factories.ts';
import {
  countRows,
  mails,
  mailsSent,
  newPassword,
  post,
  securityOf,
  stopTheClock,
  success,
  tooMany,
  verifyToken,
} from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const linkEnded = invalid({ token: ['This link is invalid or has expired. Please request a new one.'] });

function verify(token: unknown) {
  return call('POST', '/auth/verify-email', { body: { token } });
}

function changeEmail(owner: TestOwner, email: unknown, password: unknown = goodPassword) {
  return post('/auth/change-email', owner, { email, password });
}

async function emailOf({ user }: TestOwner): Promise<unknown> {
  return env.DB.prepare('select email from users where id = ?').bind(user.id).first('email');
}

test('signing up sends a link, and using it verifies the address', async () => {
  const form = aSignUp({ email: 'Ada@Example.com' });
  const cookie = cookieOf(await call('POST', '/auth/signup', { body: form }));
  expect((await me({ cookie })).emailVerified).toBe(false);
  const token = await verifyToken('Ada@Example.com');
  expect(await read(await verify(token))).toEqual(success);
  expect((await me({ cookie })).emailVerified).toBe(true);
  expect(await securityOf({ cookie })).toMatchObject({ emailVerified: true, pendingEmail: null });
});

test('the mail links to the configured origin and holds nothing that anybody typed', async () => {
  const form = aSignUp({ name: 'Win money', username: 'win-money', email: 'ada@example.com' });
  await call('POST', '/auth/signup', { body: form });
  const token = await verifyToken('ada@example.com');
  const [mail] = await mails();
  expect(mail).toMatchObject({ subject: 'Confirm your email address for Holdline' });
  expect(mail?.body).toContain(`\nhttp://localhost:8787/verify?token=${token}\n`);
  expect(mail?.body).not.toMatch(/win.money/i);
});

test('the database holds no token', async () => {
  const owner = await newOwner();
  await post('/auth/send-verification', owner);
  const token = await verifyToken(owner.user.email);
  const { results } = await env.DB.prepare('select * from email_verifications').all();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(token);
});

test('a link works once, and of ten uses at the same moment one is let through', async () => {
  const owner = await newOwner();
  await post('/auth/send-verification', owner);
  const token = await verifyToken(owner.user.email);
  const uses = await Promise.all(Array.from({ length: 10 }, async () => read(await verify(token))));
  expect(uses.filter(({ status }) => status === 200)).toEqual([success]);
  expect(uses.filter(({ status }) => status !== 200)).toEqual(Array(9).fill(linkEnded));
});

test('only the newest link works, for 48 hours', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  await post('/auth/send-verification', owner);
  const first = await verifyToken(owner.user.email);
  await post('/auth/send-verification', owner);
  const second = await verifyToken(owner.user.email, [first]);
  expect(await read(await verify(first))).toEqual(linkEnded);
  clock.forward(48 * HOUR_MS);
  expect(await read(await verify(second))).toEqual(linkEnded);
  clock.forward(-1);
  expect(await read(await verify(second))).toEqual(success);
});

test.each([undefined, '', 7, 'never given out', 'x'.repeat(5000)])('%j is no link', async (token) => {
  expect((await verify(token)).status).toBe(400);
});

test('a verified address gets no further mail', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  expect(await post('/auth/send-verification', owner)).toEqual(success);
  expect(await countRows('email_verifications')).toBe(0);
});

test('links are mailed five times an hour', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  for (let n = 0; n < 5; n += 1) expect(await post('/auth/send-verification', owner)).toEqual(success);
  const refusal = await call('POST', '/auth/send-verification', { cookie: owner.cookie });
  expect(refusal.headers.get('Retry-After')).toBe('3595');
  expect(await read(refusal)).toEqual(tooMany);
  clock.forward(HOUR_MS);
  expect(await post('/auth/send-verification', owner)).toEqual(success);
  await mailsSent(6);
});

test('one address is mailed five links an hour, whoever asks', async () => {
  stopTheClock();
  for (let n = 0; n < 5; n += 1) {
    expect(await changeEmail(await newOwner(), 'victim@example.com')).toEqual(success);
  }
  expect(await changeEmail(await newOwner(), 'VICTIM@example.com')).toEqual(tooMany);
  await mailsSent(10);
});

test('another address needs the password, is verified first, and the old one is told', async () => {
  const owner = await newOwner({ email: 'old@example.com', emailVerifiedAt: 1 });
  expect(await changeEmail(owner, 'new@example.com')).toEqual(success);
  const token = await verifyToken('new@example.com');
  expect(await securityOf(owner)).toMatchObject({
    email: 'old@example.com',
    emailVerified: true,
    pendingEmail: 'new@example.com',
  });
  expect(await read(await verify(token))).toEqual(success);
  expect(await securityOf(owner)).toMatchObject({
    email: 'new@example.com',
    emailVerified: true,
    pendingEmail: null,
  });
  expect(await mailsSent(3)).toEqual([
    ['new@example.com', 'Confirm your email address for Holdline'],
    ['old@example.com', 'Your Holdline email address is about to change'],
    ['old@example.com', 'Your Holdline email address was changed'],
  ]);
  const body = { emailOrUsername: 'NEW@example.com', password: goodPassword };
  expect((await call('POST', '/auth/login', { body })).status).toBe(200);
});

test('a change of address ends the links to a new password that went to the old one', async () => {
  const owner = await newOwner({ email: 'old@example.com' });
  await call('POST', '/auth/forgot-password', { body: { email: 'old@example.com' } });
  await mailsSent(1);
  await changeEmail(owner, 'new@example.com');
  expect(await countRows('password_resets')).toBe(1);
  await verify(await verifyToken('new@example.com'));
  expect(await countRows('password_resets')).toBe(0);
});

test.each([
  ['', 'Please enter your current password'],
  ['not the password', 'That is not your current password'],
])('with the password %j the address stays', async (password, sentence) => {
  const owner = await newOwner();
  expect(await changeEmail(owner, 'new@example.com', password)).toEqual(invalid({ password: [sentence] }));
  expect(await countRows('email_verifications')).toBe(0);
});

test.each([
  ['', ['Email is required', 'Enter a valid email']],
  ['nobody', ['Enter a valid email']],
])('%j is no address', async (email, sentences) => {
  expect(await changeEmail(await newOwner(), email)).toEqual(invalid({ email: sentences }));
});

test('the current address is refused as a new one', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  expect(await changeEmail(owner, owner.user.email)).toEqual(
    invalid({ email: ['That is your current address.'] }),
  );
});

test('an address that another account has gets the same answer, no link, and its owner is told', async () => {
  const other = await newOwner({ email: 'taken@example.com' });
  const owner = await newOwner({ email: 'mine@example.com' });
  expect(await changeEmail(owner, 'Taken@Example.com')).toEqual(success);
  expect(await mailsSent(2)).toEqual([
    ['mine@example.com', 'Your Holdline email address is about to change'],
    ['taken@example.com', 'This email address already has a Holdline account'],
  ]);
  expect(await countRows('email_verifications')).toBe(0);
  expect([await emailOf(owner), await emailOf(other)]).toEqual(['mine@example.com', 'taken@example.com']);
});

test('an address that another account took since the link was sent stays with it', async () => {
  const owner = await newOwner({ email: 'mine@example.com' });
  await changeEmail(owner, 'new@example.com');
  const token = await verifyToken('new@example.com');
  await newOwner({ email: 'NEW@example.com' });
  expect(await read(await verify(token))).toEqual(
    invalid({ token: ['Another account has this address. Nothing was changed.'] }),
  );
  expect(await emailOf(owner)).toBe('mine@example.com');
});

test('a new password ends an open change of address, and leaves the link to the own address', async () => {
  const owner = await newOwner();
  await changeEmail(owner, 'thief@example.com');
  const token = await verifyToken('thief@example.com');
  const changed = await call('POST', '/auth/change-password', {
    cookie: owner.cookie,
    body: { currentPassword: goodPassword, newPassword },
  });
  expect(changed.status).toBe(200);
  expect(await read(await verify(token))).toEqual(linkEnded);
  const now = { ...owner, cookie: cookieOf(changed) };
  await post('/auth/send-verification', now);
  const own = await verifyToken(owner.user.email);
  await call('POST', '/auth/change-password', {
    cookie: now.cookie,
    body: { currentPassword: newPassword, newPassword: goodPassword },
  });
  expect(await read(await verify(own))).toEqual(success);
});

test('without a log-in no link can be requested', async () => {
  const nobody = { cookie: 'holdline_session=nobody' };
  expect(await post('/auth/send-verification', nobody)).toEqual(refused('not_logged_in'));
  expect(await post('/auth/change-email', nobody, {})).toEqual(refused('not_logged_in'));
  expect(await read(await call('GET', '/auth/security', nobody))).toEqual(refused('not_logged_in'));
});

test('a link says which account it confirms, and can be ended by a person who does not know it', async () => {
  const owner = await newOwner({ name: 'Blue Door', username: 'blue-door', email: 'ada@example.com' });
  await post('/auth/send-verification', owner);
  const token = await verifyToken('ada@example.com');
  const nobody = { cookie: '' };
  expect(await post('/auth/verify-email/account', nobody, { token })).toEqual({
    status: 200,
    body: { name: 'Blue Door', username: 'blue-door', email: 'ada@example.com' },
  });
  expect(await post('/auth/verify-email/not-mine', nobody, { token })).toEqual(success);
  for (const path of ['/auth/verify-email', '/auth/verify-email/account', '/auth/verify-email/not-mine']) {
    expect(await post(path, nobody, { token })).toMatchObject({
      status: 400,
      body: { error: 'This link is invalid or has expired. Please request a new one.' },
    });
  }
  expect((await securityOf(owner)).emailVerified).toBe(false);
});

test('after "not mine" nobody has us write to the mailbox for a week, unless its address is confirmed', async () => {
  const clock = stopTheClock();
  const signUp = (username: string, email: string) =>
    call('POST', '/auth/signup', { body: aSignUp({ username, email }) });
  const toVictim = async () =>
    (await mails())
      .filter(({ recipient }) => recipient.startsWith('victim'))
      .map(({ recipient }) => recipient);
  const nobody = { cookie: '' };
  const stranger = { cookie: cookieOf(await signUp('stranger', 'victim@example.com')) };
  const token = await verifyToken('victim@example.com');
  expect(await post('/auth/verify-email/not-mine', nobody, { token })).toEqual(success);
  expect(await post('/auth/send-verification', stranger)).toEqual(success);
  await call('POST', '/auth/forgot-password', { body: { email: 'victim@example.com' } });
  await signUp('stranger-again', 'victim+2@example.com');
  await signUp('ada-cafe', 'ada@example.com');
  await verifyToken('ada@example.com');
  expect(await toVictim()).toEqual(['victim@example.com']);

  await newOwner({ email: 'victim+mine@example.com', emailVerifiedAt: 1 });
  await call('POST', '/auth/forgot-password', { body: { email: 'victim+mine@example.com' } });
  await until(async () => (await toVictim()).length === 2);
  clock.forward(7 * DAY_MS);
  await signUp('stranger-later', 'victim+3@example.com');
  await until(async () => (await toVictim()).length === 3);
  await runSweeps(env, Date.now());
  expect(await countRows('disowned_mailboxes')).toBe(0);
});

test('one mailbox gets five links an hour, whatever tags the accounts add to it', async () => {
  stopTheClock();
  const [owner, other] = [await newOwner(), await newOwner()];
  for (let n = 0; n < 5; n += 1) expect(await changeEmail(owner, `victim+${n}@example.com`)).toEqual(success);
  expect(await changeEmail(other, 'Victim+6@example.com')).toEqual(tooMany);
});

test('so it does by sign-ups; the others are made without a mail', async () => {
  stopTheClock();
  const signUp = (name: string, email: string) =>
    call('POST', '/auth/signup', { body: aSignUp({ username: name, email }) });
  for (let n = 0; n < 7; n += 1) {
    expect((await signUp(`victim-${'x'.repeat(n + 1)}`, `victim+${n}@example.com`)).status).toBe(201);
  }
  await signUp('ada-cafe', 'ada@example.com');
  await verifyToken('ada@example.com');
  expect((await mails()).filter(({ recipient }) => recipient.startsWith('victim'))).toHaveLength(5);
});
