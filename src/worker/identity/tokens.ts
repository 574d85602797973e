/**
 * Tokens in cookies and mailed links. The database stores only hashes of tokens, so a stolen database contains no
 * usable token.
 */
import { sha256 } from '../platform/hashing.ts';

const TOKEN_BYTES = 32;

export function newToken(): { token: string; tokenHash: string } {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return sha256(token, 'base64url');
}
