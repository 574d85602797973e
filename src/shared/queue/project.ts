/**
 * Projections of a queue, one function for each audience: guests see their own visit, staff see the whole location.
 * Pure.
 */
import { guestCopy } from '../copy/en/guest.ts';
import type { RefusalCode } from '../copy/en/refusals.ts';
import { calendarDay } from '../time/day-figures.ts';
import type { Estimate, GuestLocation, JoinAnswer, StatusAnswer } from '../contracts/guest.ts';
import { ENDED_VISITS_SHOWN_MAX, ENDED_VISITS_SHOWN_MS } from '../limits.ts';
import type { DatabaseView, LocationView, TextsView } from '../contracts/queue-view.ts';
import { actorInWord } from './events.ts';
import { holdHasEnded } from './rules/admission.ts';
import { creditsNow } from './rules/credits.ts';
import { estimateWait } from './rules/estimate/estimate.ts';
import { serversOnDuty } from './rules/servers.ts';
import { moreTimeFor, type LinePosition } from './rules/texts/replies.ts';
import { guestVisit, staffVisitIn } from './project-visit.ts';
import { backInLine, hiddenVisit } from './rules/undo.ts';
import { refusalToJoin } from './rules/queue.ts';
import type { IsOpenAt } from '../time/opening-hours.ts';
import { joinSettings } from './settings.ts';
import { MAIN_SERVICE, serviceOf, type Location, type Service, type TextStop, type Visit } from './state.ts';
import type { QueueState } from './storage.ts';
import { iso } from '../time/iso.ts';
import { toldRange } from '../time/rounded-wait.ts';

/** The location as its staff sees it; null if there is no location. */
function staffView(state: QueueState, now: number): LocationView | null {
  const location = state.location();
  if (location === null) return null;
  const { health } = location;
  const since = now - ENDED_VISITS_SHOWN_MS;
  const texts = textsView(state, location, now);
  const { timezone, ...set } = settingsView(location);
  return {
    id: state.locationId,
    ...profileView(location),
    ...(location.profile.homeCountry !== null && { homeCountry: location.profile.homeCountry }),
    timezone,
    ...creditsView(location, now),
    queue: state.waiting().map((visit) => staffVisitIn(state, location, visit, now)),
    admittedCustomers: state.admittedSince(since).map((visit) => staffVisitIn(state, location, visit, now)),
    removedCustomers: state
      .endedSince(since, ENDED_VISITS_SHOWN_MAX)
      .map((visit) => staffVisitIn(state, location, visit, now)),
    ...set,
    ...serversView(location),
    ...((texts.held || texts.stopped || texts.today) && { texts }),
    ...(health.databaseAwaySince !== null && { database: databaseView(location) }),
  };
}

/** The credits that can be spent now, and the debt if there is one. */
export function creditsView(
  location: Location,
  now: number,
): Pick<LocationView, 'customerCredits' | 'customerDebt' | 'smsCredits'> {
  const { customerDebt } = location.credits;
  return { ...creditsNow(location, now), ...(customerDebt > 0 && { customerDebt }) };
}

export function profileView({
  profile: { address, businessName },
}: Pick<Location, 'profile'>): Pick<LocationView, 'address' | 'businessName'> {
  return { address, businessName };
}

/** The settings in the format of the API, where `paused` and `timezone` are fields of the location. */
export function settingsView(location: Location): Pick<LocationView, 'settings' | 'paused' | 'timezone'> {
  const service = serviceOf(location, { serviceId: MAIN_SERVICE });
  const { paused, timezone, memberCharts, ...set } = joinSettings(location.settings, service.settings);
  return { settings: { ...set, ...(memberCharts && { memberCharts }) }, paused, timezone };
}

export function serversView(location: Location): Pick<LocationView, 'servers' | 'onDuty'> {
  const servers = serversOnDuty(location, { serviceId: MAIN_SERVICE });
  const onDuty = onDutyView(location);
  return { ...(servers !== null && { servers }), ...(onDuty.length > 0 && { onDuty }) };
}

export function onDutyView(location: Location): NonNullable<LocationView['onDuty']> {
  return serviceOf(location, { serviceId: MAIN_SERVICE }).onDuty.map(({ actor, name }) => ({
    actor: actorInWord(actor),
    ...(name !== null && { name }),
  }));
}

/** Whether texts are sent, and how many were sent today. */
export function textsView(state: QueueState, { health, settings }: Location, now: number): TextsView {
  const { textBreaker, textStop } = health;
  const day = calendarDay(now, settings.timezone);
  const { sent, delivered } = state.textsOn(day);
  return {
    ...(textBreaker && { held: { reason: textBreaker.reason, since: iso(textBreaker.since) } }),
    ...(textStop !== null && now < textStop.until && { stopped: stoppedView(textStop) }),
    ...(sent > 0 && { today: { day, sent, delivered } }),
  };
}

function stoppedView({ budget, until, country }: TextStop): TextsView['stopped'] {
  return { budget, until: iso(until), ...(country !== null && { country }) };
}

/** Whether the database answers. */
export function databaseView({ health: { databaseAwaySince } }: Pick<Location, 'health'>): DatabaseView {
  return databaseAwaySince === null ? {} : { awaySince: iso(databaseAwaySince) };
}

/**
 * A visit as its guest sees it. While staff can still undo a removal, the guest still sees the visit at its position in
 * line.
 */
function guestView(state: QueueState, location: Location, known: Visit, now: number): StatusAnswer {
  const { visit, linePosition } = asGuestSees(state, location, known, now);
  const { position } = linePosition;
  const moreTime = moreTimeFor(location, visit, linePosition, now);
  return {
    customer: guestVisit(location, visit, position, now),
    removed: visit.status === 'left' || visit.status === 'removed',
    status: visit.status,
    admitted: visit.status === 'admitted' || visit.status === 'arrived' || visit.status === 'no_show',
    ...waitAtPosition(serviceOf(location, visit), position, now),
    ...(moreTime !== null && { moreTime }),
    message: sentence(visit, position, now),
    address: location.profile.address,
    businessName: location.profile.businessName,
    holdMs: holdOf(visit) ?? serviceOf(location, visit).settings.holdMs,
    ...(visit.holdEndsAt !== null && {
      holdEndsAt: iso(visit.holdEndsAt),
      holdExpired: holdHasEnded(visit, now),
    }),
    ...(location.profile.closedAt !== null && { locationClosed: true }),
    serverNow: iso(now),
  };
}

/**
 * Returns the visit and its position as the guest may see them. A removal that staff can still undo is hidden from the
 * guest.
 */
function asGuestSees(
  state: QueueState,
  location: Location,
  visit: Visit,
  now: number,
): { visit: Visit; linePosition: LinePosition } {
  const hidden = hiddenVisit(location, visit, now);
  const line = state.line(visit);
  if (hidden === null)
    return { visit, linePosition: { position: line.positionOf(visit.id), waiting: line.length } };
  const linePosition = { position: line.positionFor(hidden.rank), waiting: line.length + 1 };
  return { visit: backInLine(visit), linePosition };
}

/** The answer to a join. Only this answer contains the queue token in plain text. */
export function joinAnswer(
  state: QueueState,
  location: Location,
  known: Visit,
  queueToken: string,
  now: number,
): JoinAnswer {
  const { visit, linePosition } = asGuestSees(state, location, known, now);
  const { position } = linePosition;
  const { estimatedWaitMinutes, estimate } = waitAtPosition(serviceOf(location, visit), position, now);
  return {
    success: true,
    customer: guestVisit(location, visit, position, now),
    queueToken,
    position,
    estimatedWaitMinutes,
    estimate,
  };
}

/** What a guest sees before joining: the refusal if a join is not possible, whether texts can be sent, and the line. */
export function acceptingView(
  state: QueueState,
  location: Location,
  isOpenAt: IsOpenAt,
  now: number,
): { refusal: RefusalCode | null; smsAvailable: boolean; line: NonNullable<GuestLocation['line']> } {
  const service = { serviceId: MAIN_SERVICE };
  const parties = state.line(service).length;
  return {
    refusal: refusalToJoin(location, service, parties, now, isOpenAt),
    smsAvailable: creditsNow(location, now).smsCredits > 0,
    line: { parties, ...toldRange(estimateWait(serviceOf(location, service).pace, parties, now)) },
  };
}

export const project = { guest: guestView, staff: staffView };

/**
 * Position, parties ahead and estimate. All numbers are 0 if `position` is 0, which means that the visit is not
 * waiting.
 */
export function waitAtPosition(
  { pace }: Service,
  position: number,
  now: number,
): { position: number; ahead: number; estimatedWaitMinutes: number; estimate: Estimate } {
  const ahead = Math.max(0, position - 1);
  const { minutes, low, high, method } = estimateWait(pace, ahead, now);
  if (position === 0)
    return { position, ahead, estimatedWaitMinutes: 0, estimate: { low: 0, high: 0, method } };
  return { position, ahead, estimatedWaitMinutes: minutes, estimate: { low, high, method } };
}

/** The length in milliseconds of a visit's hold, from its admission or recall; null if there is no hold. */
function holdOf({ admittedAt, holdRestartedAt, holdEndsAt }: Visit): number | null {
  const beganAt = holdRestartedAt ?? admittedAt;
  return beganAt === null || holdEndsAt === null ? null : holdEndsAt - beganAt;
}

function sentence(visit: Visit, position: number, now: number): string {
  switch (visit.status) {
    case 'waiting':
      return sentenceOfPosition(position);
    case 'admitted':
      return holdHasEnded(visit, now) ? guestCopy.turn.expired : guestCopy.turn.title;
    case 'arrived':
      return guestCopy.turn.arrived;
    case 'no_show':
      return guestCopy.turn.expired;
    case 'left':
      return guestCopy.toasts.left;
    case 'removed':
      return visit.waitExpired ? guestCopy.toasts.waitExpired : guestCopy.toasts.removedBody;
  }
}

/** The sentence on the guest's page, in English, for API clients without a catalogue. */
export function sentenceOfPosition(position: number): string {
  const { youAre, place, inLine } = guestCopy.status;
  return `${youAre} ${place(position)} ${inLine}`;
}
