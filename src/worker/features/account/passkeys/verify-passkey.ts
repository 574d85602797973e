/**
 * Verification of passkeys: WebAuthn (W3C, Level 3), sections 7.1 and 7.2, without attestation. Pure.
 * `docs/decisions/0030-verified-addresses.md` has the reasons for our own code.
 */
import * as z from 'zod/mini';
import type { NewPasskey, SignedByPasskey } from '../../../../shared/contracts/passkeys.ts';
import { sha256 } from '../../../platform/hashing.ts';

type Bytes = Buffer<ArrayBuffer>;

/** Signature algorithms by COSE number. Browsers must be able to export the public keys of these three algorithms. */
const algorithms = new Map([
  [-8, { name: 'Ed25519' }],
  [-7, { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }],
  [-257, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
]);
export const passkeyAlgorithms = [...algorithms.keys()];

/** Flags of the authenticator's data. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const MAY_BE_COPIED = 0x08;
const IS_COPIED = 0x10;
const HAS_CREDENTIAL = 0x40;

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
});

/** The browser's part of the signed data. */
function readClientData(encoded: string): z.infer<typeof clientDataSchema> | null {
  try {
    const parsed: unknown = JSON.parse(bytesOf(encoded).toString());
    return clientDataSchema.safeParse(parsed).data ?? null;
  } catch {
    // Not JSON.
    return null;
  }
}

/** The challenge in the browser's data; null if the data is unreadable. The caller checks that the challenge is open. */
export function challengeOf({ response }: NewPasskey | SignedByPasskey): string | null {
  return readClientData(response.clientDataJSON)?.challenge ?? null;
}

/** A relying party's id: the host of the configured origin. */
export function relyingPartyId(origin: string): string {
  return new URL(origin).hostname;
}

/** The key and the counter of a new passkey made at `origin`; null if any check fails. */
export async function readNewPasskey(
  { id, response }: NewPasskey,
  origin: string,
): Promise<{ publicKey: string; algorithm: number; counter: number } | null> {
  const { publicKey, publicKeyAlgorithm: algorithm, authenticatorData } = response;
  const data = readAuthenticatorData(authenticatorData, origin);
  if (!isMadeAt(origin, 'webauthn.create', response.clientDataJSON) || data === null) return null;
  // After the counter: 16 bytes of the authenticator's model, the length of the id, and the id.
  const hasId = (data.flags & HAS_CREDENTIAL) !== 0 && data.rest.length >= 18;
  if (!hasId || data.rest.subarray(18, 18 + data.rest.readUInt16BE(16)).toString('base64url') !== id)
    return null;
  const key = await importKey(algorithm, publicKey);
  return key === null ? null : { publicKey, algorithm, counter: data.counter };
}

/** The counter in a signature that a passkey made at `origin`; null if the signature is not by this passkey. */
export async function verifyPasskey(
  passkey: { publicKey: string; algorithm: number },
  { response }: SignedByPasskey,
  origin: string,
): Promise<{ counter: number } | null> {
  const data = readAuthenticatorData(response.authenticatorData, origin);
  if (!isMadeAt(origin, 'webauthn.get', response.clientDataJSON) || data === null) return null;
  const algorithm = algorithms.get(passkey.algorithm);
  const key = await importKey(passkey.algorithm, passkey.publicKey);
  const given = bytesOf(response.signature);
  const signature = algorithm?.name === 'ECDSA' ? rawSignature(given) : given;
  if (algorithm === undefined || key === null || signature === null) return null;
  const clientHash = await crypto.subtle.digest('SHA-256', bytesOf(response.clientDataJSON));
  const signed = Buffer.concat([bytesOf(response.authenticatorData), Buffer.from(clientHash)]);
  const isRight = await crypto.subtle.verify(algorithm, key, signature, signed);
  return isRight ? { counter: data.counter } : null;
}

/** Whether the browser made this data for a page of `origin` that was not in another site's frame. */
function isMadeAt(origin: string, type: string, encoded: string): boolean {
  const data = readClientData(encoded);
  return data?.type === type && data.origin === origin && data.crossOrigin !== true;
}

/**
 * The authenticator's data, if it is for this origin's host, and the device has verified its user (screen lock, PIN);
 * otherwise null.
 */
function readAuthenticatorData(
  encoded: string,
  origin: string,
): { flags: number; counter: number; rest: Bytes } | null {
  const data = bytesOf(encoded);
  if (data.length < 37) return null;
  const flags = data.readUInt8(32);
  const has = (flag: number) => (flags & flag) !== 0;
  const isVerified = has(USER_PRESENT) && has(USER_VERIFIED) && (has(MAY_BE_COPIED) || !has(IS_COPIED));
  const isForUs = data.toString('hex', 0, 32) === sha256(relyingPartyId(origin), 'hex');
  return isVerified && isForUs ? { flags, counter: data.readUInt32BE(33), rest: data.subarray(37) } : null;
}

/** Imports a public key (SPKI); null if the bytes are no key of this algorithm, or a short one. */
async function importKey(algorithm: number, publicKey: string): Promise<CryptoKey | null> {
  const wanted = algorithms.get(algorithm);
  if (wanted === undefined) return null;
  try {
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), wanted, true, ['verify']);
    const { modulusLength = MIN_RSA_BITS } = rsaKey.parse(key.algorithm);
    return modulusLength >= MIN_RSA_BITS ? key : null;
  } catch {
    // Not a key of this algorithm.
    return null;
  }
}

const MIN_RSA_BITS = 2048;
const rsaKey = z.object({ modulusLength: z.optional(z.number()) });

/**
 * Converts an ECDSA signature in DER, a sequence of two numbers, to the 64 bytes that Web Crypto verifies; null if it
 * is no valid DER.
 */
function rawSignature(der: Bytes): Bytes | null {
  const lengthOfR = der[3] ?? 0;
  const r = der.subarray(4, 4 + lengthOfR);
  const s = der.subarray(6 + lengthOfR, 6 + lengthOfR + (der[5 + lengthOfR] ?? 0));
  const written = [0x30, 4 + r.length + s.length, 0x02, r.length, ...r, 0x02, s.length, ...s];
  if (!der.equals(Buffer.from(written))) return null;
  // A number may have an additional first byte of zero, and a small number has fewer bytes.
  const padded = [r, s].map((number) => Buffer.concat([Buffer.alloc(32), number]));
  const isInRange = padded.every((number) => number.subarray(0, -32).every((byte) => byte === 0));
  return isInRange ? Buffer.concat(padded.map((number) => number.subarray(-32))) : null;
}

function bytesOf(encoded: string): Bytes {
  return Buffer.from(encoded, 'base64url');
}
