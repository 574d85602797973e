/**
 * Enumerations of a visit and its customer key. The file is separate from the schemas, so that the guest's page loads
 * no schema library.
 */
import { UNRESOLVED_AFTER_HOLD_MS } from './limits.ts';

export const waitingPreferences = ['on_premises', 'wait_anywhere'] as const;
export type WaitingPreference = (typeof waitingPreferences)[number];

export const visitStatuses = ['waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed'] as const;

/** Whether the visit is over: it has ended, or its hold ended more than `UNRESOLVED_AFTER_HOLD_MS` ago. */
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

/** Why a number never gets a text: it is invalid, or its country is not allowed. */
export type NumberObstacle = 'number_unreachable' | 'foreign_number';

/** Why no text can go to a typed number; the guest sees the reason before the join. */
export const textObstacles = ['landline', 'unknown', 'country'] as const;
export type TextObstacle = (typeof textObstacles)[number];

/** Whether the error says that the guest's number never gets a text. */
export function isNumberObstacle(error: string | undefined): error is NumberObstacle {
  return error === 'number_unreachable' || error === 'foreign_number';
}

export const estimateMethods = ['fixed', 'learned'] as const;

/**
 * The customer key in the spec's paths: first name, last name and join time in one string, not URL-encoded. Join times
 * strictly increase within a location, so the key is unique there.
 */
export function customerKey(visit: { firstName: string; lastName: string; joinedAt: string }): string {
  return visit.firstName + visit.lastName + visit.joinedAt;
}
