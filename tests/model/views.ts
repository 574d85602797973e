/** What the guest of a visit and its owner are told: the same, but for the promise and a removal that can still be undone. */
import { backInLine, hiddenPlace, isRemovalHidden } from '../../src/shared/queue/rules/undo.ts';
import type { Standing } from '../../src/shared/queue/rules/replies.ts';
import { locationView, placeMessage, statusAnswer, visitView } from '../../src/shared/queue/project.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { same } from './invariants.ts';
import type { LocationInMemory } from './location-in-memory.ts';

/** Throws where the guest of one of these visits is told otherwise than its owner, or a visit is shown twice. */
export function checkViews(location: LocationInMemory, ids: string[]): void {
  const { rows, now } = location;
  const line = location.line();
  for (const id of ids) {
    const visit = location.visit(id);
    const { promised: _told, ...asOwner } = visitView(rows.location, visit, line.positionOf(id), now);
    const { shown, standing } = asGuestSees(location, visit);
    const { position } = standing;
    const status = statusAnswer(rows.location, shown, standing, now);
    const asGuest = status.customer;
    if (status.status === 'waiting') {
      const told = placeMessage(rows.location, standing, visit.moreTimeAt !== null, now);
      same(`more time of ${id}`, told.moreTime, status.moreTime);
    }
    if (isRemovalHidden(rows.location, visit, now)) {
      // The text of an earlier admission is not shown to whoever waits.
      const { removedAt: _, message: __, ...kept } = asOwner;
      const { message: ___, ...waiting } = asGuest;
      same(`guest of ${id}`, waiting, { ...kept, status: 'waiting', position });
      if (position < 1 || position > line.length + 1) throw new Error(`no such place: ${position}`);
    } else same(`guest of ${id}`, asGuest, asOwner);
  }
  eachInOneList(location);
}

/** As `Reader`: a removal that can still be undone is not told. */
export function asGuestSees(location: LocationInMemory, visit: Visit): { shown: Visit; standing: Standing } {
  const line = location.line();
  const hidden = hiddenPlace(location.rows.location, location.now);
  return hidden?.id === visit.id
    ? {
        shown: backInLine(visit),
        standing: { position: line.positionFor(hidden.rank), waiting: line.length + 1 },
      }
    : { shown: visit, standing: { position: line.positionOf(visit.id), waiting: line.length } };
}

/** The owner sees each visit once. */
function eachInOneList(location: LocationInMemory): void {
  const visits = [...location.rows.visits.values()];
  const whose = (...statuses: Visit['status'][]) => visits.filter(({ status }) => statuses.includes(status));
  const lists = {
    waiting: location.waiting(),
    admitted: whose('admitted', 'arrived', 'no_show'),
    ended: whose('left', 'removed'),
  };
  const view = locationView('location', location.rows.location, lists, location.now);
  const shown = [...view.queue, ...view.admittedCustomers, ...view.removedCustomers].map(({ id }) => id);
  same('visits shown', shown.toSorted(), [...location.rows.visits.keys()].toSorted());
}
