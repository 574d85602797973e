/** An authenticator in software: makes passkeys and signs with them, as WebAuthn's JSON forms (W3C, Level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, SignedByPasskey } from '../../src/shared/contracts/passkeys.ts';

const algorithms = {
  ES256: { number: -7, hash: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  RS256: { number: -257, hash: 'sha256', make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  EdDSA: { number: -8, hash: null, make: () => generateKeyPairSync('ed25519') },
} as const;
export type AlgorithmName = keyof typeof algorithms;

/** The fields of the signed data that a test can set. */
export type Signed = {
  type?: string;
  challenge: string;
  origin: string;
  crossOrigin?: boolean;
  rpId?: string;
  flags?: number;
  counter?: number;
};

/** A passkey with its private key. `algorithm`, `id` and `userHandle` can be changed by a test. */
export type SoftwarePasskey = {
  id: string;
  userHandle: string;
  algorithm: AlgorithmName;
  privateKey: KeyObject;
  publicKey: string;
};

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** Makes a passkey for this user. */
export function newPasskey(userId: string, algorithm: AlgorithmName = 'ES256'): SoftwarePasskey {
  const { privateKey, publicKey } = algorithms[algorithm].make();
  return {
    id: randomBytes(20).toString('base64url'),
    userHandle: encoded(userId),
    algorithm,
    privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
  };
}

/** The browser's answer after making a passkey. `idInData`: the id in the authenticator's data. */
export function described(
  { id, algorithm, publicKey }: SoftwarePasskey,
  { flags = USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, ...signed }: Signed,
  idInData = id,
): NewPasskey {
  const bytes = Buffer.from(idInData, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  // The model's id, the credential's id, and where its public key would follow.
  const credential = Buffer.concat([Buffer.alloc(16), length, bytes, Buffer.from('key')]);
  return {
    id,
    response: {
      clientDataJSON: clientData('webauthn.create', signed),
      authenticatorData: Buffer.concat([dataOf({ ...signed, flags }), credential]).toString('base64url'),
      publicKey,
      publicKeyAlgorithm: algorithms[algorithm].number,
    },
  };
}

/** The browser's answer after signing with the passkey. */
export function signedBy(
  { id, userHandle, algorithm, privateKey }: SoftwarePasskey,
  { flags = USER_PRESENT_AND_VERIFIED, ...signed }: Signed,
): SignedByPasskey {
  const data = dataOf({ ...signed, flags });
  const clientDataJSON = clientData('webauthn.get', signed);
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  const signature = sign(algorithms[algorithm].hash, Buffer.concat([data, hash]), privateKey);
  return {
    id,
    response: {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle,
    },
  };
}

function clientData(usual: string, { type = usual, challenge, origin, crossOrigin = false }: Signed): string {
  return encoded(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function dataOf({ origin, rpId = new URL(origin).hostname, flags = 0, counter = 0 }: Signed): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
