/** Idempotency of joins: keys by which a repeated request is recognised and a sender's visits are counted. */
import type { JoinKeys } from '../../../shared/queue/decision.ts';
import { networksAround } from '../../platform/client-address.ts';
import { sha256 } from '../../platform/hashing.ts';
import { keyedHash, newSecret } from './token.ts';

/**
 * The hashes that are stored with a join, and the secret half of its token. With an idempotency key, each
 * repeat has the same hashes and secret. `sender` is the network address of the request. The idempotency key
 * and `sender` may be null.
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
      // The secret is part of the hash, so that nobody can guess the party from it. The order of the fields
      // is that of the command's schema, not of the request.
      requestHash: sha256(secret + JSON.stringify(party), 'hex'),
      networks: networksAround(sender).map((network) => keyedHash(tokenKey, network)),
    },
  };
}
