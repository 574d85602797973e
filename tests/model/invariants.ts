/** Invariants of a queue that are checked after every step. Throws if an invariant is broken. */
import { isDeepStrictEqual } from 'node:util';
import { isOfVisit, replayLine, type EventKind } from '../../src/shared/queue/events.ts';
import { MemoryStorage, type Snapshot } from '../../src/shared/queue/memory-storage.ts';
import { waitsSince, type Location, type Visit } from '../../src/shared/queue/state.ts';
import type { DeliveriesInMemory } from './deliveries-in-memory.ts';
import { mainOf, MemoryQueue } from './memory-queue.ts';
import type { QueueUnderTest } from './queue-under-test.ts';
import type { Reference } from './reference.ts';
import type { Guest } from './reference-guest.ts';

/**
 * The queue and the services around it. `deliveries` is null if the services are real. `before` is the state before the
 * step, or null.
 */
export type Real = {
  queue: QueueUnderTest;
  deliveries: DeliveriesInMemory | null;
  before: Snapshot | null;
};

/** A snapshot in which the location exists. */
type State = Snapshot & { location: Location };

const movesInLine: EventKind[] = ['moved', 'more_time', 'put_back', 'undone', 'recalled'];

/** Checks all invariants that must hold after every step. */
export async function checkAll(reference: Reference, real: Real, after: Snapshot): Promise<void> {
  const { location } = after;
  if (location === null) throw new Error('the location is gone');
  const state: State = { ...after, location };
  asPredicted(reference, state);
  same('wakes at', await real.queue.wakesAt(), reference.wakesAt());
  positionsWithoutGaps(state);
  nobodyOvertakes(state, real.before ?? after);
  logTellsTheLine(state);
  customerCreditsConserved(reference, state);
  statesAreWhole(state);
  joinTimesIncrease(state);
  versionsTellChanges(state, real.before ?? after);
  if (real.queue instanceof MemoryQueue && real.deliveries !== null)
    pendingDeliveries(reference, real.queue, real.deliveries);
}

/** Checks the invariants of pending deliveries in memory. */
function pendingDeliveries(reference: Reference, queue: MemoryQueue, deliveries: DeliveriesInMemory): void {
  if (deliveries.failure !== null) throw deliveries.failure;
  same('consents', queue.consents, reference.consents);
  textCreditsConserved(reference, queue);
  historyIsOwedOrWritten(queue, deliveries);
  oneTextACall(queue, deliveries);
  textsAsShown(queue);
  // Every failure of a call must have been reported.
  same('failures told', deliveries.reported, deliveries.failed);
}

/** Throws unless both values are deeply equal. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** The state must equal the state that the reference model predicts. */
function asPredicted(reference: Reference, { location, visits }: State): void {
  const { settings, undos } = mainOf(location);
  same('order', lineOf(location, visits), reference.order);
  same('customer credits', location.credits.customerCredits, reference.customerCredits());
  same('customer debt', location.credits.customerDebt, reference.customerDebt());
  same('SMS credits', location.credits.smsCredits, reference.smsCredits());
  const offers = undos.map(({ visitId: id, of, until }) => ({ id, of, until }));
  same(
    'offers',
    offers,
    reference.offers.all.map(({ id, of, until }) => ({ id, of, until })),
  );
  same('closed', location.profile.closedAt !== null, reference.closed);
  const { holdMs, afterHold, capacity, paused } = reference.terms;
  // The stories do not change the setting of the almost-there text.
  const { nearlyAt: _, ...set } = settings;
  same('terms', set, { paused, holdMs, afterHold, capacity, undo: reference.terms.undo });
  for (const [id, visit] of visits) same(id, asGuest(visit), { ...reference.guest(id), sender: null });
}

/** The visit in the form of the reference model. The sender is left out, because only rows store it. */
function asGuest(visit: Visit): Guest {
  return {
    sender: null,
    status: visit.status,
    name: visit.firstName + visit.lastName,
    earlierNames: [...visit.earlierNames],
    size: visit.numGuests,
    note: visit.note,
    joinedAt: visit.joinedAt,
    waitsSince: waitsSince(visit),
    wantsText: visit.waitingPreference === 'wait_anywhere',
    phone: visit.phoneNumber,
    language: visit.language,
    paid: visit.charged,
    heldUntil: visit.holdEndsAt,
    heldAgainAt: visit.holdRestartedAt,
    admittedAt: visit.admittedAt,
    endedAt: visit.endedAt,
    holdNoted: visit.holdExpired,
    autoResolved: visit.autoResolved,
    calledAgainAt: visit.calledAgainAt,
    onMyWayAt: visit.onMyWayAt,
    moreTimeAt: visit.moreTimeAt,
    moved: visit.moved,
    calls: visit.summonCount,
    text: visit.text,
    pageGone: visit.pageGone,
  };
}

/** Positions must be 1..n without gaps, and no rank may be above the last rank that was given. */
function positionsWithoutGaps(state: State): void {
  const memory = new MemoryStorage('location', state);
  const waiting = memory.waiting();
  same(
    'positions',
    waiting.map((visit) => memory.line(visit).positionOf(visit.id)),
    waiting.map((_, index) => index + 1),
  );
  const highest = waiting.at(-1)?.rank ?? -Infinity;
  if (highest > mainOf(state.location).lastRank) throw new Error('a rank above the last that was given');
}

/** Guests must keep their order unless they were moved, put back or restored by an undo. */
function nobodyOvertakes({ location, visits, events }: State, before: Snapshot): void {
  const news = events.slice(before.events.length).filter(isOfVisit);
  const moved = new Set(news.filter(({ kind }) => movesInLine.includes(kind)).map(({ visitId }) => visitId));
  const stayed = (ids: string[], others: string[]) =>
    ids.filter((id) => others.includes(id) && !moved.has(id));
  const [line, lineBefore] = [lineOf(location, visits), lineOf(location, before.visits)];
  same('order of those that stayed', stayed(line, lineBefore), stayed(lineBefore, line));
}

/** The order of the line, and the actors, must follow from the event log alone. */
function logTellsTheLine({ location, visits, events }: State): void {
  const { line, contradictions } = replayLine(events.filter(isOfVisit));
  same('line as the log tells it', line, lineOf(location, visits));
  same('events that contradict it', contradictions, []);
}

/** Customer credits: granted = spent + reserved + left. A debt counts as a negative rest. */
function customerCreditsConserved({ terms }: Reference, { location, visits }: State): void {
  const all = [...visits.values()];
  const paid = all.filter(({ charged }) => charged).length;
  const reserved = all.filter(({ charged, status }) => !charged && status === 'waiting').length;
  const { customerCredits, customerDebt } = location.credits;
  same('customer credits in all', paid + reserved + customerCredits - customerDebt, terms.customerCredits);
}

/** SMS credits: granted = spent + pending + left. A text that may have been sent counts as spent. */
function textCreditsConserved({ terms }: Reference, { outbox, location, storage }: MemoryQueue): void {
  const pending = [...outbox.values()].filter(({ kind }) => kind === 'turn_text');
  const isPending = new Set(pending.map(({ id }) => id));
  const spent = ['sent', 'delivered', 'undelivered', 'unknown'];
  const sent = [...storage.snapshot.texts.values()].filter(
    ({ id, progress }) => !isPending.has(id) && spent.includes(progress),
  );
  same('SMS credits in all', sent.length + pending.length + location.credits.smsCredits, terms.smsCredits);
}

/** Every change must increase the version, because a page detects a missed change by the version. */
function versionsTellChanges({ location, visits }: State, before: Snapshot): void {
  // When a location closes, its guests are erased and every page of staff is closed, so the version does not matter.
  if (location.version !== before.location?.version || location.profile.closedAt !== null) return;
  const shown = (all: Snapshot['visits']) => [...all].map(([id, visit]) => [id, { ...visit, rank: 0 }]);
  same('visits at the same version', shown(visits), shown(before.visits));
}

/** The fields of each visit must fit its state. */
function statesAreWhole({ visits }: State): void {
  for (const visit of visits.values()) {
    const { status, admittedAt, holdEndsAt, endedAt, text, holdExpired } = visit;
    const wasAdmitted = status === 'admitted' || status === 'arrived' || status === 'no_show';
    const has = { admitted: admittedAt !== null, hold: holdEndsAt !== null, end: endedAt !== null };
    const end = status !== 'waiting' && status !== 'admitted';
    same(`times of ${visit.id}`, has, { admitted: wasAdmitted, hold: wasAdmitted, end });
    if (status === 'waiting') same(visit.id, { text, holdExpired }, { text: null, holdExpired: false });
  }
}

/** Each visit with an outcome must have one history row of its last revision, either written or pending. */
function historyIsOwedOrWritten({ outbox, storage }: MemoryQueue, deliveries: DeliveriesInMemory): void {
  for (const { id, revision, status } of storage.snapshot.visits.values()) {
    const isPending = outbox.has(`${id}:${revision}`);
    const isWritten = deliveries.history.get(id)?.revision === revision;
    const isNew = revision === 0 && status === 'waiting';
    if (!isNew && !isPending && !isWritten) throw new Error(`what became of ${id} is lost`);
  }
}

/** For each call of a guest there may be at most one turn text, and only while the spot is held. */
function oneTextACall({ storage }: MemoryQueue, deliveries: DeliveriesInMemory): void {
  const taken = deliveries.taken.map(({ id }) => id);
  same('texts that the provider took', taken.length, new Set(taken).size);
  for (const { entry, at } of deliveries.handed) {
    if (at < entry.dueAt || at >= (entry.expiresAt ?? 0)) throw new Error(`${entry.id} was not due`);
  }
  const { events, visits } = storage.snapshot;
  const calls = events.filter(({ kind }) => kind === 'admitted' || kind === 'called_again');
  for (const { id, summonCount: counted } of visits.values()) {
    same(`calls of ${id}`, counted, calls.filter(({ visitId }) => visitId === id).length);
  }
}

/** A text in the state "on its way" must have a pending delivery. An admitted visit must show the state of its text. */
function textsAsShown({ outbox, storage }: MemoryQueue): void {
  for (const { id, summonCount, text, status } of storage.snapshot.visits.values()) {
    const entry = [...outbox.values()].find(
      ({ kind, visitId, call }) => kind === 'turn_text' && visitId === id && call === summonCount,
    );
    const underWay = ['queued', 'sending'].includes(text?.status ?? '') ? text?.status : undefined;
    const pending = entry?.state === 'unconfirmed' ? undefined : entry?.state;
    if (status === 'admitted' || underWay !== undefined) same(`text of ${id}`, underWay, pending);
    if (status === 'admitted' && entry?.state === 'unconfirmed')
      same(`text of ${id}`, text?.status, 'unknown');
  }
}

function joinTimesIncrease({ visits }: State): void {
  const times = [...visits.values()].map(({ joinedAt }) => joinedAt);
  same(
    'join times',
    times,
    [...new Set(times)].toSorted((a, b) => a - b),
  );
}

function lineOf(location: Location, visits: Snapshot['visits']): string[] {
  const memory = new MemoryStorage('location', {
    location,
    visits,
    keys: new Map(),
    texts: new Map(),
    events: [],
  });
  return memory.waiting().map(({ id }) => id);
}
