/** Log-in with only a passkey (`docs/decisions/0030-verified-addresses.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { newPasskey, type Signed } from '../../support/software-authenticator.ts';
import { call, newOwner, read } from '../../worker/support/factories.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import { addChallenge, logInBy, logInChallenge, withPasskey } from '../../worker/support/passkey-calls.ts';
import { until } from '../../worker/support/queue-factories.ts';
import {
  deviceOf,
  logIn,
  mails,
  statusOf,
  stopTheClock,
  withApp,
} from '../../worker/support/security-calls.ts';

const MINUTE_MS = 60_000;
const wrong = refused('wrong_passkey');
let clock: ReturnType<typeof stopTheClock>;

beforeEach(() => {
  clock = stopTheClock();
});

test('no code is asked for where the second step is on', async () => {
  const { owner, recoveryCodes } = await withApp();
  const passkey = await withPasskey(owner, 'ES256', { code: recoveryCodes[0] });
  expect((await logInBy(passkey)).status).toBe(200);
});

test('the browser’s earlier session ends, and the browser is known from then on', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const first = await logInBy(passkey, {}, owner.cookie);
  expect(await statusOf(owner.cookie)).toBe(401);
  const told = async () => (await mails()).filter(({ subject }) => subject.startsWith('New login'));
  await until(async () => (await told()).length === 1);
  expect((await told())[0]?.body).toContain('with your passkey, from a device that was not used before');
  await logInBy(passkey, {}, deviceOf(first));
  await logIn(owner, {}, deviceOf(first));
  expect(await told()).toHaveLength(1);
});

const wrongAnswers: [what: string, signed: Partial<Signed>][] = [
  ['of another site', { origin: 'http://elsewhere.example', rpId: 'localhost' }],
  ['for another host', { rpId: 'elsewhere.example' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['of a new passkey', { type: 'webauthn.create' }],
  ['without a lock of the screen', { flags: 0x01 }],
  ['of a copy where none is allowed', { flags: 0x15 }],
  ['without a person', { flags: 0x04 }],
  ['to a challenge that was never given', { challenge: 'A'.repeat(43) }],
];

test.each(wrongAnswers)('an answer %s opens nothing', async (_, signed) => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const refusedLogIn = await logInBy(passkey, signed);
  expect(refusedLogIn.headers.getSetCookie()).toEqual([]);
  expect(await read(refusedLogIn)).toEqual(wrong);
});

test('a challenge is used up by its first use, right or wrong, and ends after five minutes', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const [right, failed, late] = [await logInChallenge(), await logInChallenge(), await logInChallenge()];
  expect((await logInBy(passkey, { challenge: right })).status).toBe(200);
  expect((await logInBy(passkey, { challenge: failed, flags: 0 })).status).toBe(401);
  for (const challenge of [right, failed])
    expect(await read(await logInBy(passkey, { challenge }))).toEqual(wrong);
  clock.forward(5 * MINUTE_MS);
  expect(await read(await logInBy(passkey, { challenge: late }))).toEqual(wrong);
});

test('the challenge of an owner who adds a passkey opens nothing', async () => {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  expect(await read(await logInBy(passkey, { challenge: await addChallenge(owner) }))).toEqual(wrong);
});

test('another key, another user and an unknown passkey open nothing', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const passkey = await withPasskey(owner);
  const forger = newPasskey(owner.user.id);
  for (const each of [
    { ...forger, id: passkey.id },
    { ...passkey, userHandle: newPasskey(other.user.id).userHandle },
    forger,
  ])
    expect(await read(await logInBy(each))).toEqual(wrong);
});

test('a counter must grow, once the authenticator counts: a copy would repeat it', async () => {
  const passkey = await withPasskey(await newOwner());
  for (const [counter, status] of [
    [0, 200],
    [0, 200],
    [5, 200],
    [5, 401],
    [4, 401],
    [0, 401],
    [6, 200],
  ] as const)
    expect([counter, (await logInBy(passkey, { counter })).status]).toEqual([counter, status]);
});

test('a refused counter leaves no session', async () => {
  const passkey = await withPasskey(await newOwner());
  await logInBy(passkey, { counter: 5 });
  const sessions = () => env.DB.prepare('select count(*) as n from sessions').first('n');
  const before = await sessions();
  await logInBy(passkey, { counter: 5 });
  expect(await sessions()).toBe(before);
});

test('what is no passkey is refused', async () => {
  const { status, body } = await read(
    await call('POST', '/auth/login/passkey', { body: { credential: {} } }),
  );
  expect([status, body]).toMatchObject([400, { code: 'invalid_input' }]);
});

test('unreadable data of the browser opens nothing', async () => {
  const owner = await newOwner();
  const { id, userHandle } = await withPasskey(owner);
  const text = (words: string) => Buffer.from(words).toString('base64url');
  for (const clientDataJSON of [text('{'), text('[]'), text('{"type":1}')]) {
    const response = { clientDataJSON, authenticatorData: 'AA', signature: 'AA', userHandle };
    const answer = await call('POST', '/auth/login/passkey', { body: { credential: { id, response } } });
    expect(await read(answer)).toEqual(wrong);
  }
});
