/** Signatures of passkeys at the edges of their form, and the page's origin that they are checked against. */
import { expect, test } from 'vitest';
import { verifyPasskey } from '../../../src/worker/features/account/passkeys/verify-passkey.ts';
import { pageOrigin } from '../../../src/worker/http/cross-site.ts';
import { newPasskey, signedBy } from '../../support/software-authenticator.ts';

const origin = 'https://queue.example.com';
const passkey = newPasskey('user');
const key = { publicKey: passkey.publicKey, algorithm: -7 };

/** A new signature, and its bytes: `30 length 02 length-of-r r 02 length-of-s s`. */
function sign() {
  const signed = signedBy(passkey, { challenge: 'x', origin });
  return { signed, bytes: Buffer.from(signed.response.signature, 'base64url') };
}

/** Makes signatures until one has this form. Each form comes once in 2 to 256 signatures. */
function signUntil(isWanted: (bytes: Buffer) => boolean) {
  for (;;) {
    const made = sign();
    if (isWanted(made.bytes)) return made;
  }
}

const isRight = async ({ signed, bytes }: ReturnType<typeof sign>) => {
  const response = { ...signed.response, signature: bytes.toString('base64url') };
  return (await verifyPasskey(key, { ...signed, response }, origin)) !== null;
};

test.each([31, 32, 33])('a signature whose first number has %i bytes is right', async (length) => {
  expect(await isRight(signUntil((bytes) => bytes[3] === length))).toBe(true);
});

test('a signature whose second number is short is right', async () => {
  expect(await isRight(signUntil((bytes) => (bytes[5 + (bytes[3] ?? 0)] ?? 0) < 32))).toBe(true);
});

test('a signature in another form is wrong', async () => {
  const made = signUntil((bytes) => bytes[3] === 33);
  const { bytes } = made;
  for (const [at, byte] of [
    [0, 0x31],
    [1, 0xff],
    [2, 0x03],
    [3, 0xff],
    // The leading zero.
    [4, 0x01],
    [40, 0xff ^ (bytes[40] ?? 0)],
  ] as const) {
    const changed = Buffer.from(bytes);
    changed[at] = byte;
    expect([at, await isRight({ ...made, bytes: changed })]).toEqual([at, false]);
  }
  for (const other of [Buffer.alloc(0), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])])
    expect(await isRight({ ...made, bytes: other })).toBe(false);
});

test('in production the origin is the configured one, whatever host the request names', () => {
  const request = new Request('https://elsewhere.example/login');
  expect(pageOrigin(request, { origin, environment: 'production' })).toBe(origin);
  expect(pageOrigin(request, { origin, environment: 'development' })).toBe('https://elsewhere.example');
});
