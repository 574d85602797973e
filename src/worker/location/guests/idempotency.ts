/** Hashes of a join, which identify a repeated request and count the joins of a sender. */
import type { JoinKeys } from '../../../shared/queue/decision.ts';
import { networksAround } from '../../platform/client-address.ts';
import { sha256 } from '../../platform/hashing.ts';
import { keyedHash, newSecret } from './token.ts';

/**
 * The hashes that are stored with a join, and the secret half of its token. A repeated request with an idempotency key
 * gets the same hashes and the same secret. `sender`: the network address of the request.
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
      // The secret is hashed, too, so that nobody can guess the party from the hash. The fields have the order of the
      // command's schema, not of the request.
      requestHash: sha256(secret + JSON.stringify(party), 'hex'),
      networks: networksAround(sender).map((network) => keyedHash(tokenKey, network)),
    },
  };
}
