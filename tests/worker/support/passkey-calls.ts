/** The calls of passkeys, with an authenticator in software. */
import { expect } from 'vitest';
import {
  described,
  newPasskey,
  signedBy,
  type AlgorithmName,
  type Described,
  type Signed,
  type SoftwarePasskey,
} from '../../support/software-authenticator.ts';
import { call, goodPassword, origin, read, type TestOwner } from './factories.ts';

type Answer = { status: number; body: unknown };

/** A challenge to add a passkey to this account. */
export async function addChallenge({ cookie }: TestOwner, more: object = {}): Promise<string> {
  const body = { password: goodPassword, ...more };
  return challengeIn(await call('POST', '/auth/passkeys/options', { cookie, body }));
}

/** A challenge for a log-in. */
export async function logInChallenge(): Promise<string> {
  return challengeIn(await call('POST', '/auth/login/passkey/options'));
}

async function challengeIn(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json<{ challenge: string }>()).challenge;
}

/** Adds this passkey. `signed`: differences from a valid answer. */
export async function add(
  { cookie }: TestOwner,
  passkey: SoftwarePasskey,
  signed: Partial<Signed> & { challenge: string },
  otherwise?: Described,
): Promise<Answer> {
  const credential = described(passkey, { origin, ...signed }, otherwise);
  return read(await call('POST', '/auth/passkeys', { cookie, body: { name: 'Ada’s phone', credential } }));
}

/** A passkey that this account has added. `more`: the code of the second step. */
export async function withPasskey(
  owner: TestOwner,
  algorithm?: AlgorithmName,
  more: object = {},
): Promise<SoftwarePasskey> {
  const passkey = newPasskey(owner.user.id, algorithm);
  const added = await add(owner, passkey, { challenge: await addChallenge(owner, more) });
  expect(added).toEqual({ status: 200, body: { success: true } });
  return passkey;
}

/** Logs in with this passkey alone. `signed`: differences from a valid answer. */
export async function logInBy(
  passkey: SoftwarePasskey,
  signed: Partial<Signed> = {},
  cookie?: string,
): Promise<Response> {
  const challenge = signed.challenge ?? (await logInChallenge());
  const credential = signedBy(passkey, { origin, ...signed, challenge });
  return call('POST', '/auth/login/passkey', {
    body: { credential },
    ...(cookie !== undefined && { cookie }),
  });
}
