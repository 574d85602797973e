import type { Decision } from '../../src/shared/queue/decision.ts';
import { expect, test } from 'vitest';
import { admit, arrive, callAgain, noShow, putBack } from '../../src/shared/queue/rules/admission.ts';
import { decideFor, type OwnerAction } from '../../src/shared/queue/rules/owner-action.ts';
import { move, remove, skip } from '../../src/shared/queue/rules/queue.ts';
import { offerUndo, undo } from '../../src/shared/queue/rules/undo.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, lineOf, NOW, someSettings } from './factories.ts';

const waiting = aVisit({ rank: 10 });
const others = [aVisit({ id: 'b', rank: 20 }), aVisit({ id: 'c', rank: 30 })];
const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
const admitted = anAdmittedVisit({ waitingPreference, phoneNumber, textNumber });
const line = lineOf(waiting, ...others);
const rest = lineOf(...others);
const location = offerUndo(aLocation({ settings: someSettings({ undo: true }) }), admitted, 'admit', NOW);

test.each<[OwnerAction, Visit, Decision]>([
  [{ kind: 'admit' }, waiting, admit(location, waiting, line, NOW)],
  [{ kind: 'remove' }, waiting, remove(location, waiting, line, NOW)],
  [{ kind: 'move', position: 3 }, waiting, move(location, waiting, line, 3)],
  [{ kind: 'skip' }, waiting, skip(location, waiting, line)],
  [{ kind: 'arrived' }, admitted, arrive(location, admitted, NOW)],
  [{ kind: 'no-show' }, admitted, noShow(location, admitted, NOW)],
  [{ kind: 'put-back' }, admitted, putBack(location, admitted, rest, NOW)],
  [{ kind: 'call-again' }, admitted, callAgain(location, admitted, NOW)],
  [{ kind: 'undo' }, admitted, undo(location, admitted, rest, NOW)],
])('%j is decided by its rule', (action, visit, decision) => {
  expect(decision.ok).toBe(true);
  expect(decideFor(action, location, visit, visit === waiting ? line : rest, NOW)).toEqual(decision);
});
