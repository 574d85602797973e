/** What a guest's page makes of a visit's status (`spec.md` section 4). Pure. */
import type { JoinAnswer, StatusAnswer, GuestLocation } from '../../../shared/guest-queue.ts';
import { HOLD_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../../shared/limits.ts';

/** Where a visit's token is kept in the browser. */
export function tokenKey(username: string): string {
  return `holdline:visit:${username}`;
}

/** Whether there is nothing left of this visit to come back to: it ended, or its turn is long past. */
export function isOver({ status, removed, holdEndsAt, serverNow }: StatusAnswer): boolean {
  if (removed || status === 'arrived' || status === 'no_show') return true;
  if (status !== 'admitted' || holdEndsAt === undefined) return false;
  return Date.parse(serverNow) > Date.parse(holdEndsAt) + UNRESOLVED_AFTER_HOLD_MS;
}

/** What is known right after a join, until the first status arrives. */
export function statusAfterJoin(
  { customer, position, estimatedWaitMinutes, estimate }: JoinAnswer,
  { address, businessName }: Pick<GuestLocation, 'address' | 'businessName'>,
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
    address,
    businessName,
    holdMs: HOLD_MS,
    ...(customer.holdEndsAt !== undefined && { holdEndsAt: customer.holdEndsAt }),
    // Every real status is newer than the join, so the first one replaces this.
    serverNow: customer.joinedAt,
  };
}
