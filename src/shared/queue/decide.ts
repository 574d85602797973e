/**
 * `decide(state, command, context)`: returns the changes, events and effects of a command, or a refusal. Only this
 * module and `decide-visit.ts` choose the rule for a command.
 */
import { calendarDay } from '../time/day-figures.ts';
import { DEFAULT_LANGUAGE } from '../languages.ts';
import type { Command, HumanCheck } from './commands.ts';
import { decideVisit } from './decide-visit.ts';
import {
  refused,
  unchanged,
  type Accepted,
  type Changes,
  type DecideContext,
  type Decided,
  type JoinKeys,
  type Outcome,
  type TextRecord,
  type VisitEffect,
} from './decision.ts';
import type { EventReason } from './events.ts';
import { confirmMailbox, creditsEvents, followBilling, setCredits } from './rules/credits.ts';
import { eraseGuest } from './rules/erasure.ts';
import { addWalkIn, close, join } from './rules/queue.ts';
import { changeProfile, profileEvents } from './rules/profile.ts';
import { reminderAfter } from './rules/texts/reminders.ts';
import { beginDuty, endDuty } from './rules/duty.ts';
import { setServers } from './rules/servers.ts';
import { changeSettings, settingsEvents } from './rules/settings.ts';
import { advances, obstacleOfNumber, trackText } from './rules/texts/texts.ts';
import { refusalToSender } from './rules/senders.ts';
import { endUndo } from './rules/undo.ts';
import { MAIN_SERVICE, serviceOf, type Location, type Newcomer, type Visit } from './state.ts';
import type { QueueState } from './storage.ts';

/** Decides a command. If the location does not exist, every command is refused with `not_found`. */
export function decide(state: QueueState, command: Command, context: DecideContext): Outcome {
  const location = state.location();
  if (location === null) return refused('not_found');
  switch (command.kind) {
    case 'join':
    case 'add-walk-in':
      return enter(state, location, command, context);
    case 'change-settings': {
      if (location.profile.closedAt !== null) return refused('not_found');
      const service = { serviceId: MAIN_SERVICE };
      const after = changeSettings(location, service, command.change);
      const visits = numbersReadAgain(state, location, after, context);
      const about = { at: context.now, actor: command.actor };
      return { ...ofLocation(after, { visits }), events: settingsEvents(location, after, service, about) };
    }
    case 'change-profile':
      if (location.profile.closedAt !== null) return refused('location_closed');
      return logged(location, changeProfile(location, command), command, context);
    case 'set-servers': {
      if (location.profile.closedAt !== null) return refused('location_closed');
      const service = { serviceId: MAIN_SERVICE };
      if (serviceOf(location, service).onDuty.length > 0) return refused('people_on_duty');
      const told = setServers(location, service, command, context.now);
      return { ...ofLocation(told.location), events: told.events };
    }
    case 'set-duty':
    case 'end-duty': {
      if (location.profile.closedAt !== null) return refused('location_closed');
      const service = { serviceId: MAIN_SERVICE };
      const changed =
        command.kind === 'set-duty' && command.on
          ? beginDuty(location, service, command, context)
          : endDuty(location, service, command, context.now);
      return { ...ofLocation(changed.location), events: changed.events };
    }
    case 'set-credits':
      if (location.profile.closedAt !== null) return refused('location_closed');
      return logged(location, setCredits(location, command.set), command, context);
    case 'follow-billing':
      if (location.profile.closedAt !== null) return refused('location_closed');
      return logged(location, followBilling(location, command.news), command, context);
    case 'confirm-mailbox':
      if (location.profile.closedAt !== null) return refused('location_closed');
      return ofLocation(confirmMailbox(location, command.trialEndedAt));
    case 'end-undo':
      return ofLocation(endUndo(location, command, context.now) ?? location);
    case 'record-health': {
      const version = location.version + (command.shouldAnnounce ? 1 : 0);
      return ofLocation({ ...location, health: { ...location.health, ...command.health }, version });
    }
    case 'close':
      return closeLocation(state, location, command, context);
    case 'erase-guest':
      return erase(state, location, command, context);
    case 'page-opened':
      return pageOpened(state, location, command);
    case 'record-text':
      return recordText(state, location, command, context);
    default: {
      const visit = state.visit(command.visit);
      if (visit === null) return refused('not_found');
      const decision = decideVisit(state, location, visit, command, context);
      return decision.ok ? accepted(location, [decision], command, context.now) : decision;
    }
  }
}

/**
 * A join or a walk-in. If the same join is sent again, it gets the answer of the first join, even if the location
 * accepts no guests now.
 */
function enter(
  state: QueueState,
  location: Location,
  command: Extract<Command, { kind: 'join' | 'add-walk-in' }>,
  { now, readNumber, isOpenAt, newcomer }: DecideContext,
): Outcome {
  if (newcomer === undefined) throw new Error('a party comes into line without an id');
  const { id, keys, isAssumedNew = false } = newcomer;
  const earlier = isAssumedNew ? null : state.findPriorJoin(keys.tokenHash);
  // A closed location has erased its guests. Therefore it cannot return an earlier join.
  if (earlier !== null && location.profile.closedAt === null) {
    if (earlier.requestHash !== keys.requestHash) return refused('idempotency_key_reused');
    return accepted(location, [unchanged(location, earlier.visit)], command, now);
  }
  const party: Newcomer = {
    ...command.party,
    id,
    serviceId: MAIN_SERVICE,
    textNumber: readNumber(command.party.phoneNumber, location.settings.country),
    language: command.kind === 'join' ? command.language : DEFAULT_LANGUAGE,
  };
  const line = state.line(party);
  const { pace } = serviceOf(location, party);
  const refusalOfSender = (humanCheck: HumanCheck = 'off') =>
    refusalToSender(state.recentJoins(), { networks: keys.networks, humanCheck }, pace, now);
  const decision =
    command.kind === 'join'
      ? join(
          location,
          party,
          { line, refusalOfSender: () => refusalOfSender(command.humanCheck), isOpenAt },
          now,
        )
      : addWalkIn(location, party, line, now, command.told);
  return decision.ok ? accepted(location, [decision], command, now, keys) : decision;
}

/** Removes every waiting visit and erases all guests. Idempotent. */
function closeLocation(
  state: QueueState,
  before: Location,
  command: Command,
  { now }: DecideContext,
): Accepted {
  const { location, removed } = close(before, state.waiting(), (service) => state.line(service), now);
  const outcome = accepted(before, removed, command, now);
  return { ...outcome, visitId: null, changes: { ...outcome.changes, location, erased: 'all' } };
}

function erase(
  state: QueueState,
  location: Location,
  command: Extract<Command, { kind: 'erase-guest' }>,
  { now }: DecideContext,
): Outcome {
  const visit = state.visit(command.visit);
  if (visit === null) return refused('not_found');
  const erased = eraseGuest(location, visit, state.line(visit), now);
  const outcome = accepted(location, [erased], command, now);
  return { ...outcome, changes: { ...outcome.changes, visits: [erased.visit], erased: [visit.id] } };
}

function pageOpened(
  state: QueueState,
  location: Location,
  command: Extract<Command, { kind: 'page-opened' }>,
): Outcome {
  const visit = state.visit(command.visit);
  if (visit === null) return refused('not_found');
  if (!visit.pageGone) return ofLocation(location);
  const next = { ...location, version: location.version + 1 };
  return ofLocation(next, { visits: [{ ...visit, pageGone: false }] });
}

/** Records a delivery state of a text. Refuses a state with `not_found` if the stored state is the same or later. */
function recordText(
  state: QueueState,
  before: Location,
  { text, to, why, providerId }: Extract<Command, { kind: 'record-text' }>,
  { now }: DecideContext,
): Outcome {
  const visit = state.visit({ id: text.visitId });
  const known = state.text(text.id);
  const from = known?.progress ?? 'queued';
  if (visit === null || !advances(from, to)) return refused('not_found');
  // If a text message expired while it was postponed, the reason for the expiry is the fault that caused the
  // postponement.
  const fault = why ?? (to === 'expired' ? known?.fault : null) ?? null;
  const after = trackText(before, visit, { ...text, from, to, why: fault ?? undefined });
  const isTaken = to === 'sent' || to === 'delivered' || to === 'undelivered';
  const record: TextRecord = {
    ...text,
    credits: after.credits,
    progress: to,
    fault,
    providerId: known?.providerId ?? providerId ?? null,
    sentOn: known?.sentOn ?? (isTaken ? calendarDay(now, before.settings.timezone) : null),
  };
  const outcome = ofLocation(after.location, { visits: [after.visit], text: record });
  return { ...outcome, visitId: visit.id };
}

/**
 * The waiting visits that a new country setting changes: the setting changes how the typed number is parsed, or whether
 * texts may go to the number.
 */
function numbersReadAgain(
  state: QueueState,
  before: Location,
  after: Location,
  { readNumber }: DecideContext,
): Visit[] {
  const { country } = after.settings;
  if (country === before.settings.country) return [];
  return state.waiting().flatMap((visit) => {
    const textNumber = visit.phoneNumber === '' ? null : readNumber(visit.phoneNumber, country);
    const isAlike =
      textNumber?.e164 === visit.textNumber?.e164 &&
      obstacleOfNumber(before, visit) === obstacleOfNumber(after, { textNumber });
    return isAlike ? [] : [{ ...visit, textNumber }];
  });
}

/** The outcome of a rule about the location. */
function ofLocation(location: Location, about: Partial<Changes> = {}): Accepted {
  const changes = { location, visits: [], ranks: [], joined: null, text: null, erased: [], ...about };
  return { ok: true, visitId: null, changes, events: [], effects: [] };
}

/** The outcome of a rule about the address or the credits, with the events of the change. */
function logged(before: Location, after: Location, { actor }: Command, { now: at }: DecideContext): Accepted {
  const about = { at, actor };
  const events = [...profileEvents(before, after, about), ...creditsEvents(before, after, about)];
  return { ...ofLocation(after), events };
}

/** Combines decisions into one outcome. Each decision must use the location that the previous decision returned. */
function accepted(
  before: Location,
  decisions: readonly Decided[],
  { actor, ...command }: Command,
  now: number,
  joined: JoinKeys | null = null,
): Accepted {
  const done = decisions.flatMap((decided) => {
    const { event } = decided;
    return event === null ? [] : [{ ...decided, event }];
  });
  const outcome = ofLocation(decisions.at(-1)?.location ?? before, {
    visits: done.map(({ visit }) => visit),
    ranks: done.flatMap(({ ranks }) => ranks),
    joined,
  });
  const byText: EventReason | null = command.kind === 'answer-by-text' ? 'by_text' : null;
  return {
    ...outcome,
    visitId: decisions.at(-1)?.visit.id ?? null,
    events: done.map(({ visit, event, position, fromPosition, reason }) => ({
      visitId: visit.id,
      kind: event,
      at: now,
      position,
      ...(fromPosition !== undefined && { fromPosition }),
      actor,
      reason: reason ?? byText,
    })),
    effects: done.flatMap((decided) => effectsOf(decided, now)),
  };
}

function effectsOf(decided: Decided, now: number): VisitEffect[] {
  const visitId = decided.visit.id;
  const reminder = reminderAfter(decided, now);
  const effects = decided.effects.map((effect): VisitEffect => ({ visitId, ...effect }));
  return reminder === null ? effects : [...effects, { visitId, ...reminder }];
}
