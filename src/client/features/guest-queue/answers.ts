/** The answers of the guest's calls (`spec.md` section 7), read as `shared/guest-queue.ts` defines them. */
import type {
  Estimate,
  GuestLocation,
  JoinAnswer,
  MoreTime,
  StatusAnswer,
} from '../../../shared/guest-queue.ts';
import type { PlaceMessage } from '../../../shared/live.ts';
import type { GuestVisit } from '../../../shared/queue-view.ts';
import { estimateMethods, visitStatuses, waitingPreferences } from '../../../shared/visit-words.ts';
import {
  isFlag,
  isListOf,
  isMaybe,
  isOneOf,
  isShaped,
  isText,
  isTime,
  isWhole,
  type Guard,
} from '../../lib/shape.ts';

const isVisitStatus = isOneOf(visitStatuses);

const isVisit = isShaped<GuestVisit>({
  id: isText,
  firstName: isText,
  lastName: isText,
  phoneNumber: isMaybe(isText),
  numGuests: isWhole,
  waitingPreference: isOneOf(waitingPreferences),
  joinedAt: isTime,
  address: isText,
  position: isMaybe(isWhole),
  status: isVisitStatus,
  admittedAt: isMaybe(isTime),
  holdEndsAt: isMaybe(isTime),
  holdExpired: isMaybe(isFlag),
  leftAt: isMaybe(isTime),
  removedAt: isMaybe(isTime),
  arrivedAt: isMaybe(isTime),
  calledAgainAt: isMaybe(isTime),
  onMyWayAt: isMaybe(isTime),
  moreTimeAt: isMaybe(isTime),
  message: isMaybe(isShaped<NonNullable<GuestVisit['message']>>({ status: isText, error: isMaybe(isText) })),
});

const isEstimate = isShaped<Estimate>({ low: isWhole, high: isWhole, method: isOneOf(estimateMethods) });

const isMoreTime = isShaped<MoreTime>({ places: isWhole, position: isWhole });

const isTrue: Guard<true> = (value) => value === true;

export const isJoinAnswer = isShaped<JoinAnswer>({
  success: isTrue,
  customer: isVisit,
  queueToken: isText,
  position: isWhole,
  estimatedWaitMinutes: isWhole,
  estimate: isEstimate,
});

export const isStatusAnswer = isShaped<StatusAnswer>({
  customer: isVisit,
  removed: isFlag,
  status: isVisitStatus,
  message: isText,
  admitted: isFlag,
  position: isWhole,
  ahead: isWhole,
  estimatedWaitMinutes: isWhole,
  estimate: isEstimate,
  moreTime: isMaybe(isMoreTime),
  address: isText,
  businessName: isText,
  holdMs: isWhole,
  holdEndsAt: isMaybe(isTime),
  holdExpired: isMaybe(isFlag),
  locationClosed: isMaybe(isFlag),
  serverNow: isTime,
});

export const isAddressesAnswer = isShaped<{ addresses: GuestLocation[] }>({
  addresses: isListOf(
    isShaped<GuestLocation>({
      locationId: isText,
      address: isText,
      businessName: isText,
      accepting: isFlag,
      reason: isMaybe(isText),
      smsAvailable: isFlag,
    }),
  ),
});

export const isExistsAnswer = isShaped<{ exists: boolean }>({ exists: isFlag });

const isStatusMessage = isShaped<{ type: 'status' }>({ type: isOneOf(['status']) });

const isPlaceMessage = isShaped<PlaceMessage>({
  type: isOneOf(['place']),
  position: isWhole,
  ahead: isWhole,
  message: isText,
  estimatedWaitMinutes: isWhole,
  estimate: isEstimate,
  moreTime: isMaybe(isMoreTime),
  serverNow: isTime,
});

/** The status after a live message: a whole one, or another place in line for the last; null for what is neither. */
export function statusAfterMessage(last: StatusAnswer | null, message: unknown): StatusAnswer | null {
  if (isStatusMessage(message)) return isStatusAnswer(message) ? message : null;
  if (last?.status !== 'waiting' || !isPlaceMessage(message)) return null;
  const { moreTime: _before, ...kept } = last;
  return { ...kept, ...message, customer: { ...last.customer, position: message.position } };
}
