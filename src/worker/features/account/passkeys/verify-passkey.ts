/**
 * Verification of passkeys (WebAuthn) by `@simplewebauthn/server`, which is loaded at its first use. The browser is not
 * asked for an attestation (`docs/decisions/0030-verified-addresses.md`).
 */
import * as z from 'zod/mini';
import type { NewPasskey, SignedByPasskey } from '../../../../shared/contracts/account/passkeys.ts';

/** Signature algorithms by COSE number: Ed25519, ES256 and RS256. */
export const passkeyAlgorithms = [-8, -7, -257];

/**
 * The fields that the browser wrote into the signed data. The library accepts data from frames of other sites, so this
 * schema refuses such data.
 */
const clientDataSchema = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) });

/**
 * The challenge in the browser's data; null if the data is unreadable, or was made in another site's frame. The caller
 * checks that the challenge was made by us and is not yet used.
 */
export function challengeOf({ response }: NewPasskey | SignedByPasskey): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return clientDataSchema.safeParse(parsed).data?.challenge ?? null;
  } catch {
    // The data is not JSON.
    return null;
  }
}

/** A relying party's id: the host of the configured origin. */
export function relyingPartyId(origin: string): string {
  return new URL(origin).hostname;
}

/**
 * The key (COSE, in base64url) and the counter of a new passkey that was made at `origin`; null if the browser's data
 * is wrong.
 */
export async function readNewPasskey(
  { id, response }: NewPasskey,
  asked: { challenge: string; origin: string },
): Promise<{ publicKey: string; counter: number } | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const made = await unlessWrong(() =>
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      ...expected(asked),
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  );
  if (!made?.verified || made.registrationInfo.credential.id !== id) return null;
  const { publicKey, counter } = made.registrationInfo.credential;
  return { publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** The counter in a signature that a passkey made at `origin`; null if the signature is not by this passkey. */
export async function verifyPasskey(
  { publicKey, counter }: { publicKey: string; counter: number },
  { id, response }: SignedByPasskey,
  asked: { challenge: string; origin: string },
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const signed = await unlessWrong(() =>
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      ...expected(asked),
      credential: { id, publicKey: bytesOf(publicKey), counter },
    }),
  );
  return signed?.verified ? { counter: signed.authenticationInfo.newCounter } : null;
}

function expected({ challenge, origin }: { challenge: string; origin: string }) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId(origin),
    requireUserVerification: true,
  };
}

/** Returns the library's result; null if the library throws an error. */
async function unlessWrong<Answer>(verify: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await verify();
  } catch {
    // The library throws an error for each kind of wrong answer.
    return null;
  }
}

function bytesOf(encoded: string): Buffer<ArrayBuffer> {
  return Buffer.from(encoded, 'base64url');
}
