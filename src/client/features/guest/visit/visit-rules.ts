/** Rules of a visit on the guest's page: its storage keys, and its status after a join. Pure. */
import type { GuestLocation, JoinAnswer, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import type { GuestCopy } from '../../../../shared/copy/en/guest.ts';
import { READS_MOVED } from '../../../../shared/contracts/live-protocol.ts';
import { HOLD_MS } from '../../../../shared/limits.ts';

export type Stage =
  /** There is no visit, so the page shows steps 2 and 3. */
  | { at: 'form' }
  /** This browser has stored a token, but the page does not know the status of the token's visit yet. */
  | { at: 'restoring'; token: string }
  /**
   * Steps 4 and 5. `asOf` is the time of a status that comes from the cache of this device. `asOf` is undefined after
   * the server has answered.
   */
  | { at: 'visit'; token: string; status: StatusAnswer; asOf?: string | undefined }
  /** The visit ended while the page was open. The page opens /queue by itself. */
  | { at: 'ended'; status: StatusAnswer }
  /** The guest said during their turn that they cannot come. */
  | { at: 'given-up'; status: StatusAnswer };

/** The delay after hydration for work that is slow on a cheap phone, so that taps are handled first. */
export const AFTER_TAPS_MS = 100;

export function tokenKey(username: string): string {
  return `holdline:visit:${username}`;
}

/**
 * The storage key for the id of a visit whose guest chose to join again after the hold. Without the stored id the
 * visit's cookie could restore this visit.
 */
export function givenUpKey(username: string): string {
  return `holdline:given-up:${username}`;
}

/** The status after a join, until the server sends the first status. */
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
    // This status has the oldest possible time, so that the first status from the server replaces it.
    serverNow: customer.joinedAt,
  };
}

/**
 * The sentence that says why the visit was removed: the business removed the visit, or nobody called the guest in time.
 */
export function removalSentence({ toasts }: GuestCopy, { customer }: StatusAnswer): string {
  return customer.waitExpired ? toasts.waitExpired : toasts.removedBody;
}

/** If two times differ by less than this, the page shows no difference, because the page shows times in minutes. */
const AS_OF_MS = 60_000;

/**
 * Returns whether two answers differ only in their time, and by less than a minute. To save work on a slow phone, the
 * page does not render an answer that says the same as the shown status.
 */
export function saysTheSame(shown: StatusAnswer, next: StatusAnswer): boolean {
  const laterMs = Date.parse(next.serverNow) - Date.parse(shown.serverNow);
  return laterMs < AS_OF_MS && textOf(next) === textOf(shown);
}

/**
 * Returns the status as JSON, without the status's time and without the fields `type` and `version` of a live message.
 */
function textOf(status: StatusAnswer): string {
  return JSON.stringify(status, (key, value: unknown) =>
    key === 'serverNow' || key === 'type' || key === 'version' ? undefined : value,
  );
}

export function livePath(username: string, token: string): string {
  return `${visitPath(username, token)}/live?${READS_MOVED}`;
}

export function visitPath(username: string, token: string): string {
  return `${businessPath(username)}/queue/token/${encodeURIComponent(token)}`;
}

export function businessPath(username: string): string {
  return `/auth/business/${encodeURIComponent(username)}`;
}
