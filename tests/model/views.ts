/** The guest and staff see the same facts of a visit, except the promise and a removal that can still be undone. */
import { staffVisit } from '../../src/shared/queue/project-visit.ts';
import type { StatusAnswer } from '../../src/shared/contracts/guest.ts';
import { ENDED_VISITS_SHOWN_MS } from '../../src/shared/limits.ts';
import { MemoryStorage, type Snapshot } from '../../src/shared/queue/memory-storage.ts';
import { positionMessage } from '../../src/shared/queue/guest-messages.ts';
import { project } from '../../src/shared/queue/project.ts';
import { isRemovalHidden } from '../../src/shared/queue/rules/undo.ts';
import { serviceOf } from '../../src/shared/queue/state.ts';
import { same } from './invariants.ts';

/** Throws if the guest's view of one of these visits differs from staff's view, or if staff see a visit twice. */
export function checkViews(snapshot: Snapshot, now: number, ids: string[]): void {
  const { location } = snapshot;
  if (location === null) throw new Error('there is no location');
  const state = new MemoryStorage('location', snapshot);
  for (const id of ids) {
    const visit = state.visit({ id });
    if (visit === null) throw new Error(`there is no visit ${id}`);
    const line = state.line(visit);
    const {
      promised: _told,
      note: _note,
      undoUntil: _undo,
      pageGone: _gone,
      noShowAt: _ended,
      ...asStaff
    } = staffVisit(location, visit, line.positionOf(id), now);
    const status = project.guest(state, location, visit, now);
    const { position } = status;
    const asGuest = status.customer;
    if (status.status === 'waiting') {
      const isHidden = isRemovalHidden(location, visit, now);
      const place = { position, waiting: line.length + (isHidden ? 1 : 0) };
      const told = positionMessage(serviceOf(location, visit), place, visit.moreTimeAt !== null, now);
      same(`more time of ${id}`, told.moreTime, status.moreTime);
    }
    if (isRemovalHidden(location, visit, now)) {
      // A waiting guest does not see the state of an earlier turn text.
      const { removedAt: _, message: __, ...kept } = asStaff;
      const { message: ___, ...waiting } = asGuest;
      same(`guest of ${id}`, waiting, { ...kept, status: 'waiting', position });
      if (position < 1 || position > line.length + 1) throw new Error(`no such place: ${position}`);
    } else same(`guest of ${id}`, asGuest, asStaff);
  }
  eachInOneList(snapshot, now);
}

export function asGuestSees(snapshot: Snapshot, id: string, now: number): StatusAnswer {
  const state = new MemoryStorage('location', snapshot);
  const visit = state.visit({ id });
  if (snapshot.location === null || visit === null) throw new Error(`there is no visit ${id}`);
  return project.guest(state, snapshot.location, visit, now);
}

/** Staff see each visit once. A visit that ended long ago is not in the view. */
function eachInOneList(snapshot: Snapshot, now: number): void {
  const view = project.staff(new MemoryStorage('location', snapshot), now);
  if (view === null) throw new Error('there is no location');
  const shown = [...view.queue, ...view.admittedCustomers, ...view.removedCustomers].map(({ id }) => id);
  const since = now - ENDED_VISITS_SHOWN_MS;
  const recent = [...snapshot.visits.values()].filter(
    ({ status, admittedAt, endedAt }) => status === 'waiting' || (admittedAt ?? endedAt ?? 0) >= since,
  );
  same('visits shown', shown.toSorted(), recent.map(({ id }) => id).toSorted());
}
