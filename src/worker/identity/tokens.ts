/**
 * Tokens in cookies and mailed links. The database has only hashes of tokens, so a thief of the database cannot use
 * them.
 */
import { sha256 } from '../platform/hashing.ts';

const TOKEN_BYTES = 32;

/** A new token, and the hash that is stored. */
export function newToken(): { token: string; tokenHash: string } {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return sha256(token, 'base64url');
}
