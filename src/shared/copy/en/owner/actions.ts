/**
 * Actions of staff on a visit, in English. `tests/pure/shared/spec-texts.test.ts` checks the sentences that the
 * specification prescribes.
 */
import type { VisitAction } from '../../../queue/commands.ts';
import type { StaffActionName } from '../../../queue/rules/staff-actions.ts';

/**
 * The words of one action. The parameters of `body` are the guest's name and, if the visit is in line, its position.
 */
export type ActionWords = {
  /** The toast after success; absent if the changed row already shows the success. */
  done?: { title: string; body: (name: string, place: number | undefined) => string };
  /** The title of the toast after a failure. */
  failed: string;
};

export const actionCopy = {
  admit: {
    done: {
      title: 'Customer admitted',
      body: (name) => `${name} has been admitted and will proceed to their turn.`,
    },
    failed: 'Failed to admit customer',
  },
  remove: {
    done: { title: 'Customer removed', body: (name) => `${name} has been removed from the queue.` },
    failed: 'Failed to remove customer',
  },
  // `discard` shows no toast, because the notice above the line shows the result.
  discard: { failed: 'Failed to remove these joins' },
  move: { failed: 'Failed to move customer' },
  edit: { failed: 'Failed to save changes' },
  skip: { failed: 'Failed to move customer' },
  arrived: {
    done: { title: 'Marked as arrived', body: (name) => `${name} is here.` },
    failed: 'Failed to mark as arrived',
  },
  'no-show': {
    done: { title: 'Marked as no-show', body: (name) => `${name} did not come.` },
    failed: 'Failed to mark as no-show',
  },
  'call-again': {
    done: { title: 'Called again', body: (name) => `Another text to ${name} is on its way.` },
    failed: 'Failed to call again',
  },
  'put-back': {
    done: { title: 'Put back in line', body: (name) => `${name} is first in line again.` },
    failed: 'Failed to put back in line',
  },
  undo: {
    done: { title: 'Undone', body: isBack },
    failed: 'Failed to undo',
  },
  recall: {
    done: { title: 'Recalled', body: isBack },
    failed: 'Failed to recall',
  },
} satisfies Record<VisitAction, ActionWords>;

function isBack(name: string, place: number | undefined): string {
  return place === undefined ? `${name} is in Arriving again.` : `${name} is number ${place} in line again.`;
}

/**
 * The entries of the menu in a visit's row, in the order of the menu. The menu shows only the actions that the rules
 * allow. An action that is not in this list has its own control outside the menu.
 */
export const actionMenu: readonly { kind: Exclude<StaffActionName, 'undo'>; label: string }[] = [
  { kind: 'call-again', label: 'Call again by text' },
  { kind: 'put-back', label: 'Put back in line' },
  { kind: 'recall', label: 'Recall' },
];
