/**
 * The link in a text, which opens the visit on any device. The code of the link is accepted like the secret of a token.
 * The code is an HMAC with the object's key, followed by the join time, which finds the visit. The code is not stored.
 *
 * {origin}/queue/{username}?v={22 characters of proof}{join time in base 36}
 *
 * Some characters do not count as part of a link on phones if they are the last character. A proof can end in such a
 * character, so the proof stands before the join time.
 */
import { hmacSha256, isSame } from '../../platform/hashing.ts';
import type { GuestVisit } from '../../../shared/contracts/queue-view.ts';
import { LINK_AFTER_VISIT_MS } from '../../../shared/limits.ts';
import { masked } from '../../../shared/queue/masked-guest.ts';
import type { Visit } from '../../../shared/queue/state.ts';

/** Characters of the proof: 132 bits in base64url. */
const PROOF_LENGTH = 22;

export const LINK_PARAMETER = 'v';

/** The link to this visit. `origin`: the configured origin, never the origin of a request. */
export function visitLink(
  origin: string,
  username: string,
  tokenKey: Uint8Array,
  visit: Pick<Visit, 'id' | 'joinedAt'>,
): string {
  const page = `${new URL(origin).origin}/queue/${encodeURIComponent(username)}`;
  return `${page}?${LINK_PARAMETER}=${linkCode(tokenKey, visit)}`;
}

/** The join time in a link's code, in epoch milliseconds; null for an invalid code. */
export function joinTimeOf(code: string): number | null {
  const time = /^[\w-]{22}([0-9a-z]{1,10})$/.exec(code)?.[1];
  return time === undefined ? null : Number.parseInt(time, 36);
}

/** Whether the secret is the code of a link, not the secret of the guest's own token. */
export function isLinkCode(secret: string): boolean {
  return joinTimeOf(secret) !== null;
}

/** The answer about a visit, masked if the secret is the code of a link. */
export function asShownBy<Shown extends { customer: GuestVisit }>(
  { secret }: { secret: string },
  shown: Shown,
): Shown {
  return isLinkCode(secret) ? masked(shown) : shown;
}

/**
 * Whether the secret is the code of a link that has expired. A link expires `LINK_AFTER_VISIT_MS` after the end of its
 * visit. Links expire because another person may read a text. The guest's own token is valid for longer than a link.
 */
export function hasLinkEnded(
  visit: Pick<Visit, 'endedAt' | 'holdEndsAt'>,
  secret: string,
  now: number,
): boolean {
  const ended = visit.endedAt ?? visit.holdEndsAt;
  return isLinkCode(secret) && ended !== null && now >= ended + LINK_AFTER_VISIT_MS;
}

/** Whether the code belongs to this visit. The comparison takes constant time. */
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
