/** The closed sets of a visit's contract and its name, apart from the schemas so that the guest's page has them without. */
import { UNRESOLVED_AFTER_HOLD_MS } from './limits.ts';

export const waitingPreferences = ['on_premises', 'wait_anywhere'] as const;
export type WaitingPreference = (typeof waitingPreferences)[number];

export const visitStatuses = ['waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed'] as const;
/** Whether nothing more can happen to a visit. */
export function isEnded(status: (typeof visitStatuses)[number]): boolean {
  return status !== 'waiting' && status !== 'admitted';
}

/** Whether there is nothing left of this visit for its guest to come back to: it ended, or its turn is long past. */
export function isOver(visit: {
  status: (typeof visitStatuses)[number];
  removed?: boolean | undefined;
  holdEndsAt?: string | undefined;
  serverNow: string;
}): boolean {
  const { status, removed, holdEndsAt, serverNow } = visit;
  if (removed || status === 'arrived' || status === 'no_show') return true;
  if (status !== 'admitted' || holdEndsAt === undefined) return false;
  return Date.parse(serverNow) > Date.parse(holdEndsAt) + UNRESOLVED_AFTER_HOLD_MS;
}

/** Why no text goes to a number, whatever happens: it is none, or of a country that the owner did not name. */
export type NumberObstacle = 'number_unreachable' | 'foreign_number';

/** Whether no text can go to the guest's number. */
export function isNumberObstacle(error: string | undefined): error is NumberObstacle {
  return error === 'number_unreachable' || error === 'foreign_number';
}

export const estimateMethods = ['fixed', 'learned'] as const;

/**
 * The name a visit has in the spec's paths: first name, last name and join time run together (not yet URL-encoded).
 * Join times are strictly increasing within a location, so it names one visit there.
 */
export function customerKey(visit: { firstName: string; lastName: string; joinedAt: string }): string {
  return visit.firstName + visit.lastName + visit.joinedAt;
}
