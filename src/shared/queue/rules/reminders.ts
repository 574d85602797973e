/** What happens to a guest's reminder when something happens to the visit. Pure. */
import type { Decided, Location, Visit } from '../state.ts';

/**
 * - `owe`: the guest is called, from `dueAt` on and until `expiresAt`, the hold's end.
 * - `withdraw`: the call no longer holds; whoever waits again is reminded at the next one.
 * - `forget`: the visit is over, from `at` on: until then that can be undone.
 */
export type ReminderChange =
  | { kind: 'owe'; call: number; dueAt: number; expiresAt: number }
  | { kind: 'withdraw' }
  | { kind: 'forget'; at: number };

/** Null: nothing changes for the reminder. */
export function reminderAfter(
  { event, location, visit }: Pick<Decided, 'event' | 'location' | 'visit'>,
  now: number,
): ReminderChange | null {
  switch (event) {
    case 'admitted':
    case 'called_again':
      return {
        kind: 'owe',
        call: visit.calls,
        dueAt: undoneUntil(location, visit) ?? now,
        expiresAt: visit.holdEndsAt ?? now,
      };
    case 'put_back':
    case 'undone':
    case 'more_time':
      return { kind: 'withdraw' };
    case 'arrived':
    case 'no_show':
    case 'settled':
    case 'left':
    case 'removed':
      return { kind: 'forget', at: undoneUntil(location, visit) ?? now };
    default:
      return null;
  }
}

/** Whether a visit can still be called: only then is its reminder kept. */
export function canBeReminded(visit: Visit): boolean {
  return visit.status === 'waiting' || (visit.status === 'admitted' && !visit.settled);
}

function undoneUntil({ undo }: Location, visit: Visit): number | null {
  return undo?.visitId === visit.id ? undo.until : null;
}
