/** What happens to a guest's reminder when something happens to the visit. Pure. */
import type { Decided, ReminderEffect } from '../decision.ts';
import { serviceOf, type Location, type Visit } from '../state.ts';

/**
 * What becomes of the reminders of a visit after a decision about it.
 *
 * - `remind`: the guest is called, from `dueAt` on and until `expiresAt`, the hold's end.
 * - `cancel_reminders`: the call no longer holds; whoever waits again is reminded at the next one.
 * - `delete_reminders`: the visit is over, from `at` on: until then that can be undone.
 *
 * Null: nothing changes for them.
 */
export function reminderAfter(
  { event, location, visit }: Pick<Decided, 'event' | 'location' | 'visit'>,
  now: number,
): ReminderEffect | null {
  switch (event) {
    case 'admitted':
    case 'called_again':
      return {
        kind: 'remind',
        call: visit.summonCount,
        dueAt: undoneUntil(location, visit) ?? now,
        expiresAt: visit.holdEndsAt ?? now,
      };
    case 'put_back':
    case 'undone':
    case 'more_time':
      return { kind: 'cancel_reminders' };
    case 'arrived':
    case 'no_show':
    case 'auto_resolved':
    case 'left':
    case 'removed':
      return { kind: 'delete_reminders', at: undoneUntil(location, visit) ?? now };
    default:
      return null;
  }
}

/** Whether a visit can still be called: only then is its reminder kept. */
export function canBeReminded(visit: Visit): boolean {
  return visit.status === 'waiting' || (visit.status === 'admitted' && !visit.autoResolved);
}

function undoneUntil(location: Location, visit: Visit): number | null {
  const { undo } = serviceOf(location, visit);
  return undo?.visitId === visit.id ? undo.until : null;
}
