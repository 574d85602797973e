/**
 * The link in a text: it opens the visit on whatever device it is read. Its code stands for the visit as the token's
 * secret does, and nothing of it is stored: it is made from the object's own key, and says itself which join it belongs to.
 *
 *     {origin}/queue/{username}?v={22 characters of proof}{join time in base 36}
 *
 * The proof comes first, so that a link never ends in a mark that phones take for the end of a sentence.
 */
import { hmacSha256, isSame } from '../platform/hashing.ts';
import type { Visit } from '../../shared/queue/state.ts';

/** 132 bits as base64url. */
const PROOF_LENGTH = 22;

/** The parameter of the page's address. */
export const LINK_PARAMETER = 'v';

/** The link to this visit. `origin` is the configured one, never that of a request. */
export function visitLink(
  origin: string,
  username: string,
  tokenKey: Uint8Array,
  visit: Pick<Visit, 'id' | 'joinedAt'>,
): string {
  const page = `${new URL(origin).origin}/queue/${encodeURIComponent(username)}`;
  return `${page}?${LINK_PARAMETER}=${linkCode(tokenKey, visit)}`;
}

/** When the visit of a link's code joined, in epoch milliseconds; null for what is no such code. */
export function joinTimeOf(code: string): number | null {
  const time = /^[\w-]{22}([0-9a-z]{1,10})$/.exec(code)?.[1];
  return time === undefined ? null : Number.parseInt(time, 36);
}

/** Whether the code is this visit's, compared in a time that tells nothing of it. */
export function isLinkCodeOf(
  tokenKey: Uint8Array,
  visit: Pick<Visit, 'id' | 'joinedAt'>,
  code: string,
): boolean {
  return isSame(linkCode(tokenKey, visit), code);
}

function linkCode(tokenKey: Uint8Array, { id, joinedAt }: Pick<Visit, 'id' | 'joinedAt'>): string {
  const proof = hmacSha256(tokenKey, `link ${id}`, 'base64url');
  return proof.slice(0, PROOF_LENGTH) + joinedAt.toString(36);
}
