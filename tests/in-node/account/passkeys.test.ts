/**
 * Passkeys on the account page: they are added, listed and removed, and the link in a mail undoes these changes
 * (`docs/decisions/0030-verified-addresses.md`).
 */
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { runSweeps } from '../../../src/worker/cron.ts';
import { addPasskey } from '../../../src/worker/features/account/passkeys/passkeys.ts';
import { findMember } from '../../../src/worker/identity/sessions.ts';
import {
  described,
  newPasskey,
  type Signed,
  type SoftwarePasskey,
} from '../../support/software-authenticator.ts';
import {
  call,
  cookieOf,
  goodPassword,
  newOwner,
  origin,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import {
  add,
  addChallenge,
  logInBy,
  logInChallenge,
  withPasskey,
} from '../../worker/support/passkey-calls.ts';
import {
  countRows,
  logIn,
  newPassword,
  notMeToken,
  post,
  press,
  resetByMail,
  securityOf,
  stopTheClock,
  success,
  withApp,
} from '../../worker/support/security-calls.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const password = goodPassword;
const notAdded = refused('passkey_not_added');
let clock: ReturnType<typeof stopTheClock>;

beforeEach(() => {
  clock = stopTheClock();
});

const namesOf = async (owner: TestOwner) => (await securityOf(owner)).passkeys.map(({ name }) => name);
const remove = (owner: { cookie: string }, { id }: SoftwarePasskey, more: object = {}) =>
  post('/auth/passkeys/remove', owner, { id, password, ...more });
const rename = (owner: { cookie: string }, id: string, name: string) =>
  post('/auth/passkeys/rename', owner, { id, name });
const opens = async (passkey: SoftwarePasskey) => (await logInBy(passkey)).status === 200;

test('a passkey is added after the password, and is in the list with its uses', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const about = { id: passkey.id, name: 'Ada’s phone', createdAt: '2026-11-21T12:00:05.000Z' };
  expect((await securityOf(owner)).passkeys).toEqual([{ ...about, lastUsedAt: null }]);
  clock.forward(MINUTE_MS);
  expect(await opens(passkey)).toBe(true);
  expect((await securityOf(owner)).passkeys).toEqual([{ ...about, lastUsedAt: '2026-11-21T12:01:05.000Z' }]);
});

test('the options are the browser’s: this host, the user by id and address, a lock of the screen, and no known passkey again', async () => {
  const owner = await newOwner({ email: 'ada@example.com' });
  const { id } = await withPasskey(owner);
  const { status, body } = await post('/auth/passkeys/options', owner, { password });
  expect(status).toBe(200);
  expect(body).toEqual({
    rp: { id: 'localhost', name: 'Holdline' },
    user: {
      id: Buffer.from(owner.user.id).toString('base64url'),
      name: 'ada@example.com',
      displayName: 'ada@example.com',
    },
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    excludeCredentials: [{ type: 'public-key', id }],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  });
});

test('adding and removing need the password, and the code where the second step is on', async () => {
  const { owner, recoveryCodes } = await withApp();
  const [code, another] = recoveryCodes;
  const wrong = { password: 'not the password' };
  const passkey = await withPasskey(owner, 'ES256', { code });
  const wrongPassword = invalid({ password: ['That is not your current password'] });
  const noCode = invalid({ code: ['Please enter the code from the app'] });
  expect(await post('/auth/passkeys/options', owner, wrong)).toEqual(wrongPassword);
  expect(await post('/auth/passkeys/options', owner, { password })).toEqual(noCode);
  expect(await remove(owner, passkey, wrong)).toEqual(wrongPassword);
  expect(await remove(owner, passkey)).toEqual(noCode);
  expect(await namesOf(owner)).toHaveLength(1);
  expect(await remove(owner, passkey, { code: another })).toEqual(success);
  expect(await namesOf(owner)).toEqual([]);
});

const wrongAnswers: [what: string, signed: Partial<Signed>][] = [
  ['of another site', { origin: 'http://elsewhere.example', rpId: 'localhost' }],
  ['of another port', { origin: 'http://localhost:1' }],
  ['for another host', { rpId: 'elsewhere.example' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['of a log-in', { type: 'webauthn.get' }],
  ['without a lock of the screen', { flags: 0x41 }],
  ['of a copy where none is allowed', { flags: 0x55 }],
  ['without a person', { flags: 0x44 }],
  ['without a passkey in its data', { flags: 0x05 }],
];

test.each(wrongAnswers)('an answer %s adds nothing', async (_, signed) => {
  const owner = await newOwner();
  const challenge = await addChallenge(owner);
  expect(await add(owner, newPasskey(owner.user.id), { challenge, ...signed })).toEqual(notAdded);
  expect(await namesOf(owner)).toEqual([]);
});

test('a passkey with another id in its data, with no key, or with a certificate is not added', async () => {
  const owner = await newOwner();
  const passkey = newPasskey(owner.user.id);
  const ed448 = new Map([
    [1, 1],
    [3, -53],
  ]);
  for (const otherwise of [
    { idInData: newPasskey('x').id },
    { key: new Uint8Array() },
    { key: isoCBOR.encode(ed448) },
    { certificate: new Uint8Array([1]) },
  ])
    expect(await add(owner, passkey, { challenge: await addChallenge(owner) }, otherwise)).toEqual(notAdded);
  expect(await namesOf(owner)).toEqual([]);
});

test('a challenge works once, for five minutes, for the session that asked, and not for a log-in', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const used = await addChallenge(owner);
  const first = newPasskey(owner.user.id);
  expect(await add(owner, first, { challenge: used })).toEqual(success);
  expect(await add(owner, newPasskey(owner.user.id), { challenge: used })).toEqual(notAdded);
  const ofOwner = await addChallenge(owner);
  for (const challenge of [ofOwner, await logInChallenge(), 'A'.repeat(43)])
    expect(await add(other, newPasskey(other.user.id), { challenge })).toEqual(notAdded);
  expect((await logInBy(first, { challenge: ofOwner })).status).toBe(401);
  clock.forward(5 * MINUTE_MS - 1);
  expect(await add(owner, newPasskey(owner.user.id), { challenge: ofOwner })).toEqual(success);
  const late = await addChallenge(owner);
  clock.forward(5 * MINUTE_MS);
  expect(await add(owner, newPasskey(owner.user.id), { challenge: late })).toEqual(notAdded);
});

test('nobody adds a passkey that somebody has', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const passkey = await withPasskey(owner);
  expect(await add(other, passkey, { challenge: await addChallenge(other) })).toEqual(notAdded);
  expect(await namesOf(other)).toEqual([]);
  expect(await opens(passkey)).toBe(true);
});

test('an eleventh passkey is refused, also if two are added at the same time', async () => {
  const owner = await newOwner();
  const [one, two] = [await addChallenge(owner), await addChallenge(owner)];
  for (let n = 0; n < 9; n += 1) await withPasskey(owner);
  const both = await Promise.all(
    [one, two].map((challenge) => add(owner, newPasskey(owner.user.id), { challenge })),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await post('/auth/passkeys/options', owner, { password })).toEqual(refused('passkeys_full'));
  expect(await namesOf(owner)).toHaveLength(10);
});

test('a name is required and short, and what is no passkey is refused', async () => {
  const owner = await newOwner();
  const { id } = newPasskey(owner.user.id);
  const named = (name: string) => post('/auth/passkeys', owner, { name, credential: { id } });
  expect(await named(' ')).toMatchObject(invalid({ name: ['Please give it a name'] }));
  expect(await named('x'.repeat(61))).toMatchObject(invalid({ name: ['Please use at most 60 characters'] }));
  expect((await post('/auth/passkeys', owner, { name: 'x' })).status).toBe(400);
});

test('a passkey is renamed without the password', async () => {
  const owner = await newOwner();
  const { id } = await withPasskey(owner);
  expect(await rename(owner, id, 'Desk')).toEqual(success);
  expect(await namesOf(owner)).toEqual(['Desk']);
  expect(await rename(owner, id, ' ')).toEqual(invalid({ name: ['Please give it a name'] }));
});

test('another owner’s passkey is not found', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const passkey = await withPasskey(owner);
  expect(await remove(other, passkey)).toEqual(refused('not_found'));
  expect(await rename(other, passkey.id, 'Mine')).toEqual(refused('not_found'));
  expect(await remove(owner, newPasskey('x'))).toEqual(refused('not_found'));
  expect(await opens(passkey)).toBe(true);
});

test('a removed passkey opens nothing; the link of the mail gives it back', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  clock.forward(73 * HOUR_MS);
  expect(await remove(owner, passkey)).toEqual(success);
  expect(await opens(passkey)).toBe(false);
  expect(await remove(owner, passkey)).toEqual(refused('not_found'));
  clock.forward(MINUTE_MS);
  const link = await notMeToken(owner.user.email, 'A passkey was removed at Holdline');
  expect(await press(link)).toEqual(success);
  expect(await opens(passkey)).toBe(true);
});

test('a thief’s passkey that the owner removed does not come back by the link of an earlier mail', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  clock.forward(MINUTE_MS);
  await logIn(owner);
  const link = await notMeToken(owner.user.email, 'New login to your Holdline account');
  clock.forward(MINUTE_MS);
  expect(await remove(owner, passkey)).toEqual(success);
  expect(await press(link)).toEqual(success);
  expect(await opens(passkey)).toBe(false);
});

test('the link takes off passkeys of the last 72 hours, added before or since its mail, and leaves older ones', async () => {
  const owner = await newOwner();
  const mine = await withPasskey(owner);
  clock.forward(72 * HOUR_MS);
  const early = await withPasskey(owner);
  clock.forward(MINUTE_MS);
  const cookie = cookieOf(await logIn(owner));
  const link = await notMeToken(owner.user.email, 'New login to your Holdline account');
  clock.forward(MINUTE_MS);
  const stolen = await withPasskey({ ...owner, cookie });
  await notMeToken(owner.user.email, 'A passkey was added at Holdline');
  expect(await press(link)).toEqual(success);
  expect(await Promise.all([mine, early, stolen].map(opens))).toEqual([true, false, false]);
});

test('for 72 hours after “this was not me” nobody adds or removes a passkey', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  clock.forward(73 * HOUR_MS);
  const begun = await addChallenge(owner);
  clock.forward(1);
  await logIn(owner);
  await press(await notMeToken(owner.user.email, 'New login to your Holdline account'));
  const thief = { ...owner, cookie: cookieOf(await logInBy(passkey)) };
  const held = refused('changes_held');
  expect(await post('/auth/passkeys/options', thief, { password })).toEqual(held);
  expect(await add(thief, newPasskey(owner.user.id), { challenge: begun })).toEqual(held);
  expect(await remove(thief, passkey)).toEqual(held);
  expect(await rename(thief, passkey.id, 'Desk')).toEqual(held);
});

test('a passkey that was on its way when its session ended is not added', async () => {
  const owner = await newOwner();
  const passkey = newPasskey(owner.user.id);
  const challenge = await addChallenge(owner);
  const found = await findMember(env, owner.cookie.split('=')[1] ?? '', Date.now());
  await call('DELETE', '/auth/sessions', { cookie: owner.cookie });
  const credential = described(passkey, { origin, challenge });
  const asked = { name: 'Phone', credential };
  expect(found && (await addPasskey(env, origin, found, asked, Date.now()))).toEqual({
    ok: false,
    code: 'passkey_not_added',
  });
  expect(await opens(passkey)).toBe(false);
});

test('a new password and logging out everywhere leave passkeys; the deletion of the account does not', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const changed = await call('POST', '/auth/change-password', {
    cookie: owner.cookie,
    body: { currentPassword: password, newPassword },
  });
  await call('DELETE', '/auth/sessions', { cookie: cookieOf(changed) });
  const again = { cookie: cookieOf(await logInBy(passkey)) };
  await post('/auth/delete-account', again, { password: newPassword });
  expect(await opens(passkey)).toBe(false);
  expect(await countRows('passkeys')).toBe(0);
});

test.each([
  ['proven', 1, true],
  ['never proven', null, false],
] as const)(
  'after a reset of the password with an address that was %s, it opens: %s',
  async (_, at, stays) => {
    const owner = await newOwner({ emailVerifiedAt: at });
    const passkey = await withPasskey(owner);
    expect((await resetByMail(owner)).status).toBe(200);
    expect(await opens(passkey)).toBe(stays);
  },
);

test('removed passkeys are deleted when the link of the mail has ended, and challenges when they are over', async () => {
  const owner = await newOwner();
  const [removed] = [await withPasskey(owner), await withPasskey(owner), await addChallenge(owner)];
  await remove(owner, removed);
  clock.forward(72 * HOUR_MS - 1);
  await runSweeps(env, Date.now());
  expect([await countRows('passkeys'), await countRows('passkey_challenges')]).toEqual([2, 0]);
  clock.forward(1);
  await runSweeps(env, Date.now());
  expect(await countRows('passkeys')).toBe(1);
});

test('a call without a session is refused', async () => {
  for (const path of [
    '/auth/passkeys/options',
    '/auth/passkeys',
    '/auth/passkeys/rename',
    '/auth/passkeys/remove',
  ])
    expect(await read(await call('POST', path, { body: { password } }))).toEqual(refused('not_logged_in'));
});
