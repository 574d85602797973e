/** Type guards for the answers of the guest's calls (`docs/spec.md` section 7), as defined in `contracts/guest.ts`. */
import type {
  BotCheckWidget,
  Estimate,
  GuestLocation,
  JoinAnswer,
  MoreTime,
  NumberCheck,
  StatusAnswer,
} from '../../../../shared/contracts/guest.ts';
import type { PositionMessage, StatusMessage } from '../../../../shared/contracts/live.ts';
import type { GuestVisit } from '../../../../shared/contracts/queue-view.ts';
import { estimateMethods, visitStatuses, waitingPreferences } from '../../../../shared/visit-values.ts';
import {
  isBoolean,
  isListOf,
  optional,
  isOneOf,
  matchesShape,
  isText,
  isTime,
  isTrue,
  isInteger,
} from '../../../lib/guards.ts';

const isVisitStatus = isOneOf(visitStatuses);

const isVisit = matchesShape<GuestVisit>({
  id: isText,
  firstName: isText,
  lastName: isText,
  phoneNumber: optional(isText),
  numGuests: isInteger,
  waitingPreference: isOneOf(waitingPreferences),
  joinedAt: isTime,
  address: isText,
  position: optional(isInteger),
  status: isVisitStatus,
  admittedAt: optional(isTime),
  holdEndsAt: optional(isTime),
  holdExpired: optional(isBoolean),
  leftAt: optional(isTime),
  removedAt: optional(isTime),
  waitExpired: optional(isTrue),
  arrivedAt: optional(isTime),
  calledAgainAt: optional(isTime),
  onMyWayAt: optional(isTime),
  moreTimeAt: optional(isTime),
  message: optional(
    matchesShape<NonNullable<GuestVisit['message']>>({ status: isText, error: optional(isText) }),
  ),
});

const isEstimate = matchesShape<Estimate>({
  low: isInteger,
  high: isInteger,
  method: isOneOf(estimateMethods),
});

const isMoreTime = matchesShape<MoreTime>({ places: isInteger, position: isInteger });

export const isJoinAnswer = matchesShape<JoinAnswer>({
  success: isTrue,
  customer: isVisit,
  queueToken: isText,
  position: isInteger,
  estimatedWaitMinutes: isInteger,
  estimate: isEstimate,
});

/** The refusal of a join that needs the bot check. */
export const isBotCheckAsked = matchesShape<{ code: string; widget: BotCheckWidget }>({
  code: isOneOf(['human_check']),
  widget: matchesShape<BotCheckWidget>({ siteKey: isText, script: isText }),
});

export const isStatusAnswer = matchesShape<StatusAnswer>({
  customer: isVisit,
  removed: isBoolean,
  status: isVisitStatus,
  message: isText,
  admitted: isBoolean,
  position: isInteger,
  ahead: isInteger,
  estimatedWaitMinutes: isInteger,
  estimate: isEstimate,
  moreTime: optional(isMoreTime),
  address: isText,
  businessName: isText,
  holdMs: isInteger,
  holdEndsAt: optional(isTime),
  holdExpired: optional(isBoolean),
  locationClosed: optional(isBoolean),
  serverNow: isTime,
});

export const isAddressesAnswer = matchesShape<{ addresses: GuestLocation[] }>({
  addresses: isListOf(
    matchesShape<GuestLocation>({
      locationId: isText,
      address: isText,
      businessName: isText,
      accepting: isBoolean,
      reason: optional(isText),
      smsAvailable: isBoolean,
      line: optional(
        matchesShape<NonNullable<GuestLocation['line']>>({
          parties: isInteger,
          low: isInteger,
          high: isInteger,
        }),
      ),
    }),
  ),
});

/** The page shows only the sentence. */
export const isNumberCheck = matchesShape<Pick<NumberCheck, 'reason'>>({ reason: optional(isText) });

export const isExistsAnswer = matchesShape<{ exists: boolean }>({ exists: isBoolean });

const isStatusMessage = matchesShape<Pick<StatusMessage, 'type'>>({ type: isOneOf(['status']) });

const isMovedMessage = matchesShape<{ type: 'moved'; to: number[]; fixed?: true | undefined }>({
  type: isOneOf(['moved']),
  to: isListOf(isInteger),
  fixed: optional(isTrue),
});

/** The other fields of a `place` message are fields of a status, and are checked with the whole status. */
const isPositionMessage = matchesShape<Pick<PositionMessage, 'type' | 'position'>>({
  type: isOneOf(['place']),
  position: isInteger,
});

/** The last status from the socket, with its version. */
export type LiveStatus = StatusAnswer & Pick<StatusMessage, 'version'>;

/**
 * The status after a live message, which has a whole status or only a new position. Null for any other message, and for one
 * that is older than the last status.
 */
export function statusAfterMessage(last: LiveStatus | null, message: unknown): LiveStatus | null {
  const next = statusIn(last, message);
  return next === null || isOlder(next, last) ? null : next;
}

function statusIn(last: LiveStatus | null, message: unknown): LiveStatus | null {
  const next = isStatusMessage(message) ? message : last?.status === 'waiting' && movedTo(last, message);
  return isStatusAnswer(next) ? next : null;
}

/** The status at a new position, still to be checked. */
function movedTo(shown: LiveStatus, message: unknown): object | null {
  const { moreTime: _, ...last } = shown;
  if (isPositionMessage(message))
    return { ...last, ...message, customer: { ...last.customer, position: message.position } };
  if (!isMovedMessage(message)) return null;
  const [version, position = 0, estimatedWaitMinutes, low, high, places = 0, now = 0] = message.to;
  return {
    ...last,
    customer: { ...last.customer, position },
    position,
    ahead: position - 1,
    // The sentence is for clients without a catalogue.
    message: '',
    estimatedWaitMinutes,
    estimate: { low, high, method: message.fixed ? 'fixed' : 'learned' },
    ...(places > 0 && { moreTime: { places, position: position + places } }),
    version,
    serverNow: new Date(now).toISOString(),
  };
}

/** Messages of the same millisecond are in the order of their versions. */
function isOlder(next: LiveStatus, last: LiveStatus | null): boolean {
  if (last === null) return false;
  if (next.serverNow !== last.serverNow) return Date.parse(next.serverNow) < Date.parse(last.serverNow);
  return (next.version ?? Infinity) < (last.version ?? 0);
}
