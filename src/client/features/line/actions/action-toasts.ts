import { actionCopy, type ActionWords } from '../../../../shared/copy/owner/actions.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { VisitAction } from '../../../../shared/queue/commands.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';

/**
 * The guest's name for a toast. A walk-in may have only a first name. An erased guest has no name and gets a fixed
 * text.
 */
export function fullName({ firstName, lastName }: Pick<VisitView, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || ownerCopy.dashboard.nameErased;
}

/** The words of the toast after an action; undefined if the action needs no toast, because its row shows the change. */
export function doneWords(kind: VisitAction, visit: VisitView): { title: string; body: string } | undefined {
  const { done }: ActionWords = actionCopy[kind];
  return done && { title: done.title, body: done.body(fullName(visit), visit.position) };
}
