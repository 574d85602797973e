/** What the dashboard shows as soon as something is pressed, and what it offers (`src/client/features/dashboard`). */
import { expect, test } from 'vitest';
import { afterTrial } from '../../src/client/features/dashboard/after-trial.ts';
import { doneWords, failedTitle, fullName } from '../../src/client/features/dashboard/deed-words.ts';
import { foresee, placeAnswer, type Deed } from '../../src/client/features/dashboard/deeds.ts';
import { createIntentKeys } from '../../src/client/features/dashboard/intent-key.ts';
import {
  callingAgain,
  found,
  isOverdue,
  movedRows,
  newReplies,
} from '../../src/client/features/dashboard/lists.ts';
import { visitActions } from '../../src/shared/owner-queue.ts';
import type { LocationView, VisitView } from '../../src/shared/queue-view.ts';
import { NOW, someSettings } from './factories.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();
const MINUTE_MS = 60_000;

function aGuest(id: string, about: Partial<VisitView> = {}): VisitView {
  return {
    id,
    firstName: id,
    lastName: 'X',
    numGuests: 1,
    waitingPreference: 'on_premises',
    joinedAt: iso(NOW - 10 * MINUTE_MS),
    address: '14 Kemang Raya, Jakarta',
    status: 'waiting',
    ...about,
  };
}

/** Ada, Budi and Cleo wait; Dewi is held for four more minutes. */
function aView(about: Partial<LocationView> = {}): LocationView {
  return {
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    timezone: 'Asia/Jakarta',
    customerCredits: 10,
    smsCredits: 10,
    queue: ['Ada', 'Budi', 'Cleo'].map((id, index) => aGuest(id, { position: index + 1 })),
    admittedCustomers: [aHeldGuest()],
    removedCustomers: [],
    settings: someSettings(),
    paused: false,
    ...about,
  };
}

function aHeldGuest(about: Partial<VisitView> = {}): VisitView {
  return aGuest('Dewi', {
    status: 'admitted',
    admittedAt: iso(NOW - MINUTE_MS),
    holdEndsAt: iso(NOW + 4 * MINUTE_MS),
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0101',
    ...about,
  });
}

const summary = ({ queue, admittedCustomers, removedCustomers }: LocationView) => ({
  line: queue.map(({ id, position }) => `${position} ${id}`),
  admitted: admittedCustomers.map(({ id, status }) => `${id} ${status}`),
  gone: removedCustomers.map(({ id, status }) => `${id} ${status}`),
});
const asTold = summary(aView());
const [ada, budi, cleo] = ['Ada', 'Budi', 'Cleo'].map((id, index) => aGuest(id, { position: index + 1 }));
if (!ada || !budi || !cleo) throw new Error('three guests');
const dewi = aHeldGuest();

test.each<[Deed, Partial<ReturnType<typeof summary>>]>([
  [
    { kind: 'admit', visit: budi },
    { line: ['1 Ada', '2 Cleo'], admitted: ['Budi admitted', 'Dewi admitted'] },
  ],
  [
    { kind: 'remove', visit: ada },
    { line: ['1 Budi', '2 Cleo'], gone: ['Ada removed'] },
  ],
  [{ kind: 'move', visit: cleo, position: 1 }, { line: ['1 Cleo', '2 Ada', '3 Budi'] }],
  [{ kind: 'skip', visit: ada, position: 2 }, { line: ['1 Budi', '2 Ada', '3 Cleo'] }],
  [{ kind: 'arrived', visit: dewi }, { admitted: ['Dewi arrived'] }],
  [{ kind: 'no-show', visit: dewi }, { admitted: ['Dewi no_show'] }],
  [
    { kind: 'put-back', visit: dewi },
    { line: ['1 Dewi', '2 Ada', '3 Budi', '4 Cleo'], admitted: [] },
  ],
  [{ kind: 'call-again', visit: dewi }, {}],
  [
    { kind: 'undo', visit: dewi, position: 2 },
    { line: ['1 Ada', '2 Dewi', '3 Budi', '4 Cleo'], admitted: [] },
  ],
])('as soon as it is pressed: %o', (deed, after) => {
  expect(summary(foresee(aView(), deed, NOW))).toEqual({ ...asTold, ...after });
});

test('a hold begins with the press, for as long as the location holds', () => {
  const view = aView({ settings: someSettings({ holdMs: 90_000 }) });
  expect(foresee(view, { kind: 'admit', visit: ada }, NOW).admittedCustomers[0]).toMatchObject({
    admittedAt: iso(NOW),
    holdEndsAt: iso(NOW + 90_000),
  });
});

test('what the server has told already stays as it was told', () => {
  const view = aView();
  const gone = aView({ queue: [], removedCustomers: [{ ...ada, status: 'left', leftAt: iso(NOW) }] });
  expect(foresee(gone, { kind: 'admit', visit: ada }, NOW)).toBe(gone);
  expect(foresee(view, { kind: 'arrived', visit: ada }, NOW)).toBe(view);
  expect(foresee(view, { kind: 'undo', visit: ada, position: 1 }, NOW)).toBe(view);
  expect(foresee(view, { kind: 'remove', visit: aGuest('nobody') }, NOW)).toBe(view);
});

test('an answer is taken over unless something newer was told meanwhile', () => {
  const answer = { ...ada, status: 'admitted', admittedAt: iso(NOW) } as const;
  expect(summary(placeAnswer(aView(), ada, answer)).line).toEqual(['1 Budi', '2 Cleo']);
  const putBack = aView({ queue: [{ ...ada, position: 2 }] });
  expect(placeAnswer(putBack, ada, answer)).toBe(putBack);
});

test('every deed has its words: a title when refused, and no hole where a walk-in has no last name', () => {
  expect(new Set(visitActions.map(failedTitle)).size).toBe(visitActions.length - 1);
  expect(doneWords('admit', aGuest('Eka', { lastName: '' }))).toEqual({
    title: 'Customer admitted',
    body: 'Eka has been admitted and will proceed to their turn.',
  });
  expect(visitActions.filter((kind) => doneWords(kind, ada) === undefined)).toEqual(['move', 'skip']);
});

test('a guest has the names that were given; whoever was erased on request has none, and the row says so', () => {
  expect(fullName({ firstName: 'Maya', lastName: 'Putri' })).toBe('Maya Putri');
  expect(fullName({ firstName: 'Maya', lastName: '' })).toBe('Maya');
  expect(fullName({ firstName: '', lastName: '' })).toBe('Name erased');
});

test.each<[string, Partial<VisitView>, number, ReturnType<typeof callingAgain>]>([
  ['the text has gone out', { message: { status: 'sent' } }, 1, 'yes'],
  ['the text is on its way', { message: { status: 'sending' } }, 1, 'later'],
  ['nobody knows of the text yet', { message: { status: 'unknown' } }, 1, 'later'],
  ['the text failed', { message: { status: 'failed' } }, 1, 'yes'],
  ['there is no credit', { message: { status: 'sent' } }, 0, 'no'],
  ['it was done before', { calledAgainAt: iso(NOW) }, 1, 'no'],
  ['the hold has ended', { holdEndsAt: iso(NOW) }, 1, 'no'],
  ['the guest waits at the door', { waitingPreference: 'on_premises' }, 1, 'no'],
  ['no text can reach the number', { message: { status: 'not_sent', error: 'number_unreachable' } }, 1, 'no'],
])('calling again when %s', (_, about, smsCredits, answer) => {
  expect(callingAgain(aHeldGuest(about), smsCredits, NOW)).toBe(answer);
});

test('a guest is overdue past the longest promise, and never within the time of one party', () => {
  const after = (minutes: number, high: number) =>
    isOverdue(aGuest('Ada', { joinedAt: iso(NOW - minutes * MINUTE_MS), promised: { low: 0, high } }), NOW);
  expect([after(20, 20), after(20.1, 20), after(5, 0), after(5.1, 0), after(3, 2)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(isOverdue(aGuest('Ada', { joinedAt: iso(0) }), NOW)).toBe(false);
});

test('a row rests where it stands now in the place of another, not where it joined behind', () => {
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

test('what guests reply is told once, of those who were known, wherever they stand now', () => {
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

test('a guest is found by words in any order, without accents, or by digits of the number', () => {
  const line = [
    aGuest('Łukasz', { lastName: 'Woźniak' }),
    aGuest('Zoë', { lastName: 'de Vries', phoneNumber: '+62 812-5550-0101' }),
  ];
  const ids = (typed: string) => found(line, typed).map(({ id }) => id);
  expect([ids('  '), ids('vries ZOE'), ids('55500'), ids('wozniak'), ids('zoe x')]).toEqual([
    ['Łukasz', 'Zoë'],
    ['Zoë'],
    ['Zoë'],
    ['Łukasz'],
    [],
  ]);
});

test('the same wish keeps its key until it is answered; another wish has its own', () => {
  const keys = createIntentKeys();
  const first = keys.keyFor({ firstName: 'Ada' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ firstName: 'Ada' })).toBe(first);
  const second = keys.keyFor({ firstName: 'Budi' });
  expect(second).not.toBe(first);
  keys.settle();
  expect(keys.keyFor({ firstName: 'Budi' })).not.toBe(second);
});

test('when the trial is over the page shows no credits, whatever was told before', () => {
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
