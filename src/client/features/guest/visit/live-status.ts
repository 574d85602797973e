/**
 * The status that a guest's page has after a live message. This file checks the fields that the early script draws;
 * React's part checks the whole status (`isStatusAnswer`).
 */
import type { StatusAnswer } from '../../../../shared/contracts/guest.ts';
import type { PositionMessage } from '../../../../shared/contracts/live.ts';
import {
  isBoolean,
  isInteger,
  isListOf,
  isOneOf,
  isText,
  isTime,
  isTrue,
  matchesShape,
  optional,
} from '../../../lib/guards.ts';
import { isEstimate, isVisitStatus } from './answers.ts';

/** The fields of a status that the early script draws. */
type DrawnStatus = Pick<
  StatusAnswer,
  | 'status'
  | 'position'
  | 'ahead'
  | 'message'
  | 'estimatedWaitMinutes'
  | 'estimate'
  | 'holdEndsAt'
  | 'holdExpired'
  | 'serverNow'
>;

/** The last status from the socket, with the version of this status. */
export type LiveStatus = DrawnStatus & { customer: object; version?: number | undefined };

const isLiveStatus = matchesShape<LiveStatus>({
  customer: matchesShape<object>({}),
  status: isVisitStatus,
  position: isInteger,
  ahead: isInteger,
  message: isText,
  estimatedWaitMinutes: isInteger,
  estimate: isEstimate,
  holdEndsAt: optional(isTime),
  holdExpired: optional(isBoolean),
  serverNow: isTime,
  version: optional(isInteger),
});

const isStatusMessage = matchesShape<{ type: 'status' }>({ type: isOneOf(['status']) });

const isMovedMessage = matchesShape<{ type: 'moved'; to: number[]; fixed?: true | undefined }>({
  type: isOneOf(['moved']),
  to: isListOf(isInteger),
  fixed: optional(isTrue),
});

/** All other fields of a `place` message are fields of a status. `isLiveStatus` checks these fields. */
const isPositionMessage = matchesShape<Pick<PositionMessage, 'type' | 'position'>>({
  type: isOneOf(['place']),
  position: isInteger,
});

/**
 * Returns the status after a live message. The message contains a whole status or only a new position. Null for any
 * other message, and for a message that is older than the last status.
 */
export function statusAfterMessage(last: LiveStatus | null, message: unknown): LiveStatus | null {
  const next = statusIn(last, message);
  return next === null || isOlder(next, last) ? null : next;
}

function statusIn(last: LiveStatus | null, message: unknown): LiveStatus | null {
  const next = isStatusMessage(message) ? message : last?.status === 'waiting' && movedTo(last, message);
  return isLiveStatus(next) ? next : null;
}

/** The status at a new position. This status is not checked yet. */
function movedTo(shown: LiveStatus, message: unknown): object | null {
  const { moreTime: _, ...last }: LiveStatus & { moreTime?: unknown } = shown;
  if (isPositionMessage(message))
    return { ...last, ...message, customer: { ...last.customer, position: message.position } };
  if (!isMovedMessage(message)) return null;
  const [version, position = 0, estimatedWaitMinutes, low, high, places = 0, now = 0] = message.to;
  return {
    ...last,
    customer: { ...last.customer, position },
    position,
    ahead: position - 1,
    // The page does not use `message`. This sentence is for clients that have no sentences of their own.
    message: '',
    estimatedWaitMinutes,
    estimate: { low, high, method: message.fixed ? 'fixed' : 'learned' },
    ...(places > 0 && { moreTime: { places, position: position + places } }),
    version,
    serverNow: new Date(now).toISOString(),
  };
}

/** If two messages have the same `serverNow`, their versions are compared. */
function isOlder(next: LiveStatus, last: LiveStatus | null): boolean {
  if (last === null) return false;
  if (next.serverNow !== last.serverNow) return Date.parse(next.serverNow) < Date.parse(last.serverNow);
  return (next.version ?? Infinity) < (last.version ?? 0);
}
