/** From what an owner asks for to the rule that decides it, pure. */
import type { Decision } from '../../../worker/queue/decision.ts';
import type { VisitAction } from '../../../worker/owner-queue.ts';
import { admit, arrive, callAgain, noShow, putBack } from './admission.ts';
import type { Line } from './line.ts';
import { move, remove, skip } from './queue.ts';
import { undo } from './undo.ts';
import type { Location, Visit } from '../../../worker/queue/state.ts';

/** What an owner can do to a visit. */
export type OwnerAction = { kind: Exclude<VisitAction, 'move'> } | { kind: 'move'; position: number };

export function decideFor(
  action: OwnerAction,
  location: Location,
  visit: Visit,
  line: Line,
  now: number,
): Decision {
  switch (action.kind) {
    case 'admit':
      return admit(location, visit, line, now);
    case 'remove':
      return remove(location, visit, line, now);
    case 'arrived':
      return arrive(location, visit, now);
    case 'no-show':
      return noShow(location, visit, now);
    case 'put-back':
      return putBack(location, visit, line, now);
    case 'move':
      return move(location, visit, line, action.position);
    case 'skip':
      return skip(location, visit, line);
    case 'call-again':
      return callAgain(location, visit, now);
    case 'undo':
      return undo(location, visit, line, now);
  }
}
