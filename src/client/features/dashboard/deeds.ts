/**
 * What an owner does to a visit, and how the line looks as soon as it is pressed: before the server has said so, and
 * taken back when it says no. Pure; times are epoch milliseconds of the server's clock.
 */
import type { VisitAction } from '../../../shared/owner-queue.ts';
import type { LocationView, VisitView } from '../../../shared/queue-view.ts';
import { placeVisits } from './apply-change.ts';

type Placing = 'move' | 'skip' | 'undo';

/** `position` is where in line, from 1, the visit comes to stand by what the page knows. */
export type Deed = { visit: VisitView } & (
  { kind: Exclude<VisitAction, Placing> } | { kind: Placing; position: number }
);

/** The line and the lists as they will be, unless the server refuses. What the server has told already stays as told. */
export function foresee(view: LocationView, deed: Deed, atMs: number): LocationView {
  const known = visitIn(view, deed.visit.id);
  const next = known && outcome(known, deed, view.settings.holdMs, atMs);
  return next ? placeVisits(view, [next]) : view;
}

/** The visit as it stands in the view, in whichever list. */
export function visitIn(view: LocationView, id: string): VisitView | undefined {
  const lists = [view.queue, view.admittedCustomers, view.removedCustomers];
  return lists.flatMap((list) => list.find((visit) => visit.id === id) ?? [])[0];
}

/**
 * The view with the answer to a deed in it, unless something newer was told of the visit since `before`: an answer
 * may come after the socket's next message.
 */
export function placeAnswer(
  view: LocationView,
  before: VisitView | undefined,
  answer: VisitView,
): LocationView {
  const known = visitIn(view, answer.id);
  return known !== undefined && before !== undefined && isSameStand(known, before)
    ? placeVisits(view, [answer])
    : view;
}

function isSameStand(a: VisitView, b: VisitView): boolean {
  return a.status === b.status && a.position === b.position && a.calledAgainAt === b.calledAgainAt;
}

/** Whether the visit stands as the deed would have it, whoever did it. */
export function isDone(visit: VisitView, deed: Deed): boolean {
  switch (deed.kind) {
    case 'admit':
      return visit.admittedAt !== undefined && visit.status !== 'waiting';
    case 'remove':
      return visit.status === 'removed';
    case 'move':
    case 'skip':
      return visit.status === 'waiting' && visit.position === deed.position;
    case 'undo':
    case 'put-back':
      return visit.status === 'waiting';
    case 'arrived':
      return visit.status === 'arrived';
    case 'no-show':
      return visit.status === 'no_show';
    case 'call-again':
      return visit.calledAgainAt !== undefined;
  }
}

/** Null where it is so already, or was overtaken by something else. */
function outcome(visit: VisitView, deed: Deed, holdMs: number, atMs: number): VisitView | null {
  const at = new Date(atMs).toISOString();
  const isWaiting = visit.status === 'waiting';
  switch (deed.kind) {
    case 'admit': {
      const holdEndsAt = new Date(atMs + holdMs).toISOString();
      return isWaiting ? { ...outOfLine(visit), status: 'admitted', admittedAt: at, holdEndsAt } : null;
    }
    case 'remove':
      return isWaiting ? { ...outOfLine(visit), status: 'removed', removedAt: at } : null;
    case 'move':
    case 'skip':
      return isWaiting && visit.position !== deed.position ? { ...visit, position: deed.position } : null;
    case 'undo':
      return isWaiting ? null : backInLine(visit, deed.position);
    case 'arrived':
      return visit.status === 'admitted' ? { ...visit, status: 'arrived', arrivedAt: at } : null;
    case 'no-show':
      return visit.status === 'admitted' ? { ...visit, status: 'no_show' } : null;
    case 'put-back':
      return visit.status === 'admitted' ? backInLine(visit, 1) : null;
    case 'call-again':
      return visit.status === 'admitted' && visit.calledAgainAt === undefined
        ? { ...visit, calledAgainAt: at, message: { status: 'queued' } }
        : null;
  }
}

function outOfLine({ position: _place, ...visit }: VisitView): VisitView {
  return visit;
}

function backInLine(visit: VisitView, position: number): VisitView {
  const { id, firstName, lastName, phoneNumber, numGuests, waitingPreference, joinedAt, address } = visit;
  return {
    id,
    firstName,
    lastName,
    ...(phoneNumber !== undefined && { phoneNumber }),
    numGuests,
    waitingPreference,
    joinedAt,
    address,
    status: 'waiting',
    position,
  };
}
