import { hmacSha256 } from './hashing.ts';

/**
 * What stands for a phone number (E.164) in the database: the same for all businesses, and nobody without the key can tell
 * which number it was, though there are few enough numbers to try them all.
 */
export function numberHash(key: string, e164: string): string {
  return hmacSha256(key, `phone ${e164}`, 'base64url');
}
