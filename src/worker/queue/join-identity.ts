/** What tells one join from every other: the secret of its token and the hashes that are kept of it. */
import { sha256 } from '../hashing.ts';
import type { Reply } from './calls.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import type { JoinIdentity } from './store/visit-rows.ts';
import { keyedHash, newSecret } from './token.ts';

/**
 * The identity of a join that asks for `request` (its party as JSON), and the secret half of its token. `sender` is the
 * network address behind it; both are null where there is none.
 */
export function identify(
  tokenKey: Uint8Array,
  request: string,
  idempotencyKey: string | null,
  sender: string | null,
): { identity: JoinIdentity; secret: string } {
  const secret = newSecret(tokenKey, idempotencyKey);
  return {
    secret,
    identity: {
      tokenHash: sha256(secret, 'hex'),
      // With the secret in it: from what this location keeps nobody can try which party it was.
      requestHash: sha256(secret + request, 'hex'),
      senderHash: sender === null ? null : keyedHash(tokenKey, sender),
    },
  };
}

/**
 * The visit of an earlier join with the same idempotency key, which made the same token; refused when that one asked for
 * something else. Once the location is closed everybody is forgotten: no join is an earlier one any more.
 */
export function earlierJoin(
  { visits }: Store,
  { closedAt }: Location,
  { tokenHash, requestHash }: JoinIdentity,
): Reply<{ visit: Visit }> | null {
  const earlier = closedAt === null ? visits.byJoin(tokenHash) : null;
  if (earlier === null) return null;
  if (earlier.requestHash !== requestHash) return { ok: false, code: 'idempotency_key_reused' };
  return { ok: true, visit: earlier.visit };
}
