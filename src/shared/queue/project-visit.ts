/**
 * Projections of a visit for its guest and for staff. Pure. The projections contain no sentences for guests, because
 * the owner's page does not load the guest catalogue.
 */
import type { GuestVisit, VisitView } from '../contracts/queue-view.ts';
import { ENDED_VISITS_SHOWN_MS } from '../limits.ts';
import { creditsNow } from './rules/credits.ts';
import { holdHasEnded } from './rules/admission.ts';
import type { WaitPromise } from './rules/estimate/estimate.ts';
import type { Line } from './rules/line.ts';
import { hasSameNumber } from './rules/same-number.ts';
import { costOfText, obstacleOfNumber, obstacleToText } from './rules/texts/texts.ts';
import { isEnded, undoOf } from './rules/undo.ts';
import type { Location, Visit } from './state.ts';
import type { QueueState } from './storage.ts';
import { iso } from '../time/iso.ts';

/** A visit as its guest sees it. `position`: counted from 1; 0 if the visit does not wait. */
export function guestVisit(
  location: Location,
  visit: Visit,
  position: number,
  now: number,
): GuestVisit & Pick<VisitView, 'message'> {
  return {
    id: visit.id,
    firstName: visit.firstName,
    lastName: visit.lastName,
    ...(visit.phoneNumber !== '' && { phoneNumber: visit.phoneNumber }),
    numGuests: visit.numGuests,
    waitingPreference: visit.waitingPreference,
    joinedAt: iso(visit.joinedAt),
    address: location.profile.address,
    ...(position > 0 && { position }),
    status: visit.status,
    ...(visit.admittedAt !== null && { admittedAt: iso(visit.admittedAt) }),
    ...(visit.holdEndsAt !== null && {
      holdEndsAt: iso(visit.holdEndsAt),
      holdExpired: holdHasEnded(visit, now),
    }),
    ...(visit.status === 'left' && visit.endedAt !== null && { leftAt: iso(visit.endedAt) }),
    ...(visit.status === 'removed' && visit.endedAt !== null && { removedAt: iso(visit.endedAt) }),
    ...(visit.status === 'arrived' && visit.endedAt !== null && { arrivedAt: iso(visit.endedAt) }),
    ...(visit.waitExpired && { waitExpired: true as const }),
    ...(visit.calledAgainAt !== null && { calledAgainAt: iso(visit.calledAgainAt) }),
    ...(visit.onMyWayAt !== null && { onMyWayAt: iso(visit.onMyWayAt) }),
    ...(visit.moreTimeAt !== null && { moreTimeAt: iso(visit.moreTimeAt) }),
    ...messageOf(location, visit),
  };
}

/** Whether staff's pages list this visit now. */
export function isShownToStaff({ status, admittedAt, endedAt }: Visit, now: number): boolean {
  return status === 'waiting' || (admittedAt ?? endedAt ?? 0) >= now - ENDED_VISITS_SHOWN_MS;
}

/** A visit as staff see it, with the fields that depend on other visits. */
export function staffVisitIn(state: QueueState, location: Location, visit: Visit, now: number): VisitView {
  const line = state.line(visit);
  const senderGroup = visit.status === 'waiting' ? state.recentJoins().groupOf(visit.id) : null;
  return {
    ...staffVisit(location, visit, line.positionOf(visit.id), now),
    ...placeOfUndo(location, visit, line, now),
    ...(hasSameNumber(state, visit) && { sameNumber: true as const }),
    ...(senderGroup !== null && { senderGroup }),
  };
}

/**
 * The position in line to which an undo would return the visit; empty if no undo would return the visit to the line.
 */
export function placeOfUndo(
  location: Location,
  visit: Visit,
  line: Line,
  now: number,
): Pick<VisitView, 'undoPosition'> {
  const undo = undoOf(location, visit, now);
  const isBackInLine = undo?.of === 'admit' || undo?.of === 'remove';
  return isBackInLine ? { undoPosition: line.positionFor(undo.rank) } : {};
}

/** A visit as staff see it, without the fields that depend on other visits. */
export function staffVisit(location: Location, visit: Visit, position: number, now: number): VisitView {
  const undo = undoOf(location, visit, now);
  const view = {
    ...guestVisit(location, visit, position, now),
    ...(visit.status === 'no_show' && visit.endedAt !== null && { noShowAt: iso(visit.endedAt) }),
    ...(visit.note !== '' && { note: visit.note }),
    ...(visit.discarded && { discarded: true as const }),
    ...(undo !== null && { undoUntil: iso(undo.until) }),
    ...(visit.pageGone && !isEnded(visit.status) && { pageGone: true as const }),
  };
  if (visit.status !== 'waiting') return view;
  const credits =
    obstacleToText(location, visit, now) === null
      ? costOfText(visit, location.settings.turnText, creditsNow(location, now).smsCredits).credits
      : 1;
  return {
    ...view,
    promised: promiseView(visit.promise),
    ...(credits > 1 && { textCredits: credits }),
  };
}

/** The promised wait as staff see it; `minutes` is set only for a fixed estimate. */
export function promiseView({ low, high, minutes, method }: WaitPromise): NonNullable<VisitView['promised']> {
  return { low, high, ...(method === 'fixed' && { minutes }) };
}

/**
 * The state of the turn text. Before the guest's turn, the field is absent, or has an error if the guest's number
 * cannot get texts.
 */
function messageOf(location: Location, visit: Visit): Pick<VisitView, 'message'> {
  if (visit.text !== null) return { message: visit.text };
  const waitsForText = visit.status === 'waiting' && visit.waitingPreference === 'wait_anywhere';
  const error = waitsForText ? obstacleOfNumber(location, visit) : null;
  return error === null ? {} : { message: { status: 'not_sent', error } };
}
