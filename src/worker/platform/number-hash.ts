import { hmacSha256 } from './hashing.ts';

/**
 * Keyed hash of a phone number (E.164), the same for all businesses. If the hash had no key, somebody could find the
 * number of a hash by trying all possible numbers.
 */
export function numberHash(key: string, e164: string): string {
  return hmacSha256(key, `phone ${e164}`, 'base64url');
}
