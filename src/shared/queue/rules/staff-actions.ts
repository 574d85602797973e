/**
 * The staff actions without parameters, and the rule of each action. Commands, API calls and the page's menu use the
 * names of this table.
 */
import type { Decision } from '../decision.ts';
import type { Location, Visit } from '../state.ts';
import { admit, arrive, callAgain, noShow, putBack } from './admission.ts';
import type { Line } from './line.ts';
import { discard, remove, skip } from './queue.ts';
import { recall } from './recall.ts';
import { undo } from './undo.ts';

type Rule = (location: Location, visit: Visit, line: Line, now: number) => Decision;

export const staffActions = {
  admit,
  remove,
  discard,
  arrived: (location, visit, _line, now) => arrive(location, visit, now),
  'no-show': (location, visit, _line, now) => noShow(location, visit, now),
  'put-back': putBack,
  skip,
  'call-again': (location, visit, _line, now) => callAgain(location, visit, now),
  undo,
  recall,
} satisfies Record<string, Rule>;

export type StaffActionName = keyof typeof staffActions;

export const staffActionNames = Object.keys(staffActions).filter(isStaffAction);

export function isStaffAction(kind: string): kind is StaffActionName {
  return Object.hasOwn(staffActions, kind);
}
