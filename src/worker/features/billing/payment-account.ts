import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hashing.ts';

/**
 * What tells one account of the payment provider from another: the ids of its prices, which no two accounts share, hashed.
 * Null for the stand-in, which every machine has for itself.
 */
export function paymentAccountOf({ payments }: Config): string | null {
  if (payments.provider === 'local') return null;
  return sha256(Object.values(payments.prices).toSorted().join(' '), 'base64url');
}
