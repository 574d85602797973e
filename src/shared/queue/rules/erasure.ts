/**
 * Rules of erasure: the guest, staff or the operator erase a guest's data before the retention ends
 * (`docs/decisions/0034-forgetting-guests.md`). Pure.
 */
import { unchanged, type Decided } from '../decision.ts';
import { withService, type Location, type Visit } from '../state.ts';
import { holdHasEnded, noShow } from './admission.ts';
import type { Line } from './line.ts';
import { leave } from './queue.ts';

/**
 * Ends a visit that has not ended: a waiting party leaves, and an admitted party whose hold runs becomes a no-show.
 * Erases the data of the guest. Deletes the undo offer, so that an undo cannot restore the data.
 */
export function eraseGuest(location: Location, visit: Visit, line: Line, now: number): Decided {
  const isHeld = visit.status === 'admitted' && !holdHasEnded(visit, now);
  const ending = isHeld ? noShow(location, visit, now) : leave(location, visit, line, now);
  const isKnown = visit.firstName !== '';
  const ended: Decided = ending.ok
    ? { ...ending, reason: 'person_erased' }
    : { ...unchanged(location, visit), event: isKnown ? 'erased' : null };
  const erased = { ...withoutGuest(ended.visit), onMyWayAt: null, moreTimeAt: null };
  const after = withoutOffers({ ...ended.location, version: location.version + 1 }, visit.id);
  return { ...ended, location: after, visit: erased };
}

/** The visit without the data of its guest. */
export function withoutGuest(visit: Visit): Visit {
  const nobody = { firstName: '', lastName: '', phoneNumber: '', textNumber: null };
  return { ...visit, ...nobody, note: '', earlierNames: [] };
}

function withoutOffers(location: Location, erasedId: string): Location {
  let after = location;
  for (const [serviceId, { undos }] of Object.entries(location.services)) {
    const others = undos.filter(({ visitId }) => visitId !== erasedId);
    if (others.length < undos.length) after = withService(after, { serviceId }, { undos: others });
  }
  return after;
}
