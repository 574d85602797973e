/**
 * Queue token of a guest: `<location id>.<secret>`. The id names the object, which stores only a hash of the secret.
 */
import { hmacSha256 } from '../../platform/hashing.ts';

const SECRET_BYTES = 32;

type QueueToken = { locationId: string; secret: string };

export function formatToken({ locationId, secret }: QueueToken): string {
  return `${locationId}.${secret}`;
}

/** The parts of a token; null for an invalid token. The secret can also be the code of a link (`visit-link.ts`). */
export function parseToken(token: string): QueueToken | null {
  const match = /^([0-9a-f]{64})\.([\w-]{43}|[\w-]{22}[0-9a-z]{1,10})$/.exec(token);
  const [, locationId, secret] = match ?? [];
  return locationId === undefined || secret === undefined ? null : { locationId, secret };
}

/**
 * The secret of a new visit. With an idempotency key, the secret is an HMAC of this key. A repeated join then gets the
 * same token, although only the token's hash is stored.
 */
export function newSecret(tokenKey: Uint8Array, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return Buffer.from(randomSecret()).toString('base64url');
  return hmacSha256(tokenKey, idempotencyKey, 'base64url');
}

export function newTokenKey(): Uint8Array<ArrayBuffer> {
  return randomSecret();
}

/**
 * HMAC of the string `text` with the object's key. Only somebody who has this key can test whether a hash was made from
 * a certain string.
 */
export function keyedHash(tokenKey: Uint8Array, text: string): string {
  return hmacSha256(tokenKey, text, 'hex');
}

function randomSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}
