/**
 * Signed facts are values in cookies and mailed links. We need not store these values, because we read the values when
 * the cookie or the link comes back to us. An HMAC with a secret of the Worker proves that the values are ours.
 */
import { hmacSha256, isSame } from './hashing.ts';

/** `purpose`: a signature is valid only for the purpose for which it was made. A fact must not contain a dot. */
export function signFacts(key: string, purpose: string, facts: string[]): string {
  return [...facts, signature(key, purpose, facts)].join('.');
}

/** The facts; null if the text was not signed by us for this purpose. */
export function readFacts(key: string, purpose: string, signed: string): string[] | null {
  const facts = signed.split('.');
  const given = facts.pop() ?? '';
  return isSame(given, signature(key, purpose, facts)) ? facts : null;
}

function signature(key: string, purpose: string, facts: string[]): string {
  return hmacSha256(key, `${purpose} ${facts.join('.')}`, 'base64url');
}
