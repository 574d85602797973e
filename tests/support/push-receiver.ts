/**
 * A browser's side of web push, written from the RFCs and not with the product's code. The code decrypts messages (RFC
 * 8291, RFC 8188) and checks signatures (RFC 8292).
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';

export type Receiver = {
  /** The subscription that the page sends to the server. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Decrypts the body of a message. Throws if the body was changed or is for another receiver. */
  open(body: Uint8Array): string;
};

export function newReceiver(endpoint: string): Receiver {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    open(bytes) {
      const body = Buffer.from(bytes);
      // The header of the body (RFC 8188, 2.1): salt, record size, key length, and the sender's key (RFC 8291, 4).
      const salt = body.subarray(0, 16);
      const keyEnd = 21 + body.readUInt8(20);
      const theirs = body.subarray(21, keyEnd);
      // The key derivation of RFC 8291, 3.4.
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
      const ikm = hkdf(pair.computeSecret(theirs), auth, keyInfo, 32);
      // The key and the nonce of the only record, number 0 (RFC 8188, 2.2 and 2.3).
      const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const record = body.subarray(keyEnd);
      if (record.length > body.readUInt32BE(16)) throw new Error('More than one record');
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // In the last record, the text is followed by one byte with the value 2, and then by zeros.
      const end = padded.lastIndexOf(2);
      if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Wrong padding');
      return padded.subarray(0, end).toString('utf8');
    },
  };
}

/** The claims of an `Authorization` header. Throws if the token is not signed with the key in this header. */
export function signedClaims(authorization: string): { publicKey: string; claims: Record<string, unknown> } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('Not signed with the key that is named');
  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString());
  if (read(header)['alg'] !== 'ES256') throw new Error('Signed in another way than ES256');
  return { publicKey, claims: read(claims) };
}

function hkdf(ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', ikm, salt, info, length));
}
