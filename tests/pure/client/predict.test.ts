/**
 * The dashboard predicts the outcome of an action before the server answers
 * (`src/client/features/line/live/predict.ts`).
 */
import { expect, test } from 'vitest';
import { withAnswer } from '../../../src/client/features/line/live/apply-change.ts';
import {
  isDone,
  menuOf,
  predict,
  predictPending,
  predictVisit,
  type RowAction,
} from '../../../src/client/features/line/live/predict.ts';
import { visitActions, type OutsideCommand, type VisitAction } from '../../../src/shared/queue/commands.ts';
import { decide } from '../../../src/shared/queue/decide.ts';
import { apply, MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import { dutyEndsAt } from '../../../src/shared/queue/rules/opening-hours.ts';
import { project } from '../../../src/shared/queue/project.ts';
import { RANK_STEP } from '../../../src/shared/queue/rules/line.ts';
import type { Location, Undo, Visit } from '../../../src/shared/queue/state.ts';
import type { LocationView, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, NOW } from '../support/factories.ts';
import { aGuest, aHeldGuest, aView, iso, MINUTE_MS, viewSettings } from '../support/view-factories.ts';

const summary = ({ queue, admittedCustomers, removedCustomers }: LocationView) => ({
  line: queue.map(({ id, position }) => `${position} ${id}`),
  admitted: admittedCustomers.map(({ id, status }) => `${id} ${status}`),
  gone: removedCustomers.map(({ id, status }) => `${id} ${status}`),
});
const asTold = summary(aView());
const [ada, budi, cleo] = ['Ada', 'Budi', 'Cleo'].map((id, index) => aGuest(id, { position: index + 1 }));
if (!ada || !budi || !cleo) throw new Error('three guests');
const dewi = aHeldGuest();

test.each<[RowAction, Partial<ReturnType<typeof summary>>]>([
  [
    { kind: 'admit', visit: budi },
    { line: ['1 Ada', '2 Cleo'], admitted: ['Budi admitted', 'Dewi admitted'] },
  ],
  [
    { kind: 'remove', visit: ada },
    { line: ['1 Budi', '2 Cleo'], gone: ['Ada removed'] },
  ],
  [{ kind: 'move', visit: cleo, position: 1 }, { line: ['1 Cleo', '2 Ada', '3 Budi'] }],
  [{ kind: 'move', visit: ada, position: 9 }, { line: ['1 Budi', '2 Cleo', '3 Ada'] }],
  [{ kind: 'skip', visit: ada }, { line: ['1 Budi', '2 Ada', '3 Cleo'] }],
  [{ kind: 'arrived', visit: dewi }, { admitted: ['Dewi arrived'] }],
  [{ kind: 'no-show', visit: dewi }, { admitted: ['Dewi no_show'] }],
  [
    { kind: 'put-back', visit: dewi },
    { line: ['1 Dewi', '2 Ada', '3 Budi', '4 Cleo'], admitted: [] },
  ],
  [{ kind: 'call-again', visit: dewi }, {}],
])('as soon as it is pressed: %o', (action, after) => {
  expect(summary(predict(aView(), action, NOW))).toEqual({ ...asTold, ...after });
});

test.each([1, 2, 3, 4, 9])('an undo brings the guest back to place %i', (position) => {
  const undoUntil = iso(NOW + 9_000);
  const called = aHeldGuest({ admittedAt: iso(NOW - 1_000), undoUntil });
  const removed = aGuest('Dewi', { status: 'removed', removedAt: iso(NOW - 1_000), undoUntil });
  const line = ['Ada', 'Budi', 'Cleo'].toSpliced(position - 1, 0, 'Dewi').map((id, at) => `${at + 1} ${id}`);
  const undo: RowAction = { kind: 'undo', visit: dewi, position };
  const shown = [
    aView({ admittedCustomers: [called] }),
    aView({ admittedCustomers: [], removedCustomers: [removed], customerCredits: 0 }),
  ].map((view) => summary(predict(view, undo, NOW)));
  expect(shown).toEqual([
    { line, admitted: [], gone: [] },
    { line, admitted: [], gone: [] },
  ]);
});

test('a visit comes back by its join time where this page does not know the place that it had', () => {
  const joinedAt = iso(Date.parse(budi.joinedAt) + 1);
  const gone = aGuest('Dewi', { joinedAt, status: 'removed', removedAt: iso(NOW - 60_000) });
  const view = aView({
    queue: [ada, budi, { ...cleo, joinedAt: iso(Date.parse(joinedAt) + 1) }],
    admittedCustomers: [],
    removedCustomers: [gone],
  });
  const line = ['1 Ada', '2 Budi', '3 Dewi', '4 Cleo'];
  expect(summary(predict(view, { kind: 'recall', visit: gone }, NOW)).line).toEqual(line);
  const undoable = { ...view, removedCustomers: [{ ...gone, undoUntil: iso(NOW + 1) }] };
  expect(summary(predict(undoable, { kind: 'undo', visit: gone }, NOW)).line).toEqual(line);
});

test('an outcome that is undone or recalled shows the guest in Arriving again', () => {
  const arrived = aHeldGuest({ status: 'arrived', arrivedAt: iso(NOW - 1), undoUntil: iso(NOW + 1) });
  const view = aView({ admittedCustomers: [arrived] });
  for (const kind of ['undo', 'recall'] as const)
    expect(summary(predict(view, { kind, visit: arrived }, NOW)).admitted).toEqual(['Dewi admitted']);
});

test('a hold begins with the press, for as long as the location holds', () => {
  const view = aView({ settings: viewSettings({ holdMs: 90_000 }) });
  expect(predict(view, { kind: 'admit', visit: ada }, NOW).admittedCustomers[0]).toMatchObject({
    admittedAt: iso(NOW),
    holdEndsAt: iso(NOW + 90_000),
  });
});

test('a state that the server has told is not predicted again', () => {
  const view = aView();
  const gone = aView({ queue: [], removedCustomers: [{ ...ada, status: 'left', leftAt: iso(NOW) }] });
  expect(predict(gone, { kind: 'admit', visit: ada }, NOW)).toBe(gone);
  expect(predict(view, { kind: 'arrived', visit: ada }, NOW)).toBe(view);
  expect(predict(view, { kind: 'undo', visit: ada, position: 1 }, NOW)).toBe(view);
  expect(predict(view, { kind: 'remove', visit: aGuest('nobody') }, NOW)).toBe(view);
  expect(predict(view, { kind: 'move', visit: budi, position: 2 }, NOW)).toBe(view);
  expect(predict(view, { kind: 'skip', visit: cleo }, NOW)).toBe(view);
});

test.each<[string, Partial<VisitView>]>([
  ['its time is over', { undoUntil: iso(NOW) }],
  ['the server offers nothing', { admittedAt: iso(NOW) }],
])('nothing is undone when %s', (_, about) => {
  const view = aView({ admittedCustomers: [aHeldGuest(about)] });
  expect(predict(view, { kind: 'undo', visit: dewi, position: 1 }, NOW)).toBe(view);
});

test.each<[string, Partial<VisitView>, Partial<LocationView>, VisitView['message']]>([
  ['is on its way', {}, {}, { status: 'queued' }],
  ['has no credit', {}, { smsCredits: 0 }, { status: 'not_sent', error: 'no_sms_credits' }],
  [
    'could not reach the number before',
    { message: { status: 'not_sent', error: 'number_unreachable' } },
    {},
    { status: 'not_sent', error: 'number_unreachable' },
  ],
  [
    'goes to no such country',
    { message: { status: 'not_sent', error: 'foreign_number' } },
    {},
    { status: 'not_sent', error: 'foreign_number' },
  ],
  ['is not wanted', { waitingPreference: 'on_premises' }, {}, undefined],
])('the text of an admitted guest shows at once: it %s', (_, about, ofLocation, message) => {
  const eka = aGuest('Eka', {
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0102',
    position: 1,
    ...about,
  });
  const view = aView({ queue: [eka], ...ofLocation });
  const [admitted] = predict(view, { kind: 'admit', visit: eka }, NOW).admittedCustomers;
  expect([admitted?.id, admitted?.message]).toEqual(['Eka', message]);
});

test('a promise stays with a guest who is moved, and is not made up for one who is put back', () => {
  const promised = { low: 5, high: 10 };
  const view = aView({ queue: [ada, { ...budi, promised }] });
  const moved = predict(view, { kind: 'move', visit: budi, position: 1 }, NOW).queue[0];
  expect([moved?.id, moved?.promised]).toEqual(['Budi', promised]);
  const back = predict(view, { kind: 'put-back', visit: dewi }, NOW).queue[0];
  expect([back?.id, back?.promised]).toEqual(['Dewi', undefined]);
});

test('guests whom the action is not about stay the same objects, but for their place', () => {
  const view = aView();
  const after = predict(view, { kind: 'skip', visit: budi }, NOW);
  expect([after.queue[0], after.admittedCustomers]).toEqual([ada, view.admittedCustomers]);
  expect(after.queue[0]).toBe(view.queue[0]);
  expect(after.admittedCustomers).toBe(view.admittedCustomers);
});

test('an answer is used unless a newer state was told meanwhile', () => {
  const answer = { ...ada, status: 'admitted', admittedAt: iso(NOW) } as const;
  const view = aView();
  const before = view.queue.find(({ id }) => id === ada.id);
  expect(summary(withAnswer(view, before, answer)).line).toEqual(['1 Budi', '2 Cleo']);
  // Before the answer arrived, another tablet has put the guest back to the same place.
  const putBack = aView({ queue: [{ ...ada }] });
  expect(withAnswer(putBack, before, answer)).toBe(putBack);
});

const admitted = {
  status: 'admitted',
  admittedAt: iso(NOW),
  holdEndsAt: iso(NOW + 5 * MINUTE_MS),
} as const;
test.each<[RowAction, VisitView, boolean]>([
  [{ kind: 'admit', visit: ada }, { ...ada, ...admitted }, true],
  [{ kind: 'admit', visit: ada }, { ...ada, ...admitted, status: 'arrived' }, true],
  [{ kind: 'admit', visit: ada }, ada, false],
  [{ kind: 'admit', visit: ada }, { ...ada, status: 'left', leftAt: iso(NOW) }, false],
  [{ kind: 'remove', visit: ada }, { ...ada, status: 'removed', removedAt: iso(NOW) }, true],
  [{ kind: 'remove', visit: ada }, { ...ada, status: 'left', leftAt: iso(NOW) }, false],
  [{ kind: 'move', visit: ada, position: 3 }, { ...ada, position: 3 }, true],
  [{ kind: 'move', visit: ada, position: 3 }, { ...ada, position: 2 }, false],
  [{ kind: 'skip', visit: ada }, { ...ada, position: 2 }, true],
  [{ kind: 'skip', visit: ada }, ada, false],
  [{ kind: 'skip', visit: ada }, { ...ada, ...admitted }, false],
  [{ kind: 'arrived', visit: dewi }, { ...dewi, status: 'arrived', arrivedAt: iso(NOW) }, true],
  [{ kind: 'arrived', visit: dewi }, { ...dewi, status: 'no_show' }, false],
  [{ kind: 'no-show', visit: dewi }, { ...dewi, status: 'no_show', noShowAt: iso(NOW) }, true],
  [{ kind: 'no-show', visit: dewi }, dewi, false],
  [{ kind: 'put-back', visit: dewi }, aGuest('Dewi', { position: 2 }), true],
  [{ kind: 'put-back', visit: dewi }, dewi, false],
  [{ kind: 'call-again', visit: dewi }, { ...dewi, calledAgainAt: iso(NOW) }, true],
  [{ kind: 'call-again', visit: dewi }, dewi, false],
  // The rules refuse a skip of the last guest, so no message of the server can show the result of such a skip.
  [{ kind: 'skip', visit: cleo }, cleo, false],
])('an action without an answer, %o, and %o: done is %s', (action, told, done) => {
  expect(isDone(told, predictVisit(aView(), action, NOW))).toBe(done);
});

test('a new hold counts as done whenever it ends', () => {
  const later = { ...dewi, holdEndsAt: iso(NOW + 9 * MINUTE_MS) };
  const prediction = { before: dewi, after: later };
  expect(
    [later, { ...later, holdEndsAt: iso(NOW) }, dewi, { ...later, status: 'arrived' } as const].map((told) =>
      isDone(told, prediction),
    ),
  ).toEqual([true, true, false, false]);
});

test('a skip that the server has told before it answers is not made twice', () => {
  const skip: RowAction = { kind: 'skip', visit: ada };
  const pending = { action: skip, atMs: NOW, prediction: predictVisit(aView(), skip, NOW) };
  const after = predictPending(aView(), pending);
  expect(summary(after).line).toEqual(['1 Budi', '2 Ada', '3 Cleo']);
  expect(predictPending(after, pending)).toBe(after);
  // The owner skips the same guest again before the first answer.
  const next = { ...pending, prediction: predictVisit(after, skip, NOW) };
  const both = ['1 Budi', '2 Cleo', '3 Ada'];
  expect([aView(), after].map((told) => summary([pending, next].reduce(predictPending, told)).line)).toEqual([
    both,
    both,
  ]);
});

test('an undo without an answer is done when the guest waits again, at any place', () => {
  const view = aView({ admittedCustomers: [aHeldGuest({ undoUntil: iso(NOW + 1) })] });
  const prediction = predictVisit(view, { kind: 'undo', visit: dewi, position: 2 }, NOW);
  expect([aGuest('Dewi', { position: 4 }), dewi].map((told) => isDone(told, prediction))).toEqual([
    true,
    false,
  ]);
});

const again = { label: 'Call again by text', disabled: false };
const back = { label: 'Put back in line', disabled: false };
test.each<[string, Partial<VisitView>, number, object[]]>([
  ['the text has gone out', { message: { status: 'sent' } }, 1, [again, back]],
  ['the text is on its way', { message: { status: 'sending' } }, 1, [{ ...again, disabled: true }, back]],
  ['nobody knows of the text', { message: { status: 'unknown' } }, 1, [{ ...again, disabled: true }, back]],
  ['the text failed', { message: { status: 'failed' } }, 1, [again, back]],
  ['there is no credit', { message: { status: 'sent' } }, 0, [back]],
  ['it was done before', { calledAgainAt: iso(NOW) }, 1, [back]],
  ['the hold has ended', { holdEndsAt: iso(NOW) }, 1, [back]],
  ['the guest waits at the door', { waitingPreference: 'on_premises' }, 1, [back]],
  [
    'no text can reach the number',
    { message: { status: 'not_sent', error: 'number_unreachable' } },
    1,
    [back],
  ],
  ['the number is foreign', { message: { status: 'not_sent', error: 'foreign_number' } }, 1, [back]],
])('the menu of a called guest when %s', (_, about, smsCredits, items) => {
  const visit = aHeldGuest(about);
  const menu = menuOf(aView({ smsCredits, admittedCustomers: [visit] }), visit, NOW);
  expect(menu.map(({ label, disabled }) => ({ label, disabled }))).toEqual(items);
});

test('the menu of a guest in line has the moves alone, which the row adds', () => {
  expect(menuOf(aView(), ada, NOW)).toEqual([]);
});

/**
 * A visit in each state that the server reports. States whose data only the server has (charged credits, automatic
 * resolution) are left out.
 */
const visits: Visit[] = [
  aVisit({ id: 'first', rank: RANK_STEP }),
  aTextedVisit({ id: 'second', rank: 2 * RANK_STEP, moreTimeAt: NOW - 1 }),
  aTextedVisit({ id: 'foreign', rank: 3 * RANK_STEP, textNumber: { e164: '+4915112345678', country: 'DE' } }),
  aTextedVisit({ id: 'unreachable', rank: 4 * RANK_STEP, textNumber: null }),
  aCalledVisit({ id: 'called', onMyWayAt: NOW - 1 }),
  aCalledVisit({ id: 'texted', admittedAt: NOW - 1_001, text: { status: 'sent' } }),
  aCalledVisit({ id: 'queued', admittedAt: NOW - 1_002, text: { status: 'queued' } }),
  anAdmittedVisit({ id: 'late', holdEndsAt: NOW - MINUTE_MS, holdExpired: true }),
  anAdmittedVisit({ id: 'came', admittedAt: NOW - 60_001, status: 'arrived', endedAt: NOW - 1 }),
  anAdmittedVisit({ id: 'no-show', admittedAt: NOW - 60_002, status: 'no_show', endedAt: NOW - 1 }),
  aVisit({ id: 'left', status: 'left', rank: 1.5 * RANK_STEP, endedAt: NOW - 2, charged: true }),
  aVisit({ id: 'removed', status: 'removed', rank: 1.5 * RANK_STEP, endedAt: NOW - 1, charged: true }),
];

function aCalledVisit(about: Partial<Visit>): Visit {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  return anAdmittedVisit({ waitingPreference, phoneNumber, textNumber, admittedAt: NOW - 1_000, ...about });
}

test.each(visitActions)('%s shows each visit as the server answers it', (kind) => {
  for (const { id } of visits) {
    const server = new MemoryStorage('location', snapshotOf(locationOffering(kind, id), visits));
    const told = project.staff(server, NOW);
    const visit = told && visitOf(told, id);
    if (!told || !visit) throw new Error(id);
    const { action, command } = askedFor(kind, visit);
    const outcome = decide(server, command, {
      now: NOW,
      readNumber: () => null,
      isOpenAt: () => true,
      dutyEndsAt,
    });
    const after = outcome.ok ? apply(server.snapshot, outcome.changes) : server.snapshot;
    const answered = project.staff(new MemoryStorage('location', after), NOW);
    expect(lists(predict(told, action, NOW)), id).toEqual(lists(answered ?? told));
  }
});

/** One action in two forms: the page's action and the server's command. */
function askedFor(
  kind: VisitAction,
  visit: VisitView,
): { action: RowAction; command: OutsideCommand & { visit: { id: string } } } {
  const about = { visit: { id: visit.id }, actor: { kind: 'owner' } } as const;
  if (kind === 'edit') {
    const change = { lastName: 'Wijaya', numGuests: 5, note: 'Window\nseat' };
    return { action: { kind, visit, change }, command: { kind, change, ...about } };
  }
  if (kind === 'move')
    return { action: { kind, visit, position: 2 }, command: { kind, position: 2, ...about } };
  const isBack = kind === 'undo' || kind === 'recall';
  const action: RowAction = isBack ? { kind, visit, position: 2 } : { kind, visit };
  return { action, command: { kind, ...about } };
}

/**
 * A location that offers an undo of the last action on this visit. Before this action, the visit was at the second
 * place in line.
 */
function locationOffering(kind: string, visitId: string): Location {
  const of = offered.get(visitId);
  if (kind !== 'undo' || of === undefined) return aLocation();
  const undo = { visitId, of, until: NOW + 1, rank: 1.5 * RANK_STEP, charged: true, pace: null };
  return aLocation({ service: { undos: [undo] } });
}

const offered = new Map<string, Undo['of']>([
  ['called', 'admit'],
  ['texted', 'admit'],
  ['queued', 'admit'],
  ['removed', 'remove'],
  ['came', 'arrived'],
  ['no-show', 'no-show'],
]);

function visitOf({ queue, admittedCustomers, removedCustomers }: LocationView, visitId: string) {
  return [...queue, ...admittedCustomers, ...removedCustomers].find(({ id }) => id === visitId);
}

/** The three lists of visits without promises. The server sends promises only for waiting guests. */
function lists({ queue, admittedCustomers, removedCustomers }: LocationView) {
  const plain = (list: VisitView[]) => list.map(({ promised: _promised, ...visit }) => visit);
  return [plain(queue), plain(admittedCustomers), plain(removedCustomers)];
}
