/** Rules of an admission: the hold, its end, and the outcome. See `docs/decisions/0002-states-order-and-hold.md`. */
import { changed, refused, unchanged, type Decided, type Decision } from '../decision.ts';
import type { RefusalCode } from '../../copy/en/refusals.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../limits.ts';
import { movedByStaff } from './texts/almost-there.ts';
import { recordAdmission, recordLength } from './estimate/estimate.ts';
import type { Line } from './line.ts';
import { insertAt } from './insert-at.ts';
import { refusalUnlessWaiting } from './queue.ts';
import { obstacleToText, queueText, withdrawText } from './texts/texts.ts';
import { backInLine, isRemovalHidden, offerUndo, undoOf, withLearnedPace, withoutUndoOf } from './undo.ts';
import { serviceOf, withService, type Location, type Visit } from '../state.ts';

/**
 * Admits a waiting party: the hold starts, and a guest who waits elsewhere gets a text. If the admit can be undone, the
 * text is sent when the undo offer has ended.
 */
export function admit(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const service = serviceOf(location, visit);
  const holdEndsAt = now + service.settings.holdMs;
  // The difference is negative if the clock was set back, or if `joinedAt` was raised above `now` to be unique.
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
    summonCount: visit.summonCount + 1,
    revision: visit.revision + 1,
  };
  const after = movedByStaff(withLearnedPace(offered, visit, pace), visit, { by: 'admit', line }, now);
  const dueAt = undoOf(after, visit, now)?.until ?? now;
  const withText = queueText(after, admitted, { dueAt, expiresAt: holdEndsAt }, now);
  return changed(withText.location, withText.visit, 'admitted', {
    effects: [...withText.effects, { kind: 'history' }],
  });
}

/**
 * Calls an admitted guest again by one more text. Staff can repeat the call once after each admission, while the hold
 * runs.
 */
export function callAgain(location: Location, visit: Visit, now: number): Decision {
  const refusal = refusalToCallAgain(location, visit, now);
  if (refusal !== null) return refused(refusal);
  const called: Visit = { ...visit, calledAgainAt: now, summonCount: visit.summonCount + 1 };
  const withText = queueText(
    withoutUndoOf(location, visit),
    called,
    { dueAt: now, expiresAt: visit.holdEndsAt ?? now },
    now,
  );
  return changed(withText.location, withText.visit, 'called_again', { effects: withText.effects });
}

export function arrive(location: Location, visit: Visit, now: number): Decision {
  return resolve(location, visit, { status: 'arrived', action: 'arrived' }, now);
}

export function noShow(location: Location, visit: Visit, now: number): Decision {
  return resolve(location, visit, { status: 'no_show', action: 'no-show' }, now);
}

/**
 * An admitted guest reports that the party cannot come. While the hold runs, the visit ends as a no-show. The credit is
 * not returned. Idempotent.
 */
export function cannotCome(location: Location, visit: Visit, now: number): Decision {
  switch (visit.status) {
    case 'no_show':
      return unchanged(location, visit);
    case 'admitted':
      return holdHasEnded(visit, now)
        ? refused('hold_over')
        : resolve(location, visit, { status: 'no_show', action: null }, now);
    case 'arrived':
      return refused('already_settled');
    case 'waiting':
      return refused('not_your_turn');
    case 'left':
    case 'removed':
      return refused(isRemovalHidden(location, visit, now) ? 'not_your_turn' : 'not_waiting');
  }
}

/** Puts an admitted party back to the front of the line. No credit is charged or returned. */
export function putBack(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refused(refusal);
  // A closed location has no line to which a visit could return.
  if (location.profile.closedAt !== null) return refused('location_closed');
  return giveBackTurn(location, visit, { line, position: 1, event: 'put_back' }, now);
}

/**
 * Returns an admitted party to this position in line, counted from 1. Ends the visit's hold, withdraws a text whose
 * sending has not begun, and deletes the reply "on my way". No credit is charged or returned.
 */
export function giveBackTurn(
  location: Location,
  visit: Visit,
  { line, position, event }: { line: Line; position: number; event: 'put_back' | 'more_time' },
  now: number,
): Decided {
  const withdrawn = withdrawText(withoutUndoOf(location, visit), visit);
  const placed = insertAt(withdrawn.location, line, visit, position);
  const pace = recordLength(serviceOf(placed.location, visit).pace, line.length + 1, now);
  const after = withService(placed.location, visit, { pace });
  const waiting: Visit = {
    ...backInLine(withdrawn.visit),
    returnedAt: now,
    rank: placed.rank,
    moved: true,
    onMyWayAt: null,
  };
  return changed(after, waiting, event, {
    effects: [...withdrawn.effects, { kind: 'history' }],
    position,
    ranks: placed.ranks,
  });
}

/** Marks the hold as ended. Null if no hold has ended or the end is already marked. */
export function endHold(location: Location, visit: Visit, now: number): Decided | null {
  if (visit.status !== 'admitted' || visit.holdExpired || !holdHasEnded(visit, now)) return null;
  return changed(location, { ...visit, holdExpired: true }, 'hold_ended', { reason: 'hold_over' });
}

/**
 * Gives an admitted visit the outcome of the setting `afterHold`, if staff set no outcome within
 * `UNRESOLVED_AFTER_HOLD_MS` after the hold. Null for every other visit.
 */
export function autoResolve(location: Location, visit: Visit, now: number): Decided | null {
  if (visit.status !== 'admitted' || visit.autoResolved || !visit.holdExpired || visit.holdEndsAt === null)
    return null;
  if (now < visit.holdEndsAt + UNRESOLVED_AFTER_HOLD_MS) return null;
  if (serviceOf(location, visit).settings.afterHold === 'served')
    return changed(location, { ...visit, autoResolved: true }, 'auto_resolved', { reason: 'unresolved' });
  return changed(
    location,
    { ...visit, autoResolved: true, status: 'no_show', endedAt: now, revision: visit.revision + 1 },
    'no_show',
    { effects: [{ kind: 'history' }], reason: 'unresolved' },
  );
}

/**
 * Whether the hold has ended by the clock. `holdExpired` becomes true a little later, when the server tells the pages
 * that the hold has ended.
 */
export function holdHasEnded(visit: Visit, now: number): boolean {
  return visit.holdExpired || (visit.holdEndsAt !== null && now >= visit.holdEndsAt);
}

/** Whether a repeated join returns this visit: the visit waits, its removal is hidden, or its hold runs. */
export function isLive(location: Location, visit: Visit, now: number): boolean {
  if (visit.status === 'waiting' || isRemovalHidden(location, visit, now)) return true;
  return visit.status === 'admitted' && !holdHasEnded(visit, now);
}

/** `action`: the action of staff that can be undone; null if the guest ended the visit. */
type Outcome = { status: 'arrived'; action: 'arrived' } | { status: 'no_show'; action: 'no-show' | null };

function resolve(location: Location, visit: Visit, { status, action }: Outcome, now: number): Decision {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refused(refusal);
  // A queued text message is withdrawn, because staff no longer call a guest who has arrived or did not come.
  const withdrawn = withdrawText(
    action === null ? withoutUndoOf(location, visit) : offerUndo(location, visit, action, now),
    visit,
  );
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
      return visit.autoResolved ? 'already_settled' : null;
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
  // While a text is unconfirmed, there is no other call, because two unconfirmed texts could not be distinguished.
  if (isOnItsWay(visit.text)) return 'text_on_its_way';
  const obstacle = obstacleToText(location, visit, now);
  return obstacle === null || obstacle === 'no_sms_credits' ? obstacle : 'no_text_possible';
}
