import type { StatusAnswer } from './contracts/guest.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from './limits.ts';

/** Whether there is nothing left of this visit for its guest to come back to: it ended, or its turn is long past. */
export function isOver({ status, removed, holdEndsAt, serverNow }: StatusAnswer): boolean {
  if (removed || status === 'arrived' || status === 'no_show') return true;
  if (status !== 'admitted' || holdEndsAt === undefined) return false;
  return Date.parse(serverNow) > Date.parse(holdEndsAt) + UNRESOLVED_AFTER_HOLD_MS;
}
