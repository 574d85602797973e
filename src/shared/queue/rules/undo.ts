/**
 * Rules of undo: an action of staff on a visit can be undone for a few seconds
 * (`docs/decisions/0002-states-order-and-hold.md`). During these seconds a removed guest's page still shows the visit
 * as waiting. An admit can be undone only if the setting `undo` is on, because the turn text must then wait until the
 * undo is no longer possible. Pure.
 */
import { changed, refused, type Decision, type Effect } from '../decision.ts';
import { UNDO_MS } from '../../limits.ts';
import { admitTakenBack } from './texts/almost-there.ts';
import { refusalToReserve, reserveCredit } from './credits.ts';
import { recordLength, recordReturn, type PaceModel } from './estimate/estimate.ts';
import type { Line, RankedVisit } from './line.ts';
import { insertAtRank } from './insert-at.ts';
import { queueText, withdrawText } from './texts/texts.ts';
import {
  serviceOf,
  withService,
  type Location,
  type Service,
  type ServiceId,
  type Undo,
  type Visit,
} from '../state.ts';

/** The location with an undo offer for this action. The offer replaces an earlier undo offer for this visit. */
export function offerUndo(location: Location, visit: Visit, of: Undo['of'], now: number): Location {
  const without = withoutUndoOf(location, visit);
  const { settings, pace, undos } = serviceOf(without, visit);
  if (of === 'admit' && !settings.undo) return without;
  const { rank, charged, id: visitId } = visit;
  const offer = { visitId, of, until: now + UNDO_MS, rank, charged, pace: of === 'admit' ? pace : null };
  return withService(without, visit, { undos: [...undos, offer] });
}

/** The location without the undo offer for this visit. */
export function withoutUndoOf(location: Location, visit: Visit): Location {
  const { undos } = serviceOf(location, visit);
  const others = undos.filter(({ visitId }) => visitId !== visit.id);
  return others.length === undos.length ? location : withService(location, visit, { undos: others });
}

/**
 * The location with the pace after this visit was admitted, left or was removed. Undo offers for other visits no longer
 * restore the pace that is stored in the offer, because the stored pace does not contain this change.
 */
export function withLearnedPace(location: Location, visit: Visit, pace: PaceModel): Location {
  const { undos } = serviceOf(location, visit);
  const isOld = (offer: Undo) => offer.pace !== null && offer.visitId !== visit.id;
  return withService(location, visit, {
    pace,
    undos: undos.some(isOld)
      ? undos.map((offer) => (isOld(offer) ? { ...offer, pace: null } : offer))
      : undos,
  });
}

/** Undoes an action. After an admit or a removal the visit waits again at its earlier place. */
export function undo(location: Location, visit: Visit, line: Line, now: number): Decision {
  const offer = undoOf(location, visit, now);
  if (offer === null) return refused('undo_over');
  const ended = withoutUndoOf(location, visit);
  switch (offer.of) {
    case 'arrived':
    case 'no-show':
      return undoOutcome(ended, visit, now);
    case 'admit':
    case 'remove':
      return undoDeparture(ended, visit, { line, offer }, now);
  }
}

/**
 * Admits the visit again. If the hold still runs, a text that was withdrawn when the outcome was recorded is queued
 * again.
 */
function undoOutcome(location: Location, visit: Visit, now: number): Decision {
  const admitted: Visit = { ...visit, status: 'admitted', endedAt: null, revision: visit.revision + 1 };
  const { holdEndsAt } = visit;
  const isCalled = visit.text === null && holdEndsAt !== null && now < holdEndsAt;
  const called = isCalled
    ? queueText(location, admitted, { dueAt: now, expiresAt: holdEndsAt }, now)
    : { location, visit: admitted, effects: [] };
  return changed(called.location, called.visit, 'undone', {
    effects: [...called.effects, { kind: 'history' }],
  });
}

function undoDeparture(
  location: Location,
  visit: Visit,
  { line, offer }: { line: Line; offer: Undo },
  now: number,
): Decision {
  const isRemoval = offer.of === 'remove';
  const { charged } = offer;
  // The removal returned the credit, and another guest may have used this credit after the removal.
  const reserves = isRemoval && !charged;
  const refusal = reserves ? refusalToReserve(location, now) : null;
  if (refusal !== null) return refused(refusal);
  const withdrawn = withdrawText(location, visit);
  const { effects } = withdrawn;
  const waiting: Visit = { ...backInLine(withdrawn.visit), rank: offer.rank, charged };
  const after = reserves ? reserveCredit(withdrawn.location) : withdrawn.location;
  const { pace } = serviceOf(after, visit);
  const length = line.length + 1;
  const recordBack = visit.discarded ? recordLength : recordReturn;
  const learned = isRemoval
    ? withLearnedPace(after, visit, recordBack(pace, length, now))
    : withService(admitTakenBack(after, visit), visit, {
        pace: recordLength(offer.pace ?? pace, length, now),
      });
  return returned(learned, waiting, line, { event: 'undone', effects });
}

/** The decision for a visit that returns to the line at its rank. */
export function returned(
  location: Location,
  visit: Visit,
  line: Line,
  { event, effects }: { event: 'undone' | 'recalled'; effects: Effect[] },
): Decision {
  const { location: after, rank, ranks, position } = insertAtRank(location, line, visit);
  return changed(after, { ...visit, rank }, event, {
    // A visit of revision 0 needs no history row, because the visit was discarded before its first row.
    effects: visit.revision === 0 ? effects : [...effects, { kind: 'history' }],
    position,
    ranks,
  });
}

/** Deletes the undo offers that have expired; null if none has expired. */
export function endUndo(location: Location, service: { serviceId: ServiceId }, now: number): Location | null {
  const { undos } = serviceOf(location, service);
  const running = undos.filter(({ until }) => now < until);
  if (running.length === undos.length) return null;
  return { ...withService(location, service, { undos: running }), version: location.version + 1 };
}

/** The running undo offer of this visit; null if there is none. */
export function undoOf(location: Location, visit: Visit, now: number): Undo | null {
  const { undos } = serviceOf(location, visit);
  return undos.find(({ visitId, until }) => visitId === visit.id && now < until) ?? null;
}

/**
 * Whether the visit has ended and its end cannot be undone. The guest's page stays connected until the end can no
 * longer be undone.
 */
export function isFinal(location: Location, visit: Visit, now: number): boolean {
  return isEnded(visit.status) && undoOf(location, visit, now) === null;
}

/** The removed visits whose removal is still hidden from their guests, with their ranks in line. */
export function hiddenVisits({ undos }: Service, now: number): RankedVisit[] {
  return undos
    .filter(({ of, until }) => of === 'remove' && now < until)
    .map(({ visitId, rank }) => ({ id: visitId, rank }));
}

/** This visit with its rank, if its removal is still hidden from its guest; otherwise null. */
export function hiddenVisit(location: Location, visit: Visit, now: number): RankedVisit | null {
  return hiddenVisits(serviceOf(location, visit), now).find(({ id }) => id === visit.id) ?? null;
}

export function isRemovalHidden(location: Location, visit: Visit, now: number): boolean {
  return hiddenVisit(location, visit, now) !== null;
}

/** The visit in the status `waiting`, without its admission or end. */
export function backInLine(visit: Visit): Visit {
  return {
    ...visit,
    status: 'waiting',
    admittedAt: null,
    holdEndsAt: null,
    holdExpired: false,
    holdRestartedAt: null,
    calledAgainAt: null,
    endedAt: null,
    waitExpired: false,
    text: null,
    discarded: false,
    revision: visit.discarded && visit.revision === 0 ? 0 : visit.revision + 1,
  };
}

export function isEnded(status: Visit['status']): boolean {
  return status !== 'waiting' && status !== 'admitted';
}
