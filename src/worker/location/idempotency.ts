/** The keys of a join: by them a repeated request is known again, and a sender's visits are counted. */
import type { JoinKeys } from '../../shared/queue/decision.ts';
import { sha256 } from '../platform/hashing.ts';
import { keyedHash, newSecret } from './token.ts';

/**
 * The keys of a join that asks for `party`, and the secret half of its token. With an idempotency key the secret is always the
 * same, and so are the hashes. `sender` is the network address behind the request; both are null where there is none.
 */
export function joinKeys(
  tokenKey: Uint8Array,
  party: object,
  idempotencyKey: string | null,
  sender: string | null,
): { keys: JoinKeys; secret: string } {
  const secret = newSecret(tokenKey, idempotencyKey);
  return {
    secret,
    keys: {
      tokenHash: sha256(secret, 'hex'),
      // With the secret in it: from what this location keeps nobody can try which party it was. Its fields come in the order of
      // the command's schema, whatever the request's was.
      requestHash: sha256(secret + JSON.stringify(party), 'hex'),
      senderHash: sender === null ? null : keyedHash(tokenKey, sender),
    },
  };
}
