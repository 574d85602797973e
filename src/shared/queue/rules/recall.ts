/**
 * Rules of recall: staff bring back a visit that ended today, in the location's time zone
 * (`docs/decisions/0002-states-order-and-hold.md`). Pure.
 */
import { changed, refused, type Decision } from '../decision.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../limits.ts';
import { calendarDay } from '../../time/day-figures.ts';
import { refusalToReserve, reserveCredit } from './credits.ts';
import { recordLength, recordReturn } from './estimate/estimate.ts';
import type { Line } from './line.ts';
import { refusalOfLocation } from './queue.ts';
import { backInLine, isFinal, returned, withLearnedPace, withoutUndoOf } from './undo.ts';
import { serviceOf, type Location, type Visit } from '../state.ts';

/**
 * Recalls a visit: a visit that ended in line waits again at its earlier place. A visit that ended after an admission
 * is admitted again. An erased guest cannot be recalled.
 */
export function recall(location: Location, visit: Visit, line: Line, now: number): Decision {
  const { timezone } = location.settings;
  const endedAt = endOf(visit, now);
  const isToday = endedAt !== null && calendarDay(endedAt, timezone) === calendarDay(now, timezone);
  if (!isToday || visit.firstName === '') return refused('recall_over');
  if (location.profile.closedAt !== null) return refused('location_closed');
  // The guest's page of a visit has ended if `isFinal` is true for the visit. For walk-ins `pageGone` stays false,
  // because staff call walk-ins by name.
  const isPageGone = visit.pageGone || (!visit.isWalkIn && isFinal(location, visit, now));
  const known: Visit = { ...visit, pageGone: isPageGone };
  const after = withoutUndoOf(location, visit);
  return visit.admittedAt === null
    ? backToLine(after, known, line, now)
    : changed(after, admittedAgain(after, known, now), 'recalled', { effects: [{ kind: 'history' }] });
}

/**
 * When the visit ended; null if the visit has not ended. An admitted visit without an outcome ends
 * `UNRESOLVED_AFTER_HOLD_MS` after its hold.
 */
function endOf({ status, endedAt, holdEndsAt }: Visit, now: number): number | null {
  if (status !== 'admitted' || holdEndsAt === null) return endedAt;
  const resolvedAt = holdEndsAt + UNRESOLVED_AFTER_HOLD_MS;
  return now < resolvedAt ? null : resolvedAt;
}

/**
 * Returns the visit to the line. The visit is marked as moved, because an interrupted wait must not change the pace.
 */
function backToLine(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = visit.charged
    ? null
    : (refusalOfLocation(location, now) ?? refusalToReserve(location, now));
  if (refusal !== null) return refused(refusal);
  const paid = visit.charged ? location : reserveCredit(location);
  const recordBack = visit.discarded ? recordLength : recordReturn;
  const pace = recordBack(serviceOf(paid, visit).pace, line.length + 1, now);
  const waiting: Visit = { ...backInLine(visit), returnedAt: now, moved: true };
  return returned(withLearnedPace(paid, visit, pace), waiting, line, { event: 'recalled', effects: [] });
}

/**
 * The visit after it was admitted again. If the hold of the visit still runs, the hold does not change. If the hold has
 * ended, a new hold starts. During the new hold, staff can call the guest again.
 */
function admittedAgain(location: Location, visit: Visit, now: number): Visit {
  const isHeld = visit.holdEndsAt !== null && now < visit.holdEndsAt;
  const newHold = {
    holdEndsAt: now + serviceOf(location, visit).settings.holdMs,
    holdExpired: false,
    holdRestartedAt: now,
    calledAgainAt: null,
  };
  return {
    ...visit,
    status: 'admitted',
    autoResolved: false,
    endedAt: null,
    revision: visit.revision + 1,
    ...(!isHeld && newHold),
  };
}
