/** What tells one join from every other: the secret of its token and the hashes that are kept of it. */
import type { Reply } from './calls.ts';
import type { Visit } from './rules/visit.ts';
import type { Store } from './store/store.ts';
import type { JoinIdentity } from './store/visit-rows.ts';
import { keyedHash, newSecret, sha256 } from './token.ts';

/**
 * The identity of a join that asks for `request` (its party as JSON), and the secret half of its token. `sender` is the
 * network address behind it; both are null where there is none.
 */
export function identify(
  tokenKey: ArrayBuffer,
  request: string,
  idempotencyKey: string | null,
  sender: string | null,
): { identity: JoinIdentity; secret: string } {
  const secret = newSecret(tokenKey, idempotencyKey);
  return {
    secret,
    identity: {
      tokenHash: sha256(secret),
      idempotencyHash: idempotencyKey === null ? null : sha256(idempotencyKey),
      requestHash: keyedHash(tokenKey, request),
      senderHash: sender === null ? null : keyedHash(tokenKey, sender),
    },
  };
}

/** The visit of an earlier join with the same idempotency key; refused when that one asked for something else. */
export function earlierJoin(
  { visits }: Store,
  { idempotencyHash, requestHash }: JoinIdentity,
): Reply<{ visit: Visit }> | null {
  const earlier = idempotencyHash && visits.byIdempotencyHash(idempotencyHash);
  if (!earlier) return null;
  if (earlier.requestHash !== requestHash) return { ok: false, code: 'idempotency_key_reused' };
  return { ok: true, visit: earlier.visit };
}
