/**
 * The guest's token: `<location id>.<secret>` (decision 7). The id leads straight to the object; the object keeps
 * only a hash of the secret.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export type QueueToken = { locationId: string; secret: string };

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
  if (idempotencyKey === null) return randomBytes(SECRET_BYTES).toString('base64url');
  return createHmac('sha256', tokenKey).update(idempotencyKey).digest('base64url');
}

export function newTokenKey(): ArrayBuffer {
  return new Uint8Array(randomBytes(SECRET_BYTES)).buffer;
}

/** A hash that nobody without the object's key can recompute from a guess. */
export function keyedHash(tokenKey: Uint8Array, text: string): string {
  return createHmac('sha256', tokenKey).update(text).digest('hex');
}

export function sha256(text: string): string {
  return hash('sha256', text);
}
