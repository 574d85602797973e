/** Which of a location's ended visits the dashboard still shows. Pure; times are epoch milliseconds of the server's clock. */
import { RECENTLY_LEFT_MAX, RECENTLY_LEFT_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../../shared/limits.ts';
import type { LocationView, VisitView } from '../../../shared/queue-view.ts';

/** Admitted guests whose hold runs, or ended at most 30 minutes ago (decision 5). The one whose hold ends first comes first. */
export function arriving(location: LocationView, nowMs: number): VisitView[] {
  return location.admittedCustomers
    .filter(
      (visit) =>
        visit.status === 'admitted' &&
        visit.holdEndsAt !== undefined &&
        Date.parse(visit.holdEndsAt) + UNRESOLVED_AFTER_HOLD_MS > nowMs,
    )
    .toSorted((a, b) => (a.holdEndsAt ?? '').localeCompare(b.holdEndsAt ?? ''));
}

/** Up to 5 guests who left or were removed in the past 24 hours, newest first (spec section 9). */
export function recentlyLeft(location: LocationView, nowMs: number): VisitView[] {
  return location.removedCustomers
    .filter(
      (visit) =>
        (visit.status === 'left' || visit.status === 'removed') &&
        endedAtMs(visit) > nowMs - RECENTLY_LEFT_MS,
    )
    .toSorted((a, b) => endedAtMs(b) - endedAtMs(a))
    .slice(0, RECENTLY_LEFT_MAX);
}

/** When a visit ended without an admission. */
export function endedAtMs(visit: VisitView): number {
  const at = visit.leftAt ?? visit.removedAt;
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}
