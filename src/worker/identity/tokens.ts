/**
 * Tokens that stand for an account: in a log-in's cookie, in the link of a mail. Their holder has them,
 * the database only their hash: a stolen database opens nothing.
 */
import { sha256 } from '../platform/hashing.ts';

const TOKEN_BYTES = 32;

/** A fresh token and what is stored of it. */
export function newToken(): { token: string; tokenHash: string } {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return sha256(token, 'base64url');
}
