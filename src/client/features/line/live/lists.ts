/** The dashboard's lists of a location's visits. Pure; times are epoch milliseconds of the server's clock. */
import { RECENTLY_LEFT_MAX, RECENTLY_LEFT_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../../../shared/limits.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { calendarDay } from '../../../../shared/time/day-figures.ts';

/**
 * Admitted guests whose hold has not ended, or ended at most 30 minutes ago. The visit whose hold ends earliest comes
 * first.
 */
export function arriving(location: LocationView, nowMs: number): VisitView[] {
  return location.admittedCustomers
    .filter(
      (visit) =>
        visit.status === 'admitted' &&
        visit.holdEndsAt !== undefined &&
        Date.parse(visit.holdEndsAt) + UNRESOLVED_AFTER_HOLD_MS > nowMs,
    )
    .toSorted((a, b) => compareTimes(a.holdEndsAt, b.holdEndsAt));
}

/**
 * Compares two times of the server for sorting. All these times have the same format, so they can be compared as text.
 * An absent time sorts first. `localeCompare` is not used, because it must load the sorting rules of a language before
 * it can compare.
 */
export function compareTimes(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the location's texts are held now: the provider or the database does not answer. */
export function areTextsHeld({ texts, database }: LocationView): boolean {
  return texts?.held !== undefined || database?.awaySince !== undefined;
}

/** The remaining time of a called party's hold in milliseconds; negative after the hold's end. */
export function holdLeftMs({ holdEndsAt }: VisitView, nowMs: number): number {
  return holdEndsAt === undefined ? 0 : Date.parse(holdEndsAt) - nowMs;
}

/**
 * The visits that ended on the location's current day, newest first. An admitted visit has ended when `arriving` no
 * longer contains it.
 */
export function doneToday(location: LocationView, nowMs: number): VisitView[] {
  const today = calendarDay(nowMs, location.timezone);
  const held = new Set(arriving(location, nowMs).map(({ id }) => id));
  return [...location.admittedCustomers, ...location.removedCustomers]
    .filter((visit) => !held.has(visit.id) && calendarDay(doneAtMs(visit), location.timezone) === today)
    .toSorted((a, b) => doneAtMs(b) - doneAtMs(a));
}

/**
 * Returns the time at which a visit ended. If an admitted visit has no outcome, this is the time at which its hold
 * ended.
 */
export function doneAtMs({
  leftAt,
  removedAt,
  arrivedAt,
  noShowAt,
  holdEndsAt,
  admittedAt,
  joinedAt,
}: VisitView): number {
  return Date.parse(leftAt ?? removedAt ?? arrivedAt ?? noShowAt ?? holdEndsAt ?? admittedAt ?? joinedAt);
}

/** The longest wait of all parties in line; undefined for an empty line. */
export function longestWaitMs(queue: readonly VisitView[], nowMs: number): number | undefined {
  return queue.length === 0
    ? undefined
    : Math.max(...queue.map(({ joinedAt }) => Math.max(0, nowMs - Date.parse(joinedAt))));
}

/** Up to 5 guests who left or were removed in the past 24 hours, newest first (`docs/spec.md` section 9). */
export function recentlyLeft(location: LocationView, nowMs: number): VisitView[] {
  return location.removedCustomers
    .filter(
      (visit) =>
        (visit.status === 'left' || visit.status === 'removed') &&
        !visit.discarded &&
        endedAtMs(visit) > nowMs - RECENTLY_LEFT_MS,
    )
    .toSorted((a, b) => endedAtMs(b) - endedAtMs(a))
    .slice(0, RECENTLY_LEFT_MAX);
}

/**
 * The visits whose last action can be undone now, even if another device made the action. The visit whose undo offer
 * ends earliest comes first.
 */
export function undoable(location: LocationView, nowMs: number): VisitView[] {
  return [...location.admittedCustomers, ...location.removedCustomers]
    .filter(({ undoUntil }) => undoUntil !== undefined && Date.parse(undoUntil) > nowMs)
    .toSorted((a, b) => compareTimes(a.undoUntil, b.undoUntil));
}

/** Returns the time at which a visit ended without an admission. */
export function endedAtMs(visit: VisitView): number {
  const at = visit.leftAt ?? visit.removedAt;
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

/**
 * The visits whose rows have moved. The result also contains a row if a reply made this row, or a row above it, taller.
 * A join at the end moves no row.
 */
export function movedRows(before: VisitView[], after: VisitView[]): string[] {
  if (before === after) return [];
  const grown = after.findIndex((visit, index) => {
    const known = before[index];
    return known?.id === visit.id && repliesOf(known) !== repliesOf(visit);
  });
  return after
    .filter(({ id }, index) => {
      const isBelow = grown !== -1 && index >= grown;
      return index < before.length && (isBelow || before[index]?.id !== id);
    })
    .map(({ id }) => id);
}

function repliesOf({ onMyWayAt, moreTimeAt }: VisitView): number {
  return Number(onMyWayAt !== undefined) + Number(moreTimeAt !== undefined);
}

/**
 * Returns the new replies of the guests who are in both views. A guest who asked for more time is in the line again, so
 * the lists of both views are searched.
 */
export function newReplies(
  before: LocationView,
  after: LocationView,
): { visit: VisitView; said: 'on_my_way' | 'more_time' }[] {
  const visitsOf = ({ queue, admittedCustomers }: LocationView) => [...queue, ...admittedCustomers];
  const known = new Map(visitsOf(before).map((visit) => [visit.id, visit]));
  return visitsOf(after).flatMap((visit) => {
    const last = known.get(visit.id);
    if (last === undefined || last === visit) return [];
    const isOnTheWay = visit.onMyWayAt !== undefined && last.onMyWayAt !== visit.onMyWayAt;
    const tookTime = visit.moreTimeAt !== undefined && last.moreTimeAt !== visit.moreTimeAt;
    return [
      ...(isOnTheWay ? [{ visit, said: 'on_my_way' as const }] : []),
      ...(tookTime ? [{ visit, said: 'more_time' as const }] : []),
    ];
  });
}
