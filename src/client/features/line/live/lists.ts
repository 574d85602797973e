/** The dashboard's lists of a location's visits. Pure; times are epoch milliseconds of the server's clock. */
import { RECENTLY_LEFT_MAX, RECENTLY_LEFT_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../../../shared/limits.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { calendarDay } from '../../../../shared/time/day-figures.ts';

/** Admitted guests whose hold runs or ended at most 30 minutes ago. The earliest hold end comes first. */
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
 * Compares two times of the server, which have one format, for sorting; no time is the earliest. `localeCompare` would
 * load the rules of a language first.
 */
export function compareTimes(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the location sends no texts now: the provider or the database does not answer. */
export function areTextsHeld({ texts, database }: LocationView): boolean {
  return texts?.held !== undefined || database?.awaySince !== undefined;
}

/** How much of a called party's hold is left, in milliseconds; negative after its end. */
export function holdLeftMs({ holdEndsAt }: VisitView, nowMs: number): number {
  return holdEndsAt === undefined ? 0 : Date.parse(holdEndsAt) - nowMs;
}

/**
 * The visits that ended on the location's current day, newest first. An admitted visit is over when it is no longer in
 * `arriving`.
 */
export function doneToday(location: LocationView, nowMs: number): VisitView[] {
  const today = calendarDay(nowMs, location.timezone);
  const held = new Set(arriving(location, nowMs).map(({ id }) => id));
  return [...location.admittedCustomers, ...location.removedCustomers]
    .filter((visit) => !held.has(visit.id) && calendarDay(doneAtMs(visit), location.timezone) === today)
    .toSorted((a, b) => doneAtMs(b) - doneAtMs(a));
}

/** When a visit ended. For an admitted visit without an outcome, the end of its hold counts. */
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

/** How long the party that has waited longest is in line; undefined for an empty line. */
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

/** The visits whose last action can be undone now, whichever device took it. The earliest end comes first. */
export function undoable(location: LocationView, nowMs: number): VisitView[] {
  return [...location.admittedCustomers, ...location.removedCustomers]
    .filter(({ undoUntil }) => undoUntil !== undefined && Date.parse(undoUntil) > nowMs)
    .toSorted((a, b) => compareTimes(a.undoUntil, b.undoUntil));
}

/** The time at which a visit ended without an admission. */
export function endedAtMs(visit: VisitView): number {
  const at = visit.leftAt ?? visit.removedAt;
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

/** The visits whose rows have moved, also because a reply made a row above taller. A join at the end moves no row. */
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

/** New replies of guests who are in both views. A guest who asked for more time is in line. */
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
