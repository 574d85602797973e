/** Calls about passkeys, with an authenticator in software. */
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
import { call, goodPassword, newOwner, origin, read, type TestOwner } from './factories.ts';

type Answer = { status: number; body: unknown };

/** Requests a challenge for a new passkey of this account. */
export async function addChallenge({ cookie }: TestOwner, more: object = {}): Promise<string> {
  const body = { password: goodPassword, ...more };
  return challengeIn(await call('POST', '/auth/passkeys/options', { cookie, body }));
}

export async function logInChallenge(): Promise<string> {
  return challengeIn(await call('POST', '/auth/login/passkey/options'));
}

export async function challengeIn(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json<{ challenge: string }>()).challenge;
}

/** Adds this passkey to the owner's account. `signed`: fields that differ from a valid answer of the authenticator. */
export async function add(
  { cookie }: TestOwner,
  passkey: SoftwarePasskey,
  signed: Partial<Signed> & { challenge: string },
  otherwise?: Described,
): Promise<Answer> {
  const credential = described(passkey, { origin, ...signed }, otherwise);
  return read(await call('POST', '/auth/passkeys', { cookie, body: { name: 'Ada’s phone', credential } }));
}

/**
 * Makes a passkey, and adds it to this account. `more`: further fields of the request, such as the code of the second
 * step.
 */
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

/**
 * Signs a challenge with this passkey, for use as a second step. Without `signed.challenge`, the function requests a
 * new challenge.
 */
export async function signature(passkey: SoftwarePasskey, signed: Partial<Signed> = {}) {
  const challenge = signed.challenge ?? (await logInChallenge());
  return signedBy(passkey, { origin, ...signed, challenge });
}

export async function withPasskeyStep(): Promise<{
  owner: TestOwner;
  passkey: SoftwarePasskey;
  recoveryCodes: string[];
}> {
  const owner = await newOwner();
  const passkey = await withPasskey(owner);
  const body = { password: goodPassword, passkey: await signature(passkey) };
  const begun = await call('POST', '/auth/second-step/passkey', { cookie: owner.cookie, body });
  expect(begun.status).toBe(200);
  return { owner, passkey, ...(await begun.json<{ recoveryCodes: string[] }>()) };
}

/** Logs in with this passkey and without a password. `signed`: fields that differ from a valid signature. */
export async function logInBy(
  passkey: SoftwarePasskey,
  signed: Partial<Signed> = {},
  cookie?: string,
): Promise<Response> {
  const credential = await signature(passkey, signed);
  return call('POST', '/auth/login/passkey', {
    body: { credential },
    ...(cookie !== undefined && { cookie }),
  });
}
