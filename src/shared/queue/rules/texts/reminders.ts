/** Effects of a visit's changes on its web push reminders. Pure. */
import type { Decided, ReminderEffect } from '../../decision.ts';
import { undoOf } from '../undo.ts';
import type { Visit } from '../../state.ts';

/**
 * The effect of a decision on a visit's reminders:
 *
 * - `remind`: the guest is called. The reminder is sent between `dueAt` and `expiresAt`, which is the end of the hold.
 * - `cancel_reminders`: the call was cancelled. The guest gets a reminder at the next call.
 * - `delete_reminders`: the visit has ended. The reminders are deleted at `at`, when an undo is no longer possible.
 *
 * Null: the reminders do not change.
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
        dueAt: undoOf(location, visit, now)?.until ?? now,
        expiresAt: visit.holdEndsAt ?? now,
      };
    case 'put_back':
    case 'undone':
    case 'recalled':
    case 'more_time':
      return { kind: 'cancel_reminders' };
    case 'arrived':
    case 'no_show':
    case 'auto_resolved':
    case 'left':
    case 'removed':
      return { kind: 'delete_reminders', at: undoOf(location, visit, now)?.until ?? now };
    default:
      return null;
  }
}

/** Whether a visit can still be called. The visit's reminders are deleted when the visit can no longer be called. */
export function canBeReminded(visit: Visit): boolean {
  return visit.status === 'waiting' || (visit.status === 'admitted' && !visit.autoResolved);
}
