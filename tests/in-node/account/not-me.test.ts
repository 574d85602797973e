/**
 * Mails about an account, and the link "this was not me" in these mails (`docs/decisions/0030-verified-addresses.md`).
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runSweeps } from '../../../src/worker/cron.ts';
import { database } from '../../../src/worker/db/client.ts';
import { deleteByUs } from '../../../src/worker/features/account/delete-account.ts';
import { sendVerification } from '../../../src/worker/features/account/sign-up/verify-email.ts';
import { findAccount } from '../../../src/worker/identity/accounts.ts';
import { signFacts } from '../../../src/worker/platform/signed-facts.ts';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  newOwner,
  origin,
  read,
} from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import { until } from '../../worker/support/queue-factories.ts';
import {
  countRows,
  deletionCode,
  deviceOf,
  logIn,
  mails,
  newPassword,
  notMeToken,
  post,
  press,
  resetByMail,
  securityOf,
  statusOf,
  stopTheClock,
  success,
  verifyToken,
  withApp,
  withSecondStep,
} from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
const linkEnded = invalid({ token: ['This link is invalid or has expired. Please request a new one.'] });

async function subjects(): Promise<string[]> {
  return (await mails()).map(({ subject }) => subject);
}

test('a log-in from a new device is mailed, from a known one not', async () => {
  const owner = await newOwner();
  const known = deviceOf(await logIn(owner));
  await notMeToken(owner.user.email, 'New login to your Holdline account');
  await logIn(owner, {}, known);
  await logIn(owner, { password: 'not the password' });
  expect(await subjects()).toEqual(['New login to your Holdline account']);
});

test('a reset that was done is mailed', async () => {
  const owner = await newOwner();
  expect((await resetByMail(owner)).status).toBe(200);
  await notMeToken(owner.user.email, 'Your Holdline password was reset');
});

test('wrong codes behind the right password are mailed once an hour, but not those of a known device', async () => {
  const subject = 'Wrong login codes for your Holdline account';
  const count = async () => (await subjects()).filter((each) => each === subject).length;
  const { owner, recoveryCodes, forward } = await withApp();
  const known = deviceOf(await logIn(owner, { code: recoveryCodes[0] }));
  expect((await logIn(owner, { code: '000000' }, known)).status).toBe(401);
  expect((await logIn(owner)).status).toBe(401);
  for (let n = 0; n < 3; n += 1) expect((await logIn(owner, { code: '000000' })).status).toBe(401);
  await notMeToken(owner.user.email, subject);
  expect(await count()).toBe(1);
  forward(HOUR_MS);
  await logIn(owner, { code: '000000' });
  await until(async () => (await count()) === 2);
});

test('the link ends every log-in, known device and the password; a reset opens the account again', async () => {
  stopTheClock();
  const owner = await newOwner();
  const thief = await logIn(owner);
  const token = await notMeToken(owner.user.email, 'New login to your Holdline account');
  expect(await press(token)).toEqual(success);
  expect(await Promise.all([owner.cookie, cookieOf(thief)].map(statusOf))).toEqual([401, 401]);
  expect(await read(await logIn(owner, {}, deviceOf(thief)))).toEqual(refused('wrong_credentials'));
  expect((await resetByMail(owner)).status).toBe(200);
  expect((await logIn(owner, { password: newPassword })).status).toBe(200);
});

test('for 72 hours nobody changes the address or the second step, or deletes the account', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  await logIn(owner);
  await press(await notMeToken(owner.user.email, 'New login to your Holdline account'));
  await resetByMail(owner);
  const cookie = cookieOf(await logIn(owner, { password: newPassword }));
  const password = newPassword;
  const held: [string, object][] = [
    ['/auth/change-email', { email: 'new@example.com', password }],
    ['/auth/second-step', { password }],
    ['/auth/second-step/confirm', { code: '123456' }],
    ['/auth/second-step/recovery-codes', { password }],
    ['/auth/second-step/off', { password }],
    ['/auth/delete-account', { password }],
  ];
  clock.forward(72 * HOUR_MS - 1);
  for (const [path, body] of held)
    expect(await post(path, { cookie }, body)).toEqual(refused('changes_held'));
  clock.forward(1);
  expect(await post('/auth/change-email', { cookie }, held[0]?.[1])).toEqual(success);
});

test('after a change of address it gives the old address back', async () => {
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  await post('/auth/change-email', owner, { email: 'thief@example.com', password: goodPassword });
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken('thief@example.com') } });
  const token = await notMeToken('ada@example.com', 'Your Holdline email address was changed');
  expect(await press(token)).toEqual(success);
  expect((await resetByMail(owner)).status).toBe(200);
  const cookie = cookieOf(await logIn(owner, { password: newPassword }));
  expect(await securityOf({ cookie })).toMatchObject({ email: 'ada@example.com', emailVerified: true });
});

/** Makes an account of Ada, whose address a thief has changed twice. Returns the "not me" links in both mailboxes. */
async function changedTwice() {
  const clock = stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  await logIn(owner);
  const logInLink = await notMeToken('ada@example.com', 'New login to your Holdline account');
  for (const email of ['thief@example.com', 'second@example.com']) {
    clock.forward(1000);
    await post('/auth/change-email', owner, { email, password: goodPassword });
    await call('POST', '/auth/verify-email', { body: { token: await verifyToken(email) } });
  }
  const changed = 'Your Holdline email address was changed';
  const links = {
    ofOwner: await notMeToken('ada@example.com', changed),
    ofThief: [
      await notMeToken('thief@example.com', changed),
      await notMeToken('thief@example.com', 'Your Holdline email address is about to change'),
    ],
  };
  clock.forward(1000);
  return { owner, logInLink, ...links };
}

test('a link of a change that was on its way changes nothing for 72 hours, longer than it works', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  await logIn(owner);
  await press(await notMeToken(owner.user.email, 'New login to your Holdline account'));
  const about = { userId: owner.user.id, email: 'thief@example.com', language: null };
  await sendVerification(env, origin, about, Date.now());
  const token = await verifyToken('thief@example.com');
  const verify = async () => read(await call('POST', '/auth/verify-email', { body: { token } }));
  expect(await verify()).toEqual(linkEnded);
  clock.forward(72 * HOUR_MS);
  expect(await verify()).toEqual(linkEnded);
});

test('after two changes the first mailbox wins, and the links in the second one end', async () => {
  const { owner, ofOwner, ofThief } = await changedTwice();
  expect(await press(ofOwner)).toEqual(success);
  expect((await resetByMail(owner)).status).toBe(200);
  const cookie = cookieOf(await logIn(owner, { password: newPassword }));
  for (const link of ofThief) expect(await press(link)).toEqual(linkEnded);
  expect(await securityOf({ cookie })).toMatchObject({ email: 'ada@example.com', emailVerified: true });
});

test('the first mailbox wins even if the second one was faster', async () => {
  const { owner, ofOwner, ofThief } = await changedTwice();
  for (const link of ofThief) expect(await press(link)).toEqual(success);
  expect(await press(ofOwner)).toEqual(success);
  expect(await press(ofOwner)).toEqual(success);
  for (const link of ofThief) expect(await press(link)).toEqual(linkEnded);
  expect((await resetByMail(owner)).status).toBe(200);
});

test('a link from before the changes gives the address back, too', async () => {
  const { owner, logInLink, ofThief } = await changedTwice();
  expect(await press(logInLink)).toEqual(success);
  for (const link of ofThief) expect(await press(link)).toEqual(linkEnded);
  expect((await resetByMail(owner)).status).toBe(200);
});

test('nobody else takes the old address while the link works, by a sign-up or a change', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  const stranger = await newOwner();
  const change = (who: { cookie: string }, email: string) =>
    post('/auth/change-email', who, { email, password: goodPassword });
  // The stranger's link is mailed only while Ada's account has another address, so the account gets another address for
  // a moment.
  await env.DB.prepare(`update users set email = 'x', email_key = 'x' where id = ?`)
    .bind(owner.user.id)
    .run();
  await change(stranger, 'ada@example.com');
  const early = await verifyToken('ada@example.com');
  await env.DB.prepare(`update users set email = ?1, email_key = ?1 where id = ?2`)
    .bind('ada@example.com', owner.user.id)
    .run();
  await change(owner, 'thief@example.com');
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken('thief@example.com') } });
  const link = await notMeToken('ada@example.com', 'Your Holdline email address was changed');

  const form = aSignUp({ username: 'stranger', email: 'Ada@example.com' });
  const signUp = async () => read(await call('POST', '/auth/signup', { body: form }));
  clock.forward(72 * HOUR_MS - 1);
  expect(await signUp()).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  clock.forward(-71 * HOUR_MS);
  expect(await read(await call('POST', '/auth/verify-email', { body: { token: early } }))).toEqual(linkEnded);
  expect(await change(stranger, 'ada@example.com')).toEqual(success);
  const inUse = 'This email address already has a Holdline account';
  await until(async () => (await subjects()).includes(inUse));
  expect(await press(link)).toEqual(success);
  const { results } = await env.DB.prepare('select email from users').all();
  expect(results).toContainEqual({ email: 'ada@example.com' });
});

test('after 72 hours the old address is free, and its reservation is deleted', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  await post('/auth/change-email', owner, { email: 'new@example.com', password: goodPassword });
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken('new@example.com') } });
  clock.forward(72 * HOUR_MS);
  const form = aSignUp({ email: 'ada@example.com' });
  expect((await call('POST', '/auth/signup', { body: form })).status).toBe(201);
  await runSweeps(env, Date.now());
  expect(await countRows('former_addresses')).toBe(0);
});

test('the owner may go back to the old address at once, and our deletion of the account frees it', async () => {
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  for (const email of ['new@example.com', 'ada@example.com', 'new@example.com']) {
    const earlier = (await mails()).flatMap(
      ({ body }) => /\/verify\?token=([\w-]{43})\s/.exec(body)?.[1] ?? [],
    );
    await post('/auth/change-email', owner, { email, password: goodPassword });
    const verified = call('POST', '/auth/verify-email', {
      body: { token: await verifyToken(email, earlier) },
    });
    expect((await verified).status).toBe(200);
  }
  const account = await findAccount(database(env), { email: 'new@example.com' });
  expect(account && (await deleteByUs(env, env.PHONE_HASH_KEY, account, Date.now()))).toBe(true);
  const form = aSignUp({ email: 'ada@example.com' });
  expect((await call('POST', '/auth/signup', { body: form })).status).toBe(201);
});

test('if somebody else has the old address by then, everything but the address is done', async () => {
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  await post('/auth/change-email', owner, { email: 'new@example.com', password: goodPassword });
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken('new@example.com') } });
  const token = await notMeToken('ada@example.com', 'Your Holdline email address was changed');
  const other = await newOwner({ email: 'ada@example.com' });
  expect(await press(token)).toEqual(success);
  expect([await statusOf(owner.cookie), await statusOf(other.cookie)]).toEqual([401, 200]);
});

test('after the second step was turned on it is off again', async () => {
  stopTheClock();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const { secret } = await withSecondStep(owner);
  expect(
    await press(await notMeToken(owner.user.email, 'Two-step login was turned on for Holdline')),
  ).toEqual(success);
  expect((await resetByMail(owner)).status).toBe(200);
  expect((await logIn(owner, { password: newPassword, code: appCode(secret) })).status).toBe(200);
  expect((await logIn(owner, { password: newPassword })).status).toBe(200);
});

test('a second step that a thief turned on before or after the mail is off again, too, and an older one stays', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  await logIn(owner);
  const before = await notMeToken(owner.user.email, 'New login to your Holdline account');
  clock.forward(HOUR_MS);
  await withSecondStep(owner);
  clock.forward(HOUR_MS);
  const other = await newOwner({ emailVerifiedAt: 1 });
  const { secret } = await withSecondStep(other);
  clock.forward(HOUR_MS);
  await logIn(other, { code: appCode(secret) });
  const after = await notMeToken(other.user.email, 'New login to your Holdline account');
  expect([await press(before), await press(after)]).toEqual([success, success]);
  expect(await countRows('second_steps')).toBe(0);
  const third = await newOwner({ emailVerifiedAt: 1 });
  const { recoveryCodes } = await withSecondStep(third);
  clock.forward(73 * HOUR_MS);
  await logIn(third, { code: recoveryCodes[0] });
  await press(await notMeToken(third.user.email, 'New login to your Holdline account'));
  const { results } = await env.DB.prepare('select user_id from second_steps').all();
  expect(results).toEqual([{ user_id: third.user.id }]);
  expect(await countRows('recovery_codes')).toBe(9);
});

/** Makes an account of Ada, and turns its second step off with a recovery code after more than 72 hours. */
async function turnedOff() {
  const { owner, recoveryCodes, forward } = await withApp({ emailVerifiedAt: 1 });
  forward(73 * HOUR_MS);
  const body = { password: goodPassword, code: recoveryCodes[0] };
  expect(await post('/auth/second-step/off', owner, body)).toEqual(success);
  const token = await notMeToken(owner.user.email, 'Two-step login was turned off for Holdline');
  return { owner, recoveryCodes, forward, token };
}

test('after the second step was turned off it is on again, with the recovery codes that were left', async () => {
  const { owner, recoveryCodes, token } = await turnedOff();
  expect([await press(token), await press(token)]).toEqual([success, success]);
  expect((await resetByMail(owner)).status).toBe(200);
  const again = (more: object) => logIn(owner, { password: newPassword, ...more });
  expect(await read(await again({}))).toEqual(refused('second_step_required'));
  expect(await read(await again({ code: recoveryCodes[0] }))).toEqual(refused('wrong_code'));
  expect((await again({ code: recoveryCodes[1] })).status).toBe(200);
  expect(await countRows('ended_second_steps')).toBe(0);
});

test('so it is if a thief has turned on another one meanwhile, which is off then', async () => {
  const { owner, recoveryCodes, forward, token } = await turnedOff();
  forward(60_000);
  const stolen = await withSecondStep(owner);
  expect(await press(token)).toEqual(success);
  expect((await resetByMail(owner)).status).toBe(200);
  const again = (code: string | undefined) => logIn(owner, { password: newPassword, code });
  expect(await read(await again(stolen.recoveryCodes[0]))).toEqual(refused('wrong_code'));
  expect((await again(recoveryCodes[1])).status).toBe(200);
});

test('a second step that was turned off is kept for 72 hours, or until the account is deleted', async () => {
  const { owner, forward } = await turnedOff();
  forward(72 * HOUR_MS - 1);
  await runSweeps(env, Date.now());
  expect(await countRows('ended_second_steps')).toBe(1);
  forward(1);
  await runSweeps(env, Date.now());
  expect(await countRows('ended_second_steps')).toBe(0);
  await env.DB.prepare(
    `insert into ended_second_steps (user_id, ended_at, secret, created_at, confirmed_at, last_step, code_hashes)
     values (?, 1, 'A', 1, 1, 0, '[]')`,
  )
    .bind(owner.user.id)
    .run();
  const mailedCode = await deletionCode(owner);
  expect(await post('/auth/delete-account', owner, { password: goodPassword, mailedCode })).toEqual(success);
  expect(await countRows('ended_second_steps')).toBe(0);
});

test('links that an earlier release mailed still work', async () => {
  const { user, cookie } = await newOwner();
  const facts = [user.id, String(Date.now()), 'on', Buffer.from(user.email).toString('base64url')];
  expect(await press(signFacts(env.PHONE_HASH_KEY, 'not me', facts))).toEqual(success);
  expect(await statusOf(cookie)).toBe(401);
});

test('the link works for 72 hours, for its account only, and not after its deletion', async () => {
  const clock = stopTheClock();
  const [owner, other] = [await newOwner(), await newOwner()];
  await logIn(owner);
  const token = await notMeToken(owner.user.email, 'New login to your Holdline account');
  for (const wrong of ['x', 'a.b.c.d.e', token.replace(owner.user.id, other.user.id), `${token}x`]) {
    expect(await press(wrong)).toEqual(linkEnded);
  }
  expect([await statusOf(owner.cookie), await statusOf(other.cookie)]).toEqual([200, 200]);
  clock.forward(72 * HOUR_MS);
  expect(await press(token)).toEqual(linkEnded);
  expect(await statusOf(owner.cookie)).toBe(200);
  clock.forward(-1);
  const mailedCode = await deletionCode(owner);
  expect(await post('/auth/delete-account', owner, { password: goodPassword, mailedCode })).toEqual(success);
  expect(await press(token)).toEqual(linkEnded);
});
