/** What has to hold of a location after every step, whatever was done to it. Throws where it does not. */
import type { EventKind } from '../../src/shared/queue/events.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Visit } from '../../src/shared/queue/state.ts';
import type { DeliveriesInMemory } from './deliveries-in-memory.ts';
import type { LocationInMemory } from './location-in-memory.ts';
import type { Reference } from './reference.ts';
import type { Guest } from './reference-guest.ts';

/** The location with the world around it. */
export type Real = {
  location: LocationInMemory;
  deliveries: DeliveriesInMemory;
  /** The line and the number of events before the step. */
  before: { line: string[]; events: number };
};

const movesInLine: EventKind[] = ['moved', 'more_time', 'put_back', 'undone'];
/** The visit stays where it is. */
const staysInPlace: EventKind[] = ['preference_changed', 'on_my_way'];

/** Everything that can be said after any step. */
export function checkAll(reference: Reference, real: Real): void {
  if (real.deliveries.failure !== null) throw real.deliveries.failure;
  asPredicted(reference, real);
  positionsWithoutGaps(real);
  nobodyOvertakes(real);
  logTellsTheLine(real);
  creditsConserved(real);
  statesAreWhole(real);
  historyIsOwedOrWritten(real);
  oneTextACall(real);
  textsAsShown(real);
  joinTimesIncrease(real);
  // Nothing fails in silence.
  same('failures told', real.deliveries.reported, real.deliveries.failed);
  // Each change has its own version, so that a page notices one it missed.
  same('version', real.location.rows.location.version, real.location.told);
}

/** Throws unless both are the same, down to every field. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** The reference foresaw all of it. */
function asPredicted(reference: Reference, { location }: Real): void {
  const { customerCredits, smsCredits, undo, closedAt, paused, settings } = location.rows.location;
  same('order', lineOf(location), reference.order);
  same('customer credits', customerCredits, reference.customerCredits());
  same('SMS credits', smsCredits, reference.smsCredits());
  same('offer', undo?.visitId, reference.offer?.id);
  same('wakes at', location.wakesAt(), reference.wakesAt());
  same('consents', location.rows.consents, reference.consents);
  same('closed', closedAt !== null, reference.closed);
  const { holdMs, afterHold, capacity } = reference.terms;
  const terms = { paused: reference.terms.paused, holdMs, afterHold, capacity, undo: reference.terms.undo };
  // The words of a text decide nothing; no story has guests told that they are near, or another country.
  const { hours: _, turnText: __, nearlyAt: ___, country: ____, textCountries: _____, ...set } = settings;
  same('terms', { paused, ...set }, terms);
  for (const [id, visit] of location.rows.visits)
    same(id, asGuest(visit), { ...reference.guest(id), sender: null });
}

/** The visit in the reference's words. Who sent it is nobody's business but the rows'. */
function asGuest(visit: Visit): Guest {
  return {
    sender: null,
    status: visit.status,
    joinedAt: visit.joinedAt,
    wantsText: visit.waitingPreference === 'wait_anywhere',
    phone: visit.phoneNumber,
    language: visit.language,
    paid: visit.charged,
    heldUntil: visit.holdEndsAt,
    admittedAt: visit.admittedAt,
    endedAt: visit.endedAt,
    holdNoted: visit.holdExpired,
    settled: visit.settled,
    calledAgainAt: visit.calledAgainAt,
    onMyWayAt: visit.onMyWayAt,
    moreTimeAt: visit.moreTimeAt,
    moved: visit.moved,
    calls: visit.calls,
    text: visit.text,
  };
}

/** Positions are 1..n, and the line in memory is the line of the rows. */
function positionsWithoutGaps({ location }: Real): void {
  const waiting = location.waiting();
  const line = location.line();
  const positions = waiting.map(({ id }) => line.positionOf(id));
  same(
    'positions',
    positions,
    waiting.map((_, index) => index + 1),
  );
  same('length', line.length, waiting.length);
  const highest = waiting.at(-1)?.rank ?? -Infinity;
  if (highest > location.rows.location.lastRank) throw new Error('a rank above the last that was given');
}

/** Whoever was not moved, put back or brought back by an undo keeps the order. */
function nobodyOvertakes({ location, before }: Real): void {
  const news = location.rows.events.slice(before.events);
  const moved = new Set(news.filter(({ kind }) => movesInLine.includes(kind)).map(({ visitId }) => visitId));
  const stayed = (ids: string[], others: string[]) =>
    ids.filter((id) => others.includes(id) && !moved.has(id));
  const after = lineOf(location);
  same('order of those that stayed', stayed(after, before.line), stayed(before.line, after));
}

/** The log alone tells the line again, in order. */
function logTellsTheLine({ location }: Real): void {
  const line: string[] = [];
  for (const { visitId, kind, position } of location.rows.events) {
    const at = line.indexOf(visitId);
    if (!staysInPlace.includes(kind) && at !== -1) line.splice(at, 1);
    if (kind === 'joined' || kind === 'added') line.push(visitId);
    // Position 0: whoever is removed, and not told of it yet.
    if (movesInLine.includes(kind) && position > 0) line.splice(position - 1, 0, visitId);
    same(`position of ${visitId} ${kind}`, position, line.indexOf(visitId) + 1);
  }
  same('line as the log tells it', line, lineOf(location));
}

/** Granted = spent + reserved or owed + left. A text that may have gone out is spent. */
function creditsConserved({ location }: Real): void {
  const { customerCredits, smsCredits } = location.rows.location;
  const visits = [...location.rows.visits.values()];
  const paid = visits.filter(({ charged }) => charged).length;
  const reserved = visits.filter(({ charged, status }) => !charged && status === 'waiting').length;
  const owed = [...location.rows.outbox.values()].filter(({ kind }) => kind === 'turn_text');
  const isOwed = new Set(owed.map(({ id }) => id));
  const spent = ['sent', 'delivered', 'undelivered', 'unknown'];
  const sent = [...location.rows.texts].filter(([id, is]) => !isOwed.has(id) && spent.includes(is));
  same(
    'credits in all',
    { customers: paid + reserved + customerCredits, sms: sent.length + owed.length + smsCredits },
    { customers: location.granted.customerCredits, sms: location.granted.smsCredits },
  );
}

/** No visit is in two states. */
function statesAreWhole({ location }: Real): void {
  for (const visit of location.rows.visits.values()) {
    const { status, admittedAt, holdEndsAt, endedAt, text, holdExpired } = visit;
    const wasAdmitted = status === 'admitted' || status === 'arrived' || status === 'no_show';
    const has = { admitted: admittedAt !== null, hold: holdEndsAt !== null, end: endedAt !== null };
    const end = status !== 'waiting' && status !== 'admitted';
    same(`times of ${visit.id}`, has, { admitted: wasAdmitted, hold: wasAdmitted, end });
    if (status === 'waiting') same(visit.id, { text, holdExpired }, { text: null, holdExpired: false });
  }
}

/** Each visit that something became of has one row, or one is owed, of its last revision. */
function historyIsOwedOrWritten({ location, deliveries }: Real): void {
  for (const { id, revision, status } of location.rows.visits.values()) {
    const isOwed = location.rows.outbox.has(`${id}:${revision}`);
    const isWritten = deliveries.history.get(id)?.revision === revision;
    const isNew = revision === 0 && status === 'waiting';
    if (!isNew && !isOwed && !isWritten) throw new Error(`what became of ${id} is lost`);
  }
}

/** At most one turn text for each time a guest was called, while its spot is held. */
function oneTextACall({ location, deliveries }: Real): void {
  const taken = deliveries.taken.map(({ id }) => id);
  same('texts that the provider took', taken.length, new Set(taken).size);
  for (const { entry, at } of deliveries.handed) {
    if (at < entry.dueAt || at >= (entry.expiresAt ?? 0)) throw new Error(`${entry.id} was not due`);
  }
  const calls = location.rows.events.filter(({ kind }) => kind === 'admitted' || kind === 'called_again');
  for (const { id, calls: counted } of location.rows.visits.values()) {
    same(`calls of ${id}`, counted, calls.filter(({ visitId }) => visitId === id).length);
  }
}

/** A text that is said to be on its way is in the outbox; that of an admitted visit is shown as it is. */
function textsAsShown({ location }: Real): void {
  for (const { id, calls, text, status } of location.rows.visits.values()) {
    const entry = location.rows.outbox.get(`text ${id} ${calls}`);
    const underWay = ['queued', 'sending'].includes(text?.status ?? '') ? text?.status : undefined;
    const owed = entry?.phase === 'unknown' ? undefined : entry?.phase;
    if (status === 'admitted' || underWay !== undefined) same(`text of ${id}`, underWay, owed);
    if (status === 'admitted' && entry?.phase === 'unknown') same(`text of ${id}`, text?.status, 'unknown');
  }
}

function joinTimesIncrease({ location }: Real): void {
  const times = [...location.rows.visits.values()].map(({ joinedAt }) => joinedAt);
  same(
    'join times',
    times,
    [...new Set(times)].toSorted((a, b) => a - b),
  );
}

function lineOf(location: LocationInMemory): string[] {
  return location.waiting().map(({ id }) => id);
}
