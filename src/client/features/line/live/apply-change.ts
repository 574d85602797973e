/** Applies a live message, or the answer to an action, to the member's view of a location. Pure. */
import type { ChangeMessage } from '../../../../shared/contracts/live.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { compareTimes } from './lists.ts';

/**
 * The view after a change message, whose version must directly follow the version of the view. Unchanged lists stay the
 * same objects.
 */
export function applyChange(view: LocationView, change: ChangeMessage): LocationView {
  const placed = placeVisits(view, [...(change.joined ?? []), ...(change.updated ?? [])], change.gone ?? []);
  const { customerDebt, servers, onDuty: before, ...others } = placed;
  const credits = change.credits ?? (customerDebt === undefined ? {} : { customerDebt });
  const serving = change.servers === undefined ? servers : (change.servers ?? undefined);
  const onDuty = change.onDuty ?? before ?? [];
  return {
    ...others,
    ...credits,
    ...(serving !== undefined && { servers: serving }),
    ...(onDuty.length > 0 && { onDuty }),
    address: change.address ?? view.address,
    businessName: change.businessName ?? view.businessName,
    settings: change.settings ?? view.settings,
    timezone: change.timezone ?? view.timezone,
    paused: change.paused ?? view.paused,
    ...(change.texts && { texts: change.texts }),
    ...(change.database && { database: change.database }),
  };
}

/**
 * Moves each visit to the list of its status, and removes the ids in `gone` from every list. Inserts waiting visits at
 * their `position`, and numbers the line again from 1.
 */
export function placeVisits(view: LocationView, visits: VisitView[], gone: string[] = []): LocationView {
  if (visits.length === 0 && gone.length === 0) return view;
  const moved = new Set([...gone, ...visits.map((visit) => visit.id)]);
  const rest = (list: VisitView[]) =>
    list.some((visit) => moved.has(visit.id)) ? list.filter((visit) => !moved.has(visit.id)) : list;

  const waiting = visits.filter((visit) => visit.status === 'waiting');
  const admitted = visits.filter((visit) => wasAdmitted(visit));
  const removed = visits.filter((visit) => visit.status === 'left' || visit.status === 'removed');
  return {
    ...view,
    queue: inLine(rest(view.queue), waiting),
    admittedCustomers: newestFirst(rest(view.admittedCustomers), admitted, (visit) => visit.admittedAt),
    removedCustomers: newestFirst(
      rest(view.removedCustomers),
      removed,
      (visit) => visit.leftAt ?? visit.removedAt,
    ),
  };
}

function wasAdmitted(visit: VisitView): boolean {
  return visit.status === 'admitted' || visit.status === 'arrived' || visit.status === 'no_show';
}

function inLine(line: VisitView[], waiting: VisitView[]): VisitView[] {
  const next = [...line];
  const last = Number.MAX_SAFE_INTEGER;
  // Inserts the visits by ascending position, so that all visits in front of an inserted visit are already in place.
  for (const visit of waiting.toSorted((a, b) => (a.position ?? last) - (b.position ?? last))) {
    next.splice((visit.position ?? last) - 1, 0, visit);
  }
  return next.map((visit, index) =>
    visit.position === index + 1 ? visit : { ...visit, position: index + 1 },
  );
}

function newestFirst(
  list: VisitView[],
  added: VisitView[],
  endedAt: (visit: VisitView) => string | undefined,
): VisitView[] {
  if (added.length === 0) return list;
  // ISO 8601 times in UTC can be compared as text if they have the same length.
  return [...added, ...list].toSorted((a, b) => compareTimes(endedAt(b), endedAt(a)));
}

/** Finds a visit in any list of the view. */
export function visitIn(view: LocationView, id: string): VisitView | undefined {
  const lists = [view.queue, view.admittedCustomers, view.removedCustomers];
  return lists.flatMap((list) => list.find((visit) => visit.id === id) ?? [])[0];
}

/**
 * The view after the answer to an action was applied. If the view no longer has the object `before`, a newer socket
 * message has already changed the visit, so the answer is ignored.
 */
export function withAnswer(
  view: LocationView,
  before: VisitView | undefined,
  answer: VisitView,
): LocationView {
  const known = visitIn(view, answer.id);
  return known !== undefined && known === before ? placeVisits(view, [answer]) : view;
}
