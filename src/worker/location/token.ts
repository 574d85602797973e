/**
 * The guest's token: `<location id>.<secret>`. The id leads straight to the object; the object keeps
 * only a hash of the secret.
 */
import { hmacSha256 } from '../platform/hashing.ts';

const SECRET_BYTES = 32;

type QueueToken = { locationId: string; secret: string };

export function formatToken({ locationId, secret }: QueueToken): string {
  return `${locationId}.${secret}`;
}

/** Null for what cannot be one of our tokens. In the secret's place may stand the code of a link (`visit-link.ts`). */
export function parseToken(token: string): QueueToken | null {
  const match = /^([0-9a-f]{64})\.([\w-]{43}|[\w-]{22}[0-9a-z]{1,10})$/.exec(token);
  const [, locationId, secret] = match ?? [];
  return locationId === undefined || secret === undefined ? null : { locationId, secret };
}

/**
 * The secret of a new visit. With an idempotency key it is derived from that and the object's own key, so that a
 * retried join gets the same token although only its hash was kept; neither part alone gives it away.
 */
export function newSecret(tokenKey: Uint8Array, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return Buffer.from(randomSecret()).toString('base64url');
  return hmacSha256(tokenKey, idempotencyKey, 'base64url');
}

export function newTokenKey(): ArrayBuffer {
  return randomSecret().buffer;
}

/** A hash that nobody without the object's key can recompute from a guess. */
export function keyedHash(tokenKey: Uint8Array, text: string): string {
  return hmacSha256(tokenKey, text, 'hex');
}

function randomSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}
