/** A passkey as the second step: at the log-in and before changes (`docs/decisions/0030-verified-addresses.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { newPasskey } from '../../support/software-authenticator.ts';
import { goodPassword, newOwner, read } from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import {
  addChallenge,
  logInBy,
  logInChallenge,
  signature,
  withPasskey,
  withPasskeyStep,
} from '../../worker/support/passkey-calls.ts';
import {
  countRows,
  logIn,
  mailsSent,
  newPassword,
  notMeToken,
  post,
  press,
  securityOf,
  statusOf,
  stopTheClock,
  success,
  withSecondStep,
} from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
const password = goodPassword;
const passkeyRequired = invalid({ code: ['Please use your passkey, or enter a recovery code'] });
const wrongPasskey = invalid({
  code: ['That passkey does not belong to this account. Please try again, or enter a recovery code.'],
});
let clock: ReturnType<typeof stopTheClock>;

beforeEach(() => {
  clock = stopTheClock();
});

const begin = (owner: { cookie: string }, body: object) => post('/auth/second-step/passkey', owner, body);
const remove = (owner: { cookie: string }, { id }: { id: string }, more: object) =>
  post('/auth/passkeys/remove', owner, { id, password, ...more });

test('from then on the password alone opens nothing: a passkey or a recovery code does', async () => {
  const { owner, passkey, recoveryCodes } = await withPasskeyStep();
  expect(recoveryCodes).toHaveLength(10);
  const { secondStep } = await securityOf(owner);
  expect(secondStep).toEqual({ on: true, kind: 'passkey', recoveryCodesLeft: 10 });
  expect(await read(await logIn(owner))).toEqual(refused('passkey_required'));
  expect(await read(await logIn(owner, { code: '123456' }))).toEqual(refused('wrong_code'));
  expect((await logIn(owner, { code: recoveryCodes[0] })).status).toBe(200);
  expect(await read(await logIn(owner, { code: recoveryCodes[0] }))).toEqual(refused('wrong_code'));
  expect((await logInBy(passkey)).status).toBe(200);
  expect(await mailsSent(5)).toContainEqual([owner.user.email, 'Two-step login was turned on for Holdline']);
});

test('a log-in on a new device, by the password and then the passkey, is mailed as this alone', async () => {
  const { owner, passkey } = await withPasskeyStep();
  // The set-up sends two mails: one about the passkey and one about the second step.
  await mailsSent(2);
  await env.DB.exec('delete from development_messages');
  expect(await read(await logIn(owner))).toEqual(refused('passkey_required'));
  expect((await logInBy(passkey)).status).toBe(200);
  expect(await mailsSent(1)).toEqual([[owner.user.email, 'New login to your Holdline account']]);
});

test('it is turned on by the password and a passkey of the account', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const foreign = await withPasskey(other);
  expect(await begin(owner, { password, passkey: await signature(foreign) })).toEqual(wrongPasskey);
  const passkey = await withPasskey(owner);
  const signed = await signature(passkey);
  expect(await begin(owner, { password })).toMatchObject({
    status: 400,
    body: { error: 'No passkey was chosen, or this device has none for this site.' },
  });
  expect(await begin(owner, { password: 'not the password', passkey: signed })).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  for (const wrong of [
    await signature(newPasskey(owner.user.id)),
    await signature(passkey, { challenge: await addChallenge(owner) }),
    await signature(passkey, { flags: 0x01 }),
  ])
    expect(await begin(owner, { password, passkey: wrong })).toEqual(wrongPasskey);
  expect((await securityOf(owner)).secondStep.on).toBe(false);
  expect(await begin(owner, { password, passkey: signed })).toMatchObject({ status: 200 });
  expect(await begin(owner, { password, passkey: signed })).toEqual(wrongPasskey);
  expect(await begin(owner, { password, passkey: await signature(passkey) })).toEqual(
    refused('second_step_on'),
  );
});

test('it takes the place of an offer to an app, and not of an app in use', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  await post('/auth/second-step', owner, { password });
  expect(await begin(owner, { password, passkey: await signature(passkey) })).toMatchObject({ status: 200 });
  expect(await post('/auth/second-step/confirm', owner, { code: '123456' })).toEqual(
    refused('second_step_on'),
  );
  expect(await post('/auth/second-step', owner, { password })).toEqual(refused('second_step_on'));

  const other = await newOwner();
  const theirs = await withPasskey(other);
  await withSecondStep(other);
  expect(await begin(other, { password, passkey: await signature(theirs) })).toEqual(
    refused('second_step_on'),
  );
});

const changes = [
  ['/auth/change-password', { currentPassword: password, newPassword }],
  ['/auth/change-email', { password, email: 'new@example.com' }],
  ['/auth/passkeys/options', { password }],
  ['/auth/second-step/recovery-codes', { password }],
  ['/auth/second-step/off', { password }],
  ['/auth/delete-account', { password }],
] as const;

test.each(changes)('%s asks for the passkey, and takes it once', async (path, body) => {
  const { owner, passkey } = await withPasskeyStep();
  const foreign = await withPasskey(await newOwner());
  expect(await post(path, owner, body)).toEqual(passkeyRequired);
  expect(await post(path, owner, { ...body, passkey: await signature(foreign) })).toEqual(wrongPasskey);
  const signed = { ...body, passkey: await signature(passkey, { counter: 1 }) };
  expect((await post(path, owner, signed)).status).toBe(200);
  if ((await statusOf(owner.cookie)) === 200) expect((await post(path, owner, signed)).status).not.toBe(200);
});

test.each(changes)('%s takes a recovery code in place of the passkey', async (path, body) => {
  const { owner, recoveryCodes } = await withPasskeyStep();
  expect((await post(path, owner, { ...body, code: recoveryCodes[0] })).status).toBe(200);
});

test('where an app is the second step, a passkey of the account confirms changes as well', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  await withSecondStep(owner);
  const confirmed = { password, passkey: await signature(passkey) };
  expect(await post('/auth/second-step/off', owner, confirmed)).toEqual(success);
});

test('wrong passkeys are counted by the session', async () => {
  const { owner } = await withPasskeyStep();
  const passkey = await signature(newPasskey(owner.user.id));
  for (let tries = 0; tries < 10; tries++)
    expect(await post('/auth/second-step/off', owner, { password, passkey })).toEqual(wrongPasskey);
  expect((await post('/auth/second-step/off', owner, { password, passkey })).status).toBe(429);
});

test('the last passkey stays while it is the second step', async () => {
  const { owner, passkey } = await withPasskeyStep();
  const confirmed = async () => ({ passkey: await signature(passkey) });
  expect(await remove(owner, passkey, await confirmed())).toEqual(refused('last_passkey'));
  const second = await withPasskey(owner, 'ES256', await confirmed());
  expect(await remove(owner, second, await confirmed())).toEqual(success);
  expect(await remove(owner, second, await confirmed())).toEqual(refused('not_found'));
  expect(await post('/auth/second-step/off', owner, { password, ...(await confirmed()) })).toEqual(success);
  expect(await remove(owner, passkey, {})).toEqual(success);
});

test('"this was not me" in the mail of the end turns it on again', async () => {
  const { owner, passkey } = await withPasskeyStep();
  clock.forward(100 * HOUR_MS);
  await post('/auth/second-step/off', owner, { password, passkey: await signature(passkey) });
  const off = 'Two-step login was turned off for Holdline';
  expect(await press(await notMeToken(owner.user.email, off))).toEqual(success);
  const back = await logInBy(passkey);
  const [cookie = ''] = back.headers.getSetCookie();
  expect((await securityOf({ cookie: cookie.split(';', 1)[0] ?? '' })).secondStep).toMatchObject({
    on: true,
    kind: 'passkey',
    recoveryCodesLeft: 10,
  });
});

test('"this was not me" leaves no second step to which no passkey belongs', async () => {
  const { owner, passkey } = await withPasskeyStep();
  clock.forward(100 * HOUR_MS);
  const thiefs = await withPasskey(owner, 'ES256', { passkey: await signature(passkey) });
  clock.forward(HOUR_MS);
  expect(await remove(owner, passkey, { passkey: await signature(thiefs) })).toEqual(success);
  await press(await notMeToken(owner.user.email, 'A passkey was added at Holdline'));
  expect(await countRows('second_steps')).toBe(0);
  expect(await countRows('recovery_codes')).toBe(0);
});

test('a challenge of an hour ago confirms nothing', async () => {
  const { owner, passkey } = await withPasskeyStep();
  const challenge = await logInChallenge();
  clock.forward(HOUR_MS);
  const late = await signature(passkey, { challenge });
  expect(await post('/auth/second-step/off', owner, { password, passkey: late })).toEqual(wrongPasskey);
});
