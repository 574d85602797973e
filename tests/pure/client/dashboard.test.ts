/** Texts and values on the dashboard (`src/client/features/dashboard`). */
import { expect, test } from 'vitest';
import { afterTrial } from '../../../src/client/member-area/plan/plan-state.ts';
import { doneWords, fullName } from '../../../src/client/features/line/actions/action-toasts.ts';
import { createIdempotencyKeys } from '../../../src/client/features/line/walk-in/idempotency-key.ts';
import { movedRows, newReplies } from '../../../src/client/features/line/live/lists.ts';
import { actionCopy } from '../../../src/shared/copy/en/owner/actions.ts';
import { visitActions } from '../../../src/shared/queue/commands.ts';
import type { LocationView, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { NOW } from '../support/factories.ts';
import { aGuest, aHeldGuest, aView, iso } from '../support/view-factories.ts';

const [ada, budi, cleo] = ['Ada', 'Budi', 'Cleo'].map((id, index) => aGuest(id, { position: index + 1 }));
if (!ada || !budi || !cleo) throw new Error('three guests');
const dewi = aHeldGuest();

test('every action has its words: a title when refused, and no hole where a walk-in has no last name', () => {
  expect(new Set(visitActions.map((kind) => actionCopy[kind].failed)).size).toBe(visitActions.length - 1);
  expect(doneWords('admit', aGuest('Eka', { lastName: '' }))).toEqual({
    title: 'Customer admitted',
    body: 'Eka has been admitted and will proceed to their turn.',
  });
  expect(visitActions.filter((kind) => doneWords(kind, ada) === undefined)).toEqual([
    'discard',
    'skip',
    'move',
    'edit',
  ]);
});

test('a guest has the names that were given; whoever was erased on request has none, and the row says so', () => {
  expect(fullName({ firstName: 'Maya', lastName: 'Putri' })).toBe('Maya Putri');
  expect(fullName({ firstName: 'Maya', lastName: '' })).toBe('Maya');
  expect(fullName({ firstName: '', lastName: '' })).toBe('Name erased');
});

test('a row rests if it took the place of another, not if it joined behind', () => {
  const line = [ada, budi, cleo];
  expect([
    movedRows(line, [...line, dewi]),
    movedRows(line, [ada, budi]),
    movedRows(line, [budi, cleo]),
    movedRows(line, [ada, cleo]),
    movedRows(line, [ada, cleo, budi]),
    movedRows(line, [dewi, ...line]),
  ]).toEqual([[], [], ['Budi', 'Cleo'], ['Cleo'], ['Cleo', 'Budi'], ['Dewi', 'Ada', 'Budi']]);
});

test('from a row that gets a line more for a reply on, rows rest; a reply said again moves nothing', () => {
  const line = [ada, budi, cleo];
  const at = iso(NOW);
  const onTheWay = { ...budi, onMyWayAt: at };
  expect([
    movedRows(line, [ada, onTheWay, cleo]),
    movedRows([ada, onTheWay, cleo], [ada, { ...onTheWay, moreTimeAt: at }, cleo, dewi]),
    movedRows([ada, onTheWay, cleo], [ada, { ...onTheWay }, cleo]),
    movedRows(line, [ada, cleo, { ...budi, moreTimeAt: at }]),
  ]).toEqual([['Budi', 'Cleo'], ['Budi', 'Cleo'], [], ['Cleo', 'Budi']]);
});

test('replies are announced once, for known guests, in any list', () => {
  const at = iso(NOW);
  const view = (queue: VisitView[], admittedCustomers: VisitView[] = []) =>
    aView({ queue, admittedCustomers });
  const told = (before: LocationView, after: LocationView) =>
    newReplies(before, after).map(({ visit, said }) => [visit.id, said]);
  const onTheWay = { ...ada, onMyWayAt: at };
  const asked = { ...budi, moreTimeAt: at };
  expect([
    told(view([ada, budi]), view([onTheWay, budi])),
    told(view([ada], [budi]), view([ada, asked])),
    told(view([onTheWay, asked]), view([{ ...onTheWay }], [{ ...asked }])),
    told(view([ada]), view([ada, asked])),
    told(view([ada]), view([{ ...onTheWay, moreTimeAt: at }])),
  ]).toEqual([
    [['Ada', 'on_my_way']],
    [['Budi', 'more_time']],
    [],
    [],
    [
      ['Ada', 'on_my_way'],
      ['Ada', 'more_time'],
    ],
  ]);
});

test('the same request keeps its key until it is answered; another request has its own', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor({ firstName: 'Ada' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ firstName: 'Ada' })).toBe(first);
  const second = keys.keyFor({ firstName: 'Budi' });
  expect(second).not.toBe(first);
  keys.complete();
  expect(keys.keyFor({ firstName: 'Budi' })).not.toBe(second);
});

test('when the trial is over the page shows no credits, even if the last view had some', () => {
  const view = aView();
  const shown = (kind: 'none' | 'expired' | 'ended') => {
    const { customerCredits, smsCredits } = afterTrial(view, { kind });
    return [customerCredits, smsCredits];
  };
  expect([shown('none'), shown('expired'), shown('ended')]).toEqual([
    [10, 10],
    [0, 0],
    [0, 0],
  ]);
  expect(afterTrial(view, { kind: 'active', leftMs: 1 })).toBe(view);
});
