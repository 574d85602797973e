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

export const isVisitStatus = isOneOf(visitStatuses);

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

export const isEstimate = matchesShape<Estimate>({
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

/** Only `reason` is checked, because the page shows nothing else of the answer. */
export const isNumberCheck = matchesShape<Pick<NumberCheck, 'reason'>>({ reason: optional(isText) });

export const isExistsAnswer = matchesShape<{ exists: boolean }>({ exists: isBoolean });
