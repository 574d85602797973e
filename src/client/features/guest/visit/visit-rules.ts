/** What a guest's page keeps of a visit, and what it makes of a join's answer. Pure. */
import type { GuestLocation, JoinAnswer, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import { HOLD_MS } from '../../../../shared/limits.ts';

export type Stage =
  /** No visit: steps 2 and 3. */
  | { at: 'form' }
  /** A token was kept in this browser; its status is not known yet. */
  | { at: 'restoring'; token: string }
  /** Steps 4 and 5. `asOf`: the status was kept on this device, and was so then; the server has not answered yet. */
  | { at: 'visit'; token: string; status: StatusAnswer; asOf?: string | undefined }
  /** The visit ended while the page was open; it goes to /queue by itself. */
  | { at: 'ended'; status: StatusAnswer };

/** What is slow on a cheap phone and can wait is done so long after the page came to life: taps come before it. */
export const AFTER_TAPS_MS = 100;

/** Where a visit's token is kept in the browser. */
export function tokenKey(username: string): string {
  return `holdline:visit:${username}`;
}

/** Where the visit is kept that the guest gave up after its turn: its cookie may still bring it back. */
export function givenUpKey(username: string): string {
  return `holdline:given-up:${username}`;
}

/** What is known right after a join, until the first status arrives. */
export function statusAfterJoin(
  { customer, position, estimatedWaitMinutes, estimate }: JoinAnswer,
  { businessName }: Pick<GuestLocation, 'businessName'>,
): StatusAnswer {
  return {
    customer,
    removed: false,
    status: customer.status,
    message: '',
    admitted: customer.status === 'admitted',
    position,
    ahead: Math.max(0, position - 1),
    estimatedWaitMinutes,
    estimate,
    address: customer.address,
    businessName,
    holdMs: HOLD_MS,
    ...(customer.holdEndsAt !== undefined && { holdEndsAt: customer.holdEndsAt }),
    // Every real status is newer than the join, so the first one that says anything else replaces this.
    serverNow: customer.joinedAt,
  };
}

/** The page tells the time of what it shows to the minute. */
const AS_OF_MS = 60_000;

/** Nothing but the time is new, and that within a minute: a slow phone has nothing to draw anew. */
export function saysTheSame(shown: StatusAnswer, next: StatusAnswer): boolean {
  const laterMs = Date.parse(next.serverNow) - Date.parse(shown.serverNow);
  return laterMs < AS_OF_MS && textOf(next) === textOf(shown);
}

/** A live message is a status with a type of its own. */
function textOf(status: StatusAnswer): string {
  return JSON.stringify(status, (key, value: unknown) =>
    key === 'serverNow' || key === 'type' ? undefined : value,
  );
}

/** The address of one visit: its calls stand at and below it (`/status`, `/live`). */
export function visitPath(username: string, token: string): string {
  return `/auth/business/${encodeURIComponent(username)}/queue/token/${encodeURIComponent(token)}`;
}
