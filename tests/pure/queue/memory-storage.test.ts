import { expect, test } from 'vitest';
import type { Accepted, Changes, TextRecord } from '../../../src/shared/queue/decision.ts';
import type { VisitEvent } from '../../../src/shared/queue/events.ts';
import { apply, MemoryStorage, snapshotOf, type Snapshot } from '../../../src/shared/queue/memory-storage.ts';
import type { Visit } from '../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, main, NOW } from '../support/factories.ts';

const [a, b] = [aTextedVisit({ id: 'a', rank: 1 }), aTextedVisit({ id: 'b', rank: 2 })];
const keys = { tokenHash: 'token', requestHash: 'request', networks: ['sender'] };
const aText: TextRecord = {
  id: 'text',
  visitId: 'a',
  call: 1,
  credits: 1,
  progress: 'sent',
  fault: null,
  providerId: null,
  sentOn: '2026-11-21',
};
const location = aLocation();
const none: Changes = { location, visits: [], ranks: [], joined: null, text: null, erased: [] };
const storageOf = (visits: Visit[], about: Partial<Snapshot> = {}) =>
  new MemoryStorage('location', { ...snapshotOf(location, visits), ...about });
const idsOf = (visits: readonly Visit[]) => visits.map(({ id }) => id);

test('a snapshot of a location has these visits and nothing else', () => {
  expect(snapshotOf(location, [a, b])).toEqual({
    location,
    visits: new Map([
      ['a', a],
      ['b', b],
    ]),
    keys: new Map(),
    texts: new Map(),
    events: [],
  });
  expect(snapshotOf(null).visits.size).toBe(0);
});

test.each<[string, Partial<Changes>, Partial<Snapshot>]>([
  ['the location', { location: aLocation({ version: 1 }) }, { location: aLocation({ version: 1 }) }],
  [
    'a visit',
    { visits: [{ ...b, moved: true }] },
    {
      visits: new Map([
        ['a', a],
        ['b', { ...b, moved: true }],
      ]),
    },
  ],
  [
    'the ranks of others',
    {
      visits: [{ ...a, rank: 8 }],
      ranks: [
        { id: 'b', rank: 7 },
        { id: 'a', rank: 9 },
      ],
    },
    {
      visits: new Map([
        ['a', { ...a, rank: 8 }],
        ['b', { ...b, rank: 7 }],
      ]),
    },
  ],
  [
    'a new visit with its keys',
    { visits: [aVisit({ id: 'new' })], joined: keys },
    {
      visits: new Map([
        ['a', a],
        ['b', b],
        ['new', aVisit({ id: 'new' })],
      ]),
      keys: new Map([
        ['b', keys],
        ['new', keys],
      ]),
    },
  ],
  [
    'a text',
    { text: { ...aText, progress: 'delivered' } },
    { texts: new Map([['text', { ...aText, progress: 'delivered' }]]) },
  ],
  [
    'a guest erased',
    { erased: ['a'] },
    {
      visits: new Map([
        ['a', { ...a, firstName: '', lastName: '', phoneNumber: '', textNumber: null }],
        ['b', b],
      ]),
    },
  ],
  [
    'all guests erased, also the one who is removed with it',
    { visits: [{ ...b, status: 'removed' }], erased: 'all' },
    {
      visits: new Map([
        ['a', { ...a, firstName: '', lastName: '', phoneNumber: '', textNumber: null }],
        ['b', { ...b, status: 'removed', firstName: '', lastName: '', phoneNumber: '', textNumber: null }],
      ]),
    },
  ],
])(
  '%s is in the state afterwards, all else stays, and the state before is untouched',
  (_, change, expected) => {
    const before = {
      ...snapshotOf(location, [a, b]),
      keys: new Map([['b', keys]]),
      texts: new Map([['text', aText]]),
    };
    const copy = structuredClone(before);
    expect(apply(before, { ...none, ...change })).toEqual({ ...before, ...expected });
    expect(before).toEqual(copy);
  },
);

test.each<Partial<Changes>>([{ ranks: [{ id: 'nobody', rank: 1 }] }, { erased: ['nobody'] }])(
  'a change of a visit that is not there is a mistake: %j',
  (change) => {
    expect(() => apply(snapshotOf(location), { ...none, ...change })).toThrow('there is no visit nobody');
  },
);

test('an outcome is kept with its events in order, and so is what is written alongside', () => {
  const event = (kind: VisitEvent['kind']): VisitEvent => ({
    visitId: 'a',
    kind,
    at: NOW,
    position: 1,
    actor: { kind: 'owner' },
    reason: null,
  });
  const outcome = (visit: Visit, events: VisitEvent[]): Accepted => ({
    ok: true,
    visitId: visit.id,
    changes: { ...none, visits: [visit] },
    events,
    effects: [],
  });
  const storage = storageOf([a, b]);
  // Because of this read, the storage has the line in its cache when the line changes.
  expect(storage.line(main).visits).toEqual([
    { id: 'a', rank: 1 },
    { id: 'b', rank: 2 },
  ]);
  expect(storage.commit(outcome({ ...a, rank: 3 }, [event('moved')]))).toBe(true);
  storage.commit(outcome({ ...b, status: 'admitted' }, [event('admitted'), event('put_back')]));
  expect(storage.snapshot.events).toEqual([event('moved'), event('admitted'), event('put_back')]);
  expect(storage.line(main).visits).toEqual([{ id: 'a', rank: 3 }]);
  expect(storage.snapshot.visits.get('b')?.status).toBe('admitted');
});

test('a location and its visits are read by id; a guest’s proof is the server’s to know', () => {
  const storage = storageOf([a]);
  expect([storage.locationId, storage.location()]).toEqual(['location', location]);
  expect([storage.visit({ id: 'a' }), storage.visit({ id: 'b' })]).toEqual([a, null]);
  expect(storage.visit({ username: 'blue-door', secret: 'a' })).toBeNull();
  expect(storage.visit({ customerKey: 'a' })).toBeNull();
});

test('a line holds those who wait in it, by rank', () => {
  const storage = storageOf([
    b,
    a,
    aVisit({ id: 'admitted', status: 'admitted' }),
    aVisit({ id: 'elsewhere', serviceId: 'other' }),
  ]);
  expect(storage.line(main).visits).toEqual([
    { id: 'a', rank: 1 },
    { id: 'b', rank: 2 },
  ]);
  expect(storage.line({ serviceId: 'other' }).visits).toEqual([{ id: 'elsewhere', rank: 1 }]);
  expect(storage.line(main)).toBe(storage.line(main));
  expect(idsOf(storage.waiting())).toEqual(['a', 'b']);
});

test('nobody waits where no location was opened', () => {
  expect(new MemoryStorage('location', snapshotOf(null, [a])).waiting()).toEqual([]);
});

test('visits admitted since a time are read newest first, in any state', () => {
  const came = (id: string, status: Visit['status'], admittedAt: number | null) =>
    aVisit({ id, status, admittedAt });
  const storage = storageOf([
    came('before', 'admitted', NOW - 1),
    came('arrived', 'arrived', NOW + 1),
    came('just', 'admitted', NOW),
    came('no-show', 'no_show', NOW + 2),
    came('gone', 'left', NOW + 3),
    came('never', 'admitted', null),
  ]);
  expect(idsOf(storage.admittedSince(NOW))).toEqual(['no-show', 'arrived', 'just']);
});

test('the left and removed since then are read newest first, so many at most', () => {
  const went = (id: string, status: Visit['status'], endedAt: number | null) =>
    aVisit({ id, status, endedAt });
  const storage = storageOf([
    went('before', 'left', NOW - 1),
    went('just', 'left', NOW),
    went('arrived', 'arrived', NOW + 3),
    went('removed', 'removed', NOW + 1),
    went('never', 'left', null),
  ]);
  expect(idsOf(storage.endedSince(NOW, 9))).toEqual(['removed', 'just']);
  expect(idsOf(storage.endedSince(NOW, 1))).toEqual(['removed']);
});

test('holds are read by when they ended, the earliest first; of those that ended who is unresolved', () => {
  const held = (id: string, holdEndsAt: number | null, about: Partial<Visit> = {}) =>
    anAdmittedVisit({ id, holdEndsAt, ...about });
  const ended = { holdExpired: true };
  const storage = storageOf([
    held('late', NOW),
    held('early', NOW - 1),
    held('coming', NOW + 1),
    held('none', null),
    held('arrived', NOW, { status: 'arrived' }),
    held('late unresolved', NOW, ended),
    held('unresolved', NOW - 2, ended),
    held('coming unresolved', NOW + 1, ended),
    held('auto_resolved', NOW - 3, { ...ended, autoResolved: true }),
  ]);
  expect(idsOf(storage.holdsEndedBy(NOW))).toEqual(['early', 'late']);
  expect(storage.nextHoldEnd()).toBe(NOW - 1);
  expect(idsOf(storage.unresolvedBy(NOW))).toEqual(['unresolved', 'late unresolved']);
  expect(storage.nextUnresolvedHoldEnd()).toBe(NOW - 2);
  const idle = storageOf([held('none', null), a]);
  expect([idle.nextHoldEnd(), idle.nextUnresolvedHoldEnd()]).toEqual([null, null]);
});

test('of the first so many in line those are read who were not told', () => {
  const storage = storageOf([a, { ...b, almostThereNotified: true }, aVisit({ id: 'c', rank: 3 })]);
  expect([1, 2, 3].map((places) => idsOf(storage.almostThereUnnotified(main, places)))).toEqual([
    ['a'],
    ['a'],
    ['a', 'c'],
  ]);
});

test('an earlier join is known by its token, and the joins of a sender by its network', () => {
  const visits = [a, b, aVisit({ id: 'gone', status: 'left' }), aVisit({ id: 'walk-in' })];
  const storage = storageOf(visits, {
    keys: new Map([
      ['a', { ...keys, tokenHash: 'a' }],
      ['b', { ...keys, tokenHash: 'b', networks: [] }],
      ['gone', { ...keys, tokenHash: 'gone', requestHash: 'its own' }],
    ]),
  });
  expect(storage.findPriorJoin('new')).toBeNull();
  expect(storage.findPriorJoin('gone')).toEqual({ visit: visits[2], requestHash: 'its own' });
  const joinsFrom = (network: string) =>
    storage
      .recentJoins()
      .from(network, 0)
      .map(({ visitId }) => visitId);
  expect([joinsFrom('sender'), joinsFrom('other')]).toEqual([['a', 'gone'], []]);
});

test('a visit whose token is there already is not kept', () => {
  const storage = storageOf([a], { keys: new Map([['a', keys]]) });
  const changes = {
    location: aLocation(),
    visits: [b],
    ranks: [],
    joined: keys,
    text: null,
    erased: [],
  };
  expect(storage.commit({ ok: true, visitId: 'b', changes, events: [], effects: [] })).toBe(false);
  expect([storage.visit({ id: 'b' }), storage.snapshot.events]).toEqual([null, []]);
});

test('visits that used more time are known', () => {
  const storage = storageOf([{ ...a, moreTimeAt: NOW }, b]);
  expect(['a', 'b', 'c'].map((id) => storage.hasHadMoreTime(id))).toEqual([true, false, false]);
});

test('texts are read by id, and counted by the day on which they were taken', () => {
  const texts = (['sent', 'delivered', 'failed', 'sending'] as const).map((progress, n): TextRecord => ({
    ...aText,
    id: `t${n}`,
    progress,
    sentOn: progress === 'sending' ? null : '2026-11-21',
  }));
  const storage = storageOf([a], { texts: new Map(texts.map((text) => [text.id, text])) });
  expect([storage.text('t1'), storage.text('nothing')]).toEqual([texts[1], null]);
  expect(storage.textsOn('2026-11-21')).toEqual({ sent: 3, delivered: 1 });
  expect(storage.textsOn('2026-11-20')).toEqual({ sent: 0, delivered: 0 });
});
