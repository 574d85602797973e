/**
 * Options for the browser to make a passkey, or to sign with a passkey. The options are the same for owners and
 * operators.
 */
import type { PasskeyLogInOptions, PasskeyOptions } from '../../../../shared/contracts/account/passkeys.ts';
import { PASSKEY_CHALLENGE_MS } from '../../../../shared/limits.ts';
import { product } from '../../../../shared/product.ts';
import { passkeyAlgorithms, relyingPartyId } from './verify-passkey.ts';

/**
 * Options to make a passkey for this user. `held`: the user's passkeys. A device that has one of these passkeys makes
 * no second passkey for the user.
 */
export function newPasskeyOptions(
  origin: string,
  challenge: string,
  user: PasskeyOptions['user'],
  held: { id: string }[],
): PasskeyOptions {
  return {
    rp: { id: relyingPartyId(origin), name: product.name },
    user,
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: namesOf(held),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/**
 * Options to sign with one of the passkeys in `allowed`. If `allowed` is empty, the user can sign with any passkey of
 * this site.
 */
export function signOptions(
  origin: string,
  challenge: string,
  allowed: { id: string }[] = [],
): PasskeyLogInOptions {
  return {
    challenge,
    rpId: relyingPartyId(origin),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed.length > 0 && { allowCredentials: namesOf(allowed) }),
  };
}

/** A user's id in the form that passkeys store, which has at most 64 bytes. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

function namesOf(passkeys: { id: string }[]) {
  return passkeys.map(({ id }) => ({ type: 'public-key' as const, id }));
}
