/**
 * What follows when a party's turn has come, pure: the hold, its end, and what became of the party
 * (`docs/decisions/0002-states-order-and-hold.md`).
 */
import { changed, refused, type Decided, type Decision } from '../decision.ts';
import type { RefusalCode } from '../../copy/en/refusals.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../limits.ts';
import { recordAdmission, recordLength } from './estimate.ts';
import type { Line } from './line.ts';
import { placeAt } from './place-at.ts';
import { refusalUnlessWaiting } from './queue.ts';
import { obstacleToText, oweText, withdrawText } from './texts.ts';
import { backInLine, isRemovalHidden, offerUndo, releaseText, withoutUndoOf } from './undo.ts';
import { serviceOf, withService, type Location, type Visit } from '../state.ts';

/**
 * The owner admits a waiting party: the hold starts, and a guest who waits elsewhere is owed a text. Where undo is
 * offered the text leaves when it no longer is.
 */
export function admit(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const service = serviceOf(location, visit);
  const holdEndsAt = now + service.settings.holdMs;
  // A clock that ran back, or two joins in one millisecond, put a join after its admission.
  const waitedMs = Math.max(0, now - visit.joinedAt);
  const waited = visit.moved ? null : { ms: waitedMs, promise: visit.promise };
  const offered = offerUndo(location, visit, 'admit', now);
  const pace = recordLength(recordAdmission(service.pace, waited, now), line.length - 1, now);
  const admitted: Visit = {
    ...visit,
    status: 'admitted',
    admittedAt: now,
    holdEndsAt,
    charged: true,
    calls: visit.calls + 1,
    revision: visit.revision + 1,
  };
  const after = withService(offered, visit, { pace });
  const dueAt = serviceOf(after, visit).undo?.until ?? now;
  const owed = oweText(after, admitted, { dueAt, expiresAt: holdEndsAt }, now);
  return changed(owed.location, owed.visit, 'admitted', {
    effects: [...releaseText(service), ...owed.effects, { kind: 'history' }],
  });
}

/** One more text to an admitted guest who has not come, once for each admission, while the spot is held. */
export function callAgain(location: Location, visit: Visit, now: number): Decision {
  const refusal = refusalToCallAgain(location, visit, now);
  if (refusal !== null) return refused(refusal);
  const called: Visit = { ...visit, calledAgainAt: now, calls: visit.calls + 1 };
  const owed = oweText(
    withoutUndoOf(location, visit),
    called,
    { dueAt: now, expiresAt: visit.holdEndsAt ?? now },
    now,
  );
  return changed(owed.location, owed.visit, 'called_again', { effects: owed.effects });
}

/** The party came. */
export function arrive(location: Location, visit: Visit, now: number): Decision {
  return resolve(location, visit, 'arrived', now);
}

/** The party did not come. */
export function noShow(location: Location, visit: Visit, now: number): Decision {
  return resolve(location, visit, 'no_show', now);
}

/** An admitted party goes back to the front of the line. It costs nothing; the credit its admission spent stays spent. */
export function putBack(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refused(refusal);
  // A closed location has no line to go back to.
  if (location.profile.closedAt !== null) return refused('location_closed');
  return giveBackTurn(location, visit, { line, position: 1, event: 'put_back' }, now);
}

/**
 * An admitted party waits again, at this place from 1. Its hold and its text end, nothing is charged again; whoever said
 * to be on the way meant the turn that is given back.
 */
export function giveBackTurn(
  location: Location,
  visit: Visit,
  { line, position, event }: { line: Line; position: number; event: 'put_back' | 'more_time' },
  now: number,
): Decided {
  const withdrawn = withdrawText(withoutUndoOf(location, visit), visit);
  const placed = placeAt(withdrawn.location, line, visit, position);
  const pace = recordLength(serviceOf(placed.location, visit).pace, line.length + 1, now);
  const after = withService(placed.location, visit, { pace });
  const waiting = { ...backInLine(withdrawn.visit), rank: placed.rank, moved: true, onMyWayAt: null };
  return changed(after, waiting, event, {
    effects: [...withdrawn.effects, { kind: 'history' }],
    position,
    ranks: placed.ranks,
  });
}

/** The hold's absolute end has come: marks it, once. Null before that time and for every visit without a running hold. */
export function endHold(location: Location, visit: Visit, now: number): Decided | null {
  if (visit.status !== 'admitted' || visit.holdExpired || !holdHasEnded(visit, now)) return null;
  return changed(location, { ...visit, holdExpired: true }, 'hold_ended', { reason: 'hold_over' });
}

/**
 * Nobody said what became of an admitted party until long after its hold: the location's setting decides. Null before
 * that time and for every visit that is not in question.
 */
export function autoResolve(location: Location, visit: Visit, now: number): Decided | null {
  if (visit.status !== 'admitted' || visit.settled || !visit.holdExpired || visit.holdEndsAt === null)
    return null;
  if (now < visit.holdEndsAt + UNRESOLVED_AFTER_HOLD_MS) return null;
  if (serviceOf(location, visit).settings.afterHold === 'served')
    return changed(location, { ...visit, settled: true }, 'settled', { reason: 'unresolved' });
  return changed(
    location,
    { ...visit, settled: true, status: 'no_show', endedAt: now, revision: visit.revision + 1 },
    'no_show',
    { effects: [{ kind: 'history' }], reason: 'unresolved' },
  );
}

/** Whether the spot is no longer held. The clock decides; the mark only says that everybody has been told. */
export function holdHasEnded(visit: Visit, now: number): boolean {
  return visit.holdExpired || (visit.holdEndsAt !== null && now >= visit.holdEndsAt);
}

/** Whether joining again brings this visit back: in line, or admitted with its spot still held. */
export function isLive(location: Location, visit: Visit, now: number): boolean {
  if (visit.status === 'waiting' || isRemovalHidden(location, visit, now)) return true;
  return visit.status === 'admitted' && !holdHasEnded(visit, now);
}

function resolve(location: Location, visit: Visit, status: 'arrived' | 'no_show', now: number): Decision {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refused(refusal);
  // Whoever is here, or is not coming, need not be called any more.
  const withdrawn = withdrawText(withoutUndoOf(location, visit), visit);
  const resolved: Visit = { ...withdrawn.visit, status, endedAt: now, revision: visit.revision + 1 };
  return changed(withdrawn.location, resolved, status, {
    effects: [...withdrawn.effects, { kind: 'history' }],
  });
}

function isOnItsWay(text: Visit['text']): boolean {
  return text?.status === 'queued' || text?.status === 'sending' || text?.status === 'unknown';
}

function refusalUnlessAdmitted(visit: Visit): RefusalCode | null {
  switch (visit.status) {
    case 'admitted':
      return visit.settled ? 'already_settled' : null;
    case 'arrived':
    case 'no_show':
      return 'already_settled';
    case 'waiting':
    case 'left':
    case 'removed':
      return 'not_admitted';
  }
}

function refusalToCallAgain(location: Location, visit: Visit, now: number): RefusalCode | null {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refusal;
  if (holdHasEnded(visit, now)) return 'hold_over';
  if (visit.calledAgainAt !== null) return 'already_called';
  // Also while nobody knows whether it went out: two texts in doubt could not be told apart.
  if (isOnItsWay(visit.text)) return 'text_on_its_way';
  const obstacle = obstacleToText(location, visit, now);
  return obstacle === null || obstacle === 'no_sms_credits' ? obstacle : 'no_text_possible';
}
