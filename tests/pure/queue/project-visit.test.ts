/** Facts of a visit that only staff see: its list, its marks, and its place after an undo. */
import { expect, test } from 'vitest';
import type { VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { ENDED_VISITS_SHOWN_MS, UNDO_MS } from '../../../src/shared/limits.ts';
import { MemoryStorage, snapshotOf, type Snapshot } from '../../../src/shared/queue/memory-storage.ts';
import { isShownToStaff, staffVisit, staffVisitIn } from '../../../src/shared/queue/project-visit.ts';
import { project } from '../../../src/shared/queue/project.ts';
import { offerUndo } from '../../../src/shared/queue/rules/undo.ts';
import type { Location, Undo, Visit } from '../../../src/shared/queue/state.ts';
import { iso } from '../../../src/shared/time/iso.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, NOW } from '../support/factories.ts';

/** Staff's view of this visit among the other visits of a location. */
function viewAmong(
  visit: Visit,
  others: readonly Visit[],
  {
    location = aLocation(),
    keys = new Map(),
    now = NOW,
  }: { location?: Location; keys?: Snapshot['keys']; now?: number } = {},
): VisitView {
  const snapshot = { ...snapshotOf(location, [visit, ...others]), keys };
  return staffVisitIn(new MemoryStorage('location', snapshot), location, visit, now);
}

test('a visit is shown to staff exactly while one of their three lists has it', () => {
  const since = NOW - ENDED_VISITS_SHOWN_MS;
  const ended = (id: string, endedAt: number) => aVisit({ id, status: 'left', endedAt });
  const came = (id: string, admittedAt: number) =>
    anAdmittedVisit({ id, status: 'arrived', admittedAt, endedAt: NOW });
  const visits = [
    aVisit({ id: 'waits for three days', joinedAt: NOW - 72 * 3_600_000 }),
    anAdmittedVisit({ id: 'is admitted' }),
    ended('left just in time', since),
    ended('left too long ago', since - 1),
    came('was admitted just in time', since),
    came('was admitted too long ago', since - 1),
  ];
  const view = project.staff(new MemoryStorage('location', snapshotOf(aLocation(), visits)), NOW);
  if (view === null) throw new Error('there is no location');
  const listed = [...view.queue, ...view.admittedCustomers, ...view.removedCustomers].map(({ id }) => id);
  const shown = visits.filter((visit) => isShownToStaff(visit, NOW)).map(({ id }) => id);
  expect(shown).toEqual([
    'waits for three days',
    'is admitted',
    'left just in time',
    'was admitted just in time',
  ]);
  expect(listed.toSorted()).toEqual(shown.toSorted());
});

test('staff see before the turn that a text takes more than one credit, where one will be sent', () => {
  const creditsOf = (about: Partial<Visit>, location = aLocation()) =>
    staffVisit(location, aTextedVisit({ language: 'ar', ...about }), 1, NOW).textCredits;
  expect(creditsOf({})).toBe(2);
  expect(creditsOf({ language: 'es' })).toBeUndefined();
  const abroad = { e164: '+6581234567', country: 'ID', price: 4 } as const;
  expect(creditsOf({ language: 'es', textNumber: abroad })).toBe(4);
  expect(creditsOf({ textNumber: abroad })).toBe(8);
  expect(creditsOf({ waitingPreference: 'on_premises' })).toBeUndefined();
  expect(creditsOf({ textNumber: null })).toBeUndefined();
  expect(creditsOf({}, aLocation({ credits: { smsCredits: 1 } }))).toBeUndefined();
  expect(creditsOf({ status: 'left', endedAt: NOW })).toBeUndefined();
});

test.each<[string, Visit, Partial<VisitView>]>([
  ['their own note', aVisit({ note: 'window seat' }), { note: 'window seat' }],
  [
    'when a party was noted as a no-show',
    anAdmittedVisit({ status: 'no_show', endedAt: NOW }),
    { noShowAt: iso(NOW) },
  ],
  [
    'that a party was removed as no guest',
    aVisit({ status: 'removed', endedAt: NOW, discarded: true }),
    { discarded: true },
  ],
  ['that a recalled guest who waits has no page open', aVisit({ pageGone: true }), { pageGone: true }],
  [
    'that a recalled guest who is admitted has no page open',
    anAdmittedVisit({ pageGone: true }),
    { pageGone: true },
  ],
  ['no such thing once the visit is over', aVisit({ status: 'left', endedAt: NOW, pageGone: true }), {}],
])('staff see %s', (_, visit, marks) => {
  const { note, noShowAt, discarded, pageGone } = staffVisit(aLocation(), visit, 0, NOW);
  expect({ note, noShowAt, discarded, pageGone }).toEqual(marks);
});

test('a visit without a note or a mark has none of these fields, so that nothing is sent for it', () => {
  const view = viewAmong(aVisit({ id: 'a', rank: 1 }), [aVisit({ id: 'b', rank: 2 })]);
  expect(Object.keys(view).toSorted()).toEqual([
    'address',
    'firstName',
    'id',
    'joinedAt',
    'lastName',
    'numGuests',
    'position',
    'promised',
    'status',
    'waitingPreference',
  ]);
});

test('staff see that another party in line has the same number', () => {
  const [one, other] = [aTextedVisit({ id: 'one', rank: 1 }), aTextedVisit({ id: 'other', rank: 2 })];
  expect(viewAmong(one, [other]).sameNumber).toBe(true);
  expect(viewAmong(one, [aVisit({ id: 'other', rank: 2 })])).not.toHaveProperty('sameNumber');
});

test('staff see the waiting parties of a burst from one sender as one group', () => {
  const burst = Array.from({ length: 12 }, (_, n) =>
    aVisit({ id: `burst ${n}`, rank: n, joinedAt: NOW - 60_000 + n * 1_000 }),
  );
  const alone = aVisit({ id: 'alone', rank: 20 });
  const keysOf = (visit: Visit, network: string) =>
    [visit.id, { tokenHash: visit.id, requestHash: '', networks: [network] }] as const;
  const keys = new Map([...burst.map((visit) => keysOf(visit, 'one')), keysOf(alone, 'another')]);
  const groupOf = (visit: Visit) =>
    viewAmong(
      visit,
      [...burst, alone].filter(({ id }) => id !== visit.id),
      { keys },
    );
  for (const visit of burst) expect(groupOf(visit).senderGroup).toBe('burst 0');
  expect(groupOf(alone)).not.toHaveProperty('senderGroup');
  const [first = alone] = burst;
  expect(groupOf({ ...first, status: 'removed', endedAt: NOW })).not.toHaveProperty('senderGroup');
});

test.each<[Undo['of'], Visit, number | undefined]>([
  ['admit', anAdmittedVisit({ rank: 15 }), 2],
  ['remove', aVisit({ rank: 25, status: 'removed', endedAt: NOW }), 3],
  ['arrived', anAdmittedVisit({ rank: 15, status: 'arrived', endedAt: NOW }), undefined],
  ['no-show', anAdmittedVisit({ rank: 15, status: 'no_show', endedAt: NOW }), undefined],
])(
  'while an action (%s) can be undone, staff see until when, and the place in line to which it leads',
  (of, visit, place) => {
    const location = offerUndo(aLocation({ settings: { undo: true } }), visit, of, NOW);
    const others = [aVisit({ id: 'a', rank: 10 }), aVisit({ id: 'b', rank: 20 })];
    const { undoUntil, undoPosition } = viewAmong(visit, others, { location });
    expect({ undoUntil, undoPosition }).toEqual({ undoUntil: iso(NOW + UNDO_MS), undoPosition: place });
    const later = viewAmong(visit, others, { location, now: NOW + UNDO_MS });
    expect(Object.keys(later).filter((name) => name.startsWith('undo'))).toEqual([]);
  },
);
