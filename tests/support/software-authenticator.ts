/**
 * An authenticator in software, which makes passkeys and signs with them. Its results are JSON as in WebAuthn (W3C,
 * Level 3).
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, SignedByPasskey } from '../../src/shared/contracts/account/passkeys.ts';

const algorithms = {
  ES256: { number: -7, hash: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  RS256: { number: -257, hash: 'sha256', make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  EdDSA: { number: -8, hash: null, make: () => generateKeyPairSync('ed25519') },
} as const;
export type AlgorithmName = keyof typeof algorithms;

type CBORType = Parameters<typeof isoCBOR.encode>[0];

/** Data that the authenticator signs. A test may set each field. */
export type Signed = {
  type?: string;
  challenge: string;
  origin: string;
  crossOrigin?: boolean;
  rpId?: string;
  flags?: number;
  counter?: number;
};

/** Data of a new passkey. A test may set each field. */
export type Described = {
  /** The passkey's id in the authenticator data. */
  idInData?: string;
  /** The public key in the authenticator data, in COSE form. */
  key?: Uint8Array<ArrayBuffer>;
  /** A certificate of the authenticator's vendor, in Apple's form of attestation. */
  certificate?: Uint8Array<ArrayBuffer>;
};

/** A passkey with its private key. A test may change `id` and `userHandle`. */
export type SoftwarePasskey = {
  id: string;
  userHandle: string;
  algorithm: AlgorithmName;
  privateKey: KeyObject;
};

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** Makes a passkey for this user. */
export function newPasskey(userId: string, algorithm: AlgorithmName = 'ES256'): SoftwarePasskey {
  const { privateKey } = algorithms[algorithm].make();
  return {
    id: randomBytes(20).toString('base64url'),
    userHandle: encoded(userId),
    algorithm,
    privateKey,
  };
}

/** The browser's description of a new passkey. */
export function described(
  { id, algorithm, privateKey }: SoftwarePasskey,
  { flags = USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, ...signed }: Signed,
  { idInData = id, key = publicKeyOf(privateKey, algorithm), certificate }: Described = {},
): NewPasskey {
  const bytes = Buffer.from(idInData, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  // The id of the authenticator's model, the passkey's id and the public key.
  const credential = Buffer.concat([Buffer.alloc(16), length, bytes, key]);
  const hasCredential = (flags & HAS_CREDENTIAL) !== 0;
  const authData = Buffer.concat([dataOf({ ...signed, flags }), ...(hasCredential ? [credential] : [])]);
  const attestationObject = new Map<string, CBORType>([
    ['fmt', certificate ? 'apple' : 'none'],
    ['attStmt', new Map(certificate && [['x5c', [certificate]]])],
    ['authData', new Uint8Array(authData)],
  ]);
  return {
    id,
    response: {
      clientDataJSON: clientData('webauthn.create', signed),
      attestationObject: Buffer.from(isoCBOR.encode(attestationObject)).toString('base64url'),
    },
  };
}

/** A public key in COSE form (RFC 9053). */
function publicKeyOf(privateKey: KeyObject, algorithm: AlgorithmName): Uint8Array<ArrayBuffer> {
  const { x = '', y = '', n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const bytes = (encodedPart: string) => new Uint8Array(Buffer.from(encodedPart, 'base64url'));
  const parts = {
    ES256: [
      [1, 2],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    RS256: [
      [1, 3],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
    EdDSA: [
      [1, 1],
      [-1, 6],
      [-2, bytes(x)],
    ],
  } satisfies Record<AlgorithmName, [number, number | Uint8Array][]>;
  const { number } = algorithms[algorithm];
  return isoCBOR.encode(new Map<number, number | Uint8Array>([[3, number], ...parts[algorithm]]));
}

/** The browser's answer after the passkey has signed. */
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
