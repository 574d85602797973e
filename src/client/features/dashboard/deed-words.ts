import type { VisitAction } from '../../../shared/owner-queue.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { ownerCopy } from '../../../shared/copy/owner.ts';

const { dashboard, toasts, tools } = ownerCopy;

/** A walk-in may have a first name only; of whoever had us forget them no name is left. */
export function fullName({ firstName, lastName }: Pick<VisitView, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || dashboard.nameErased;
}

/** What to say when it is done: undefined where the row itself says all there is to say. */
export function doneWords(kind: VisitAction, visit: VisitView): { title: string; body: string } | undefined {
  const name = fullName(visit);
  switch (kind) {
    case 'admit':
      return { title: toasts.admitted, body: toasts.admittedBody(name) };
    case 'remove':
      return { title: toasts.removed, body: toasts.removedBody(name) };
    case 'arrived':
      return { title: tools.arrivedDone, body: tools.arrivedBody(name) };
    case 'no-show':
      return { title: tools.noShowDone, body: tools.noShowBody(name) };
    case 'put-back':
      return { title: tools.putBackDone, body: tools.putBackBody(name) };
    case 'call-again':
      return { title: tools.calledAgainDone, body: tools.calledAgainBody(name) };
    case 'undo':
      return { title: tools.undone, body: tools.undoneBody(name, visit.position ?? 1) };
    case 'move':
    case 'skip':
      return undefined;
  }
}

/** The title of the toast when it could not be done. */
export function failedTitle(kind: VisitAction): string {
  switch (kind) {
    case 'admit':
      return toasts.admitFailed;
    case 'remove':
      return toasts.removeFailed;
    case 'arrived':
      return tools.arrivedFailed;
    case 'no-show':
      return tools.noShowFailed;
    case 'put-back':
      return tools.putBackFailed;
    case 'call-again':
      return tools.callAgainFailed;
    case 'undo':
      return tools.undoFailed;
    case 'move':
    case 'skip':
      return tools.moveFailed;
  }
}
