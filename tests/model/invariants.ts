/** Invariants of a queue, which are checked after every step. Each function throws if an invariant is broken. */
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
 * The queue, and the fake services around it. `deliveries`: null if the services are real. `before`: the state before
 * the step, or null.
 */
export type Real = {
  queue: QueueUnderTest;
  deliveries: DeliveriesInMemory | null;
  before: Snapshot | null;
};

type State = Snapshot & { location: Location };

const movesInLine: EventKind[] = ['moved', 'more_time', 'put_back', 'undone', 'recalled'];

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

/** Checks the pending deliveries in memory. */
function pendingDeliveries(reference: Reference, queue: MemoryQueue, deliveries: DeliveriesInMemory): void {
  if (deliveries.failure !== null) throw deliveries.failure;
  same('consents', queue.consents, reference.consents);
  textCreditsConserved(reference, queue);
  historyIsOwedOrWritten(queue, deliveries);
  oneTextACall(queue, deliveries);
  textsAsShown(queue);
  same('failures told', deliveries.reported, deliveries.failed);
}

export function same(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** The state must be the state that the reference model predicts. */
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
  // No step changes the setting for almost-there texts, so it is not compared.
  const { nearlyAt: _, ...set } = settings;
  same('terms', set, { paused, holdMs, afterHold, capacity, undo: reference.terms.undo });
  for (const [id, visit] of visits) same(id, asGuest(visit), { ...reference.guest(id), sender: null });
}

/** The visit in the form of the reference model. `sender` is null, because only stored rows have the sender. */
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

/** Positions must be 1 to n without gaps, and no rank may be above the highest rank so far. */
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

/** Guests keep their order. Only an event of a kind in `movesInLine` changes the place of its guest. */
function nobodyOvertakes({ location, visits, events }: State, before: Snapshot): void {
  const news = events.slice(before.events.length).filter(isOfVisit);
  const moved = new Set(news.filter(({ kind }) => movesInLine.includes(kind)).map(({ visitId }) => visitId));
  const stayed = (ids: string[], others: string[]) =>
    ids.filter((id) => others.includes(id) && !moved.has(id));
  const [line, lineBefore] = [lineOf(location, visits), lineOf(location, before.visits)];
  same('order of those that stayed', stayed(line, lineBefore), stayed(lineBefore, line));
}

/** The events alone must give the order of the line. */
function logTellsTheLine({ location, visits, events }: State): void {
  const { line, contradictions } = replayLine(events.filter(isOfVisit));
  same('line as the log tells it', line, lineOf(location, visits));
  same('events that contradict it', contradictions, []);
}

/** Customer credits: granted = spent + reserved + left. A debt is a negative number of credits left. */
function customerCreditsConserved({ terms }: Reference, { location, visits }: State): void {
  const all = [...visits.values()];
  const paid = all.filter(({ charged }) => charged).length;
  const reserved = all.filter(({ charged, status }) => !charged && status === 'waiting').length;
  const { customerCredits, customerDebt } = location.credits;
  same('customer credits in all', paid + reserved + customerCredits - customerDebt, terms.customerCredits);
}

/** SMS credits: granted = spent + pending + left. A text that may have been sent is spent. */
function textCreditsConserved({ terms }: Reference, { outbox, location, storage }: MemoryQueue): void {
  const pending = [...outbox.values()].filter(({ kind }) => kind === 'turn_text');
  const isPending = new Set(pending.map(({ id }) => id));
  const spent = ['sent', 'delivered', 'undelivered', 'unknown'];
  const sent = [...storage.snapshot.texts.values()].filter(
    ({ id, progress }) => !isPending.has(id) && spent.includes(progress),
  );
  same('SMS credits in all', sent.length + pending.length + location.credits.smsCredits, terms.smsCredits);
}

/** Every change must increase the location's version, because a page notices a missed change by the version. */
function versionsTellChanges({ location, visits }: State, before: Snapshot): void {
  // A closed location is not checked, because it has erased its guests and closed all pages.
  if (location.version !== before.location?.version || location.profile.closedAt !== null) return;
  const shown = (all: Snapshot['visits']) => [...all].map(([id, visit]) => [id, { ...visit, rank: 0 }]);
  same('visits at the same version', shown(visits), shown(before.visits));
}

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

/** Each visit with an outcome has one history row for its last revision. The row is either written or pending. */
function historyIsOwedOrWritten({ outbox, storage }: MemoryQueue, deliveries: DeliveriesInMemory): void {
  for (const { id, revision, status } of storage.snapshot.visits.values()) {
    const isPending = outbox.has(`${id}:${revision}`);
    const isWritten = deliveries.history.get(id)?.revision === revision;
    const isNew = revision === 0 && status === 'waiting';
    if (!isNew && !isPending && !isWritten) throw new Error(`what became of ${id} is lost`);
  }
}

/**
 * Each time that staff call a guest, the provider accepts at most one text. Texts are sent only while the spot is held.
 */
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

/** A text in the state "on its way" has a pending delivery. An admitted visit shows the state of its text. */
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
