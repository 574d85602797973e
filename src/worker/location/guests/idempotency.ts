/** Idempotency of joins: hashes that identify a repeated request and count a sender's visits. */
import type { JoinKeys } from '../../../shared/queue/decision.ts';
import { networksAround } from '../../platform/client-address.ts';
import { sha256 } from '../../platform/hashing.ts';
import { keyedHash, newSecret } from './token.ts';

/**
 * The hashes that are stored with a join, and the secret half of its token. With an idempotency key, a repeated request
 * has the same hashes and the same secret. `sender` is the network address of the request. The idempotency key and
 * `sender` may be null.
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
      // The secret is part of the hashed text, so that nobody can guess the party from the hash. The fields have the
      // order of the command's schema, and not of the request.
      requestHash: sha256(secret + JSON.stringify(party), 'hex'),
      networks: networksAround(sender).map((network) => keyedHash(tokenKey, network)),
    },
  };
}
