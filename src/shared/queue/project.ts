/** What each side may see of a visit and its location, pure. */
import { guestCopy } from '../copy/guest.ts';
import type { Estimate, JoinAnswer, StatusAnswer } from '../guest-queue.ts';
import type { PlaceMessage } from '../live.ts';
import type {
  GuestVisit,
  DatabaseView,
  LocationView,
  TextsView,
  VisitView,
} from '../queue-view.ts';
import { holdHasEnded } from './rules/admission.ts';
import { creditsNow } from './rules/credits.ts';
import { estimateWait } from './rules/estimate.ts';
import { moreTimeFor, moreTimeInLine, type Standing } from './rules/replies.ts';
import { obstacleOfNumber } from './rules/texts.ts';
import type { Location, Visit } from './state.ts';

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** A visit as its guest sees it. `position` counts from 1; 0 for a visit that does not wait. */
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
    address: location.address,
    ...(position > 0 && { position }),
    status: visit.status,
    ...(visit.admittedAt !== null && { admittedAt: iso(visit.admittedAt) }),
    ...(visit.holdEndsAt !== null && {
      holdEndsAt: iso(visit.holdEndsAt),
      holdExpired: holdHasEnded(visit, now),
    }),
    ...endOf(visit),
    ...(visit.calledAgainAt !== null && { calledAgainAt: iso(visit.calledAgainAt) }),
    ...(visit.onMyWayAt !== null && { onMyWayAt: iso(visit.onMyWayAt) }),
    ...(visit.moreTimeAt !== null && { moreTimeAt: iso(visit.moreTimeAt) }),
    ...messageOf(location, visit),
  };
}

/** A visit as its owner sees it: while it waits also with what its guest was promised. */
export function visitView(location: Location, visit: Visit, position: number, now: number): VisitView {
  const { low, high } = visit.promise;
  const view = guestVisit(location, visit, position, now);
  return visit.status === 'waiting' ? { ...view, promised: { low, high } } : view;
}

function endOf({ status, endedAt }: Visit): Pick<GuestVisit, 'leftAt' | 'removedAt' | 'arrivedAt'> {
  if (endedAt === null) return {};
  switch (status) {
    case 'left':
      return { leftAt: iso(endedAt) };
    case 'removed':
      return { removedAt: iso(endedAt) };
    case 'arrived':
      return { arrivedAt: iso(endedAt) };
    case 'waiting':
    case 'admitted':
    case 'no_show':
      return {};
  }
}

/** The turn text's state; before the turn already, when none could reach the number the guest gave. */
function messageOf(location: Location, visit: Visit): Pick<VisitView, 'message'> {
  if (visit.text !== null) return { message: visit.text };
  const waitsForText = visit.status === 'waiting' && visit.waitingPreference === 'wait_anywhere';
  const error = waitsForText ? obstacleOfNumber(location, visit) : null;
  return error === null ? {} : { message: { status: 'not_sent', error } };
}

/** The lists arrive in the order they are shown: the line by rank, the ended ones newest first. */
export function locationView(
  id: string,
  location: Location,
  lists: { waiting: Visit[]; admitted: Visit[]; ended: Visit[] },
  texts: TextsView,
  now: number,
): LocationView {
  return {
    id,
    address: location.address,
    businessName: location.businessName,
    timezone: location.timezone,
    ...creditsNow(location, now),
    queue: lists.waiting.map((visit, index) => visitView(location, visit, index + 1, now)),
    admittedCustomers: lists.admitted.map((visit) => visitView(location, visit, 0, now)),
    removedCustomers: lists.ended.map((visit) => visitView(location, visit, 0, now)),
    settings: location.settings,
    paused: location.paused,
    ...((texts.held || texts.today) && { texts }),
    ...(location.databaseAwaySince !== null && { database: databaseView(location) }),
  };
}

/** Whether the database takes texts' questions and what is over. */
export function databaseView({ databaseAwaySince }: Pick<Location, 'databaseAwaySince'>): DatabaseView {
  return databaseAwaySince === null ? {} : { awaySince: iso(databaseAwaySince) };
}

/** A visit as its guest sees it. */
export function statusAnswer(
  location: Location,
  visit: Visit,
  standing: Standing,
  now: number,
): StatusAnswer {
  const { position } = standing;
  const moreTime = moreTimeFor(location, visit, standing, now);
  return {
    customer: guestVisit(location, visit, position, now),
    removed: visit.status === 'left' || visit.status === 'removed',
    status: visit.status,
    admitted: visit.status === 'admitted' || visit.status === 'arrived' || visit.status === 'no_show',
    ...placeOf(location, position),
    ...(moreTime !== null && { moreTime }),
    message: sentence(visit, position, now),
    address: location.address,
    businessName: location.businessName,
    holdMs: holdOf(visit) ?? location.settings.holdMs,
    ...(visit.holdEndsAt !== null && {
      holdEndsAt: iso(visit.holdEndsAt),
      holdExpired: holdHasEnded(visit, now),
    }),
    ...(location.closedAt !== null && { locationClosed: true }),
    serverNow: iso(now),
  };
}

/** The answer to a join; `queueToken` is the only time the token is spelled out. */
export function joinAnswer(
  location: Location,
  visit: Visit,
  position: number,
  queueToken: string,
  now: number,
): JoinAnswer {
  const { estimatedWaitMinutes, estimate } = placeOf(location, position);
  return {
    success: true,
    customer: guestVisit(location, visit, position, now),
    queueToken,
    position,
    estimatedWaitMinutes,
    estimate,
  };
}

/** What a waiting guest's page has to hear when the line has changed and nothing else has. */
export function placeMessage(
  location: Location,
  standing: Standing,
  hasHadMoreTime: boolean,
  now: number,
): PlaceMessage {
  const { position } = standing;
  const moreTime = hasHadMoreTime ? null : moreTimeInLine(location, standing);
  return {
    type: 'place',
    ...placeOf(location, position),
    ...(moreTime !== null && { moreTime }),
    message: sentenceOfPlace(position),
    serverNow: iso(now),
  };
}

/** Whoever does not wait (position 0) has nobody ahead and no wait. */
function placeOf(
  location: Location,
  position: number,
): { position: number; ahead: number; estimatedWaitMinutes: number; estimate: Estimate } {
  const ahead = Math.max(0, position - 1);
  const { minutes, low, high, method } = estimateWait(location.pace, ahead);
  if (position === 0)
    return { position, ahead, estimatedWaitMinutes: 0, estimate: { low: 0, high: 0, method } };
  return { position, ahead, estimatedWaitMinutes: minutes, estimate: { low, high, method } };
}

/** How long the spot of an admitted visit is held: what was set when it was admitted, not since. */
function holdOf({ admittedAt, holdEndsAt }: Visit): number | null {
  return admittedAt === null || holdEndsAt === null ? null : holdEndsAt - admittedAt;
}

function sentence(visit: Visit, position: number, now: number): string {
  switch (visit.status) {
    case 'waiting':
      return sentenceOfPlace(position);
    case 'admitted':
      return holdHasEnded(visit, now) ? guestCopy.turn.expired : guestCopy.turn.title;
    case 'arrived':
      return guestCopy.turn.arrived;
    case 'no_show':
      return guestCopy.turn.expired;
    case 'left':
      return guestCopy.toasts.left;
    case 'removed':
      return guestCopy.toasts.removedBody;
  }
}

/** As the guest's page says it, in English: whoever reads the call by themselves knows no language of the guest's. */
function sentenceOfPlace(position: number): string {
  const { youAre, place, inLine } = guestCopy.status;
  return `${youAre} ${place(position)} ${inLine}`;
}
