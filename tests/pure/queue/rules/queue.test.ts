import { expect, test } from 'vitest';
import type { VisitStatus } from '../../../../src/shared/contracts/queue-view.ts';
import { isOpenAt } from '../../../../src/shared/queue/rules/opening-hours.ts';
import {
  forgetJoin,
  recordDeparture,
  recordLength,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import {
  addWalkIn,
  changePreference,
  close,
  discard,
  join,
  leave,
  move,
  refusalToJoin,
  remove,
  skip,
} from '../../../../src/shared/queue/rules/queue.ts';
import type { Party, Undo, Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, aNewcomer, aTextedVisit, aVisit, lineOf, main, NOW } from '../../support/factories.ts';

const empty = new Line([]);
const a = aVisit({ id: 'a', rank: 10 });
const b = aVisit({ id: 'b', rank: 20 });
const c = aVisit({ id: 'c', rank: 30 });

const removalOf = (visit: Visit, until = NOW + 10_000): Undo => ({
  visitId: visit.id,
  of: 'remove',
  until,
  rank: visit.rank,
  charged: false,
  pace: null,
});

test('a removal gives the customer credit back and queues a history row', () => {
  const pace = recordLength(unknownPace, 2, NOW - 60_000);
  expect(remove(aLocation({ service: { pace } }), a, lineOf(a, b), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { customerCredits: 11 },
      service: { pace: recordLength(recordDeparture(pace), 1, NOW), undos: [removalOf(a)] },
    }),
    visit: { ...a, status: 'removed', endedAt: NOW, revision: 1 },
    effects: [{ kind: 'history' }],
    event: 'removed',
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('a party that is no guest gives its credit back, is forgotten by the pace, and comes into no history', () => {
  let pace = unknownPace;
  for (const [at, length] of [1, 2, 3, 4].entries()) pace = recordLength(pace, length, NOW - 60_000 + at);
  expect(forgetJoin(pace)).not.toEqual(recordDeparture(pace));
  expect(discard(aLocation({ service: { pace } }), a, lineOf(a, b), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { customerCredits: 11 },
      service: { pace: recordLength(forgetJoin(pace), 1, NOW), undos: [removalOf(a)] },
    }),
    visit: { ...a, status: 'removed', endedAt: NOW, discarded: true },
    effects: [],
    event: 'removed',
    reason: 'no_guest',
    position: 0,
    ranks: [],
  });
});

test('the history hears of a discarded party that it has already', () => {
  expect(discard(aLocation(), { ...a, revision: 3 }, lineOf(a), NOW)).toMatchObject({
    visit: { discarded: true, revision: 4 },
    effects: [{ kind: 'history' }],
  });
});

test('a credit that an admission has spent does not come back', () => {
  const charged = { ...a, charged: true };
  expect(remove(aLocation(), charged, lineOf(charged), NOW)).toMatchObject({
    location: { credits: { customerCredits: 10 } },
  });
  expect(leave(aLocation(), charged, lineOf(charged), NOW)).toMatchObject({
    location: { credits: { customerCredits: 10 } },
  });
});

test('a removal can be undone, with or without the setting, and the other offers run on', () => {
  for (const undo of [true, false]) {
    const location = aLocation({ settings: { undo }, service: { undos: [removalOf(c)] } });
    expect(remove(location, a, lineOf(a, b), NOW)).toMatchObject({
      location: { services: { main: { undos: [removalOf(c), removalOf(a)] } } },
    });
  }
});

test('leaving gives the customer credit back', () => {
  expect(leave(aLocation(), b, lineOf(a, b), NOW)).toMatchObject({
    ok: true,
    location: { version: 1, credits: { customerCredits: 11 }, services: { main: { undos: [] } } },
    visit: { ...b, status: 'left', endedAt: NOW, revision: 1 },
    effects: [{ kind: 'history' }],
    event: 'left',
    position: 0,
  });
});

test('a guest who leaves before anybody was admitted teaches the pace nothing', () => {
  const pace = recordLength(unknownPace, 1, NOW - 60_000);
  const visit = { ...a, joinedAt: NOW - 60_000 };
  expect(leave(aLocation({ service: { pace } }), visit, lineOf(visit), NOW)).toMatchObject({
    location: { services: { main: { pace: { gone: unknownPace.gone, waiting: 0 } } } },
  });
});

test('leaving does not change the undo offer of another visit', () => {
  const undo = removalOf(a);
  expect(leave(aLocation({ service: { undos: [undo] } }), b, lineOf(b), NOW)).toMatchObject({
    location: { services: { main: { undos: [undo] } } },
  });
});

test('leaving twice changes nothing', () => {
  const location = aLocation();
  const visit = aVisit({ status: 'left', endedAt: NOW - 1 });
  const same = { ok: true, location, visit, effects: [], event: null, reason: null, position: 0, ranks: [] };
  expect(leave(location, visit, empty, NOW)).toEqual(same);
});

test('whoever leaves while a removal is still hidden does not come back by an undo', () => {
  const visit = aVisit({ status: 'removed', endedAt: NOW - 1 });
  const location = aLocation({ service: { undos: [removalOf(visit, NOW + 1)] } });
  expect(leave(location, visit, empty, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...visit, status: 'left', endedAt: NOW, revision: visit.revision + 1 },
    effects: [{ kind: 'history' }],
    event: 'left',
    reason: null,
    position: 0,
    ranks: [],
  });
  expect(leave(location, visit, empty, NOW + 1)).toEqual({ ok: false, code: 'not_waiting' });
});

test('whoever does not know of the removal yet may choose another way to wait', () => {
  const visit = aVisit({ status: 'removed', endedAt: NOW - 1 });
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const location = aLocation({ service: { undos: [removalOf(visit, NOW + 1)] } });
  const choice = { waitingPreference, phoneNumber, textNumber, language: 'en' } as const;
  expect(changePreference(location, visit, empty, choice, NOW)).toEqual({
    ok: true,
    location: { ...location, version: 1 },
    visit: { ...visit, ...choice },
    effects: [{ kind: 'consent' }],
    event: 'preference_changed',
    reason: null,
    position: 0,
    ranks: [],
  });
  expect(changePreference(location, visit, empty, choice, NOW + 1)).toEqual({
    ok: false,
    code: 'not_waiting',
  });
});

const refusals: [VisitStatus, string][] = [
  ['admitted', 'already_admitted'],
  ['arrived', 'already_admitted'],
  ['no_show', 'already_admitted'],
  ['removed', 'not_waiting'],
  ['left', 'not_waiting'],
];

test.each(refusals)('a visit that is %s is not removed, moved or changed: %s', (status, code) => {
  const visit = aVisit({ status });
  const refusal = { ok: false, code };
  expect(remove(aLocation(), visit, empty, NOW)).toEqual(refusal);
  expect(move(aLocation(), visit, empty, 1)).toEqual(refusal);
  expect(skip(aLocation(), visit, empty)).toEqual(refusal);
  expect(changePreference(aLocation(), visit, empty, aTextedVisit(), NOW)).toEqual(refusal);
});

test.each(refusals.filter(([status]) => status !== 'left'))(
  'a visit that is %s is not left: %s',
  (status, code) => {
    expect(leave(aLocation(), aVisit({ status }), empty, NOW)).toEqual({ ok: false, code });
  },
);

test('a move changes the rank and nothing of the join', () => {
  expect(move(aLocation({ service: { lastRank: 30 } }), c, lineOf(a, b, c), 2)).toEqual({
    ok: true,
    location: aLocation({ version: 1, service: { lastRank: 30 } }),
    visit: { ...c, rank: 15, moved: true },
    effects: [],
    event: 'moved',
    reason: null,
    position: 2,
    fromPosition: 3,
    ranks: [],
  });
});

test('a move beyond the end means the end', () => {
  const location = aLocation({ service: { lastRank: 30 } });
  expect(move(location, a, lineOf(a, b, c), 1_000_000)).toMatchObject({
    visit: { rank: 30 + RANK_STEP },
    location: { services: { main: { lastRank: 30 + RANK_STEP } } },
    position: 3,
  });
});

test('a move to where the visit stands changes nothing', () => {
  const location = aLocation({ service: { lastRank: 30 } });
  const same = {
    ok: true,
    location,
    visit: c,
    effects: [],
    event: null,
    reason: null,
    position: 0,
    ranks: [],
  };
  expect(move(location, c, lineOf(a, b, c), 3)).toEqual(same);
  expect(move(location, c, lineOf(a, b, c), 9)).toEqual(same);
});

test('a move where there is no room gives everybody else a new rank', () => {
  const last = { ...c, rank: 3 };
  const tight = lineOf({ ...a, rank: 1 }, { ...b, rank: 2 }, last);
  expect(move(aLocation({ service: { lastRank: 3 } }), last, tight, 2)).toMatchObject({
    visit: { rank: 3 + 2 * RANK_STEP },
    location: { services: { main: { lastRank: 3 + 3 * RANK_STEP } } },
    position: 2,
    ranks: [
      { id: 'a', rank: 3 + RANK_STEP },
      { id: 'b', rank: 3 + 3 * RANK_STEP },
    ],
  });
});

test('a skip lets the next party go first; the last has nobody to let go', () => {
  const location = aLocation({ service: { lastRank: 30 } });
  expect(skip(location, a, lineOf(a, b, c))).toMatchObject({
    ok: true,
    visit: { rank: 25, moved: true },
    event: 'moved',
    position: 2,
  });
  expect(skip(location, c, lineOf(a, b, c))).toEqual({ ok: false, code: 'already_last' });
});

test('a change of preference keeps the place', () => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const choice = { waitingPreference, phoneNumber, textNumber, language: 'en' } as const;
  expect(changePreference(aLocation(), b, lineOf(a, b), choice, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...b, ...choice },
    effects: [{ kind: 'consent' }],
    event: 'preference_changed',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('the same choice again changes nothing', () => {
  const visit = aTextedVisit();
  const { waitingPreference, phoneNumber, textNumber, language } = visit;
  const location = aLocation();
  const same = { ok: true, location, visit, effects: [], event: null, reason: null, position: 0, ranks: [] };
  const choice = { waitingPreference, phoneNumber, textNumber, language };
  expect(changePreference(location, visit, lineOf(visit), choice, NOW)).toEqual(same);
  const silent = { ...choice, phoneNumber: '', textNumber: null };
  expect(changePreference(location, visit, lineOf(visit), silent, NOW)).toEqual(same);
});

test('another language is a change also where the way to wait is the same', () => {
  const visit = aTextedVisit();
  const { waitingPreference, phoneNumber, textNumber } = visit;
  const choice = { waitingPreference, phoneNumber, textNumber, language: 'es' } as const;
  const changed = {
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...visit, language: 'es' },
    event: 'preference_changed',
    reason: null,
    position: 1,
    ranks: [],
  };
  // Only the language changes, so no consent is stored.
  expect(changePreference(aLocation(), visit, lineOf(visit), choice, NOW)).toEqual({
    ...changed,
    effects: [],
  });
  const silent = { ...choice, phoneNumber: '', textNumber: null };
  expect(changePreference(aLocation(), visit, lineOf(visit), silent, NOW)).toEqual({
    ...changed,
    effects: [],
  });
});

test('who joins with a number to be texted agrees to it; who stays, gives none or is added by the owner does not', () => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const joining = (about: Partial<Party>) =>
    join(aLocation(), aNewcomer(about), { line: empty, refusalOfSender: () => null, isOpenAt }, NOW);
  expect(joining({ waitingPreference, phoneNumber, textNumber })).toMatchObject({
    effects: [{ kind: 'consent' }],
  });
  expect(joining({ waitingPreference, phoneNumber: '' })).toMatchObject({ effects: [] });
  expect(joining({ phoneNumber })).toMatchObject({ effects: [] });
  const walkIn = aNewcomer({ waitingPreference, phoneNumber, textNumber });
  expect(addWalkIn(aLocation(), walkIn, empty, NOW)).toMatchObject({ effects: [] });
});

test('staying on the premises does not forget a number given before; another one replaces it', () => {
  const way = { waitingPreference: 'on_premises', language: 'en' } as const;
  const back = { ...way, phoneNumber: '', textNumber: null };
  const visit = aTextedVisit();
  expect(changePreference(aLocation(), visit, lineOf(visit), back, NOW)).toMatchObject({
    visit: {
      waitingPreference: 'on_premises',
      phoneNumber: '+62 812 3456 7890',
      textNumber: { e164: '+6281234567890', country: 'ID' },
    },
  });
  const other = {
    waitingPreference: 'wait_anywhere',
    phoneNumber: 'ask for me',
    textNumber: null,
    language: 'en',
  } as const;
  expect(changePreference(aLocation(), visit, lineOf(visit), other, NOW)).toMatchObject({ visit: other });
});

test('closing a location removes whoever waits, gives every credit back and lets nobody in', () => {
  const location = aLocation({ credits: { customerCredits: 7 }, service: { undos: [removalOf(c)] } });
  const closed = close(location, [a, { ...b, charged: true }], () => lineOf(a, b), NOW);
  expect(closed.location).toMatchObject({
    profile: { closedAt: NOW },
    credits: { customerCredits: 8 },
    services: { main: { undos: [] } },
    version: 2,
  });
  expect(closed.removed).toMatchObject([
    {
      visit: { id: 'a', status: 'removed', endedAt: NOW, revision: 1 },
      effects: [{ kind: 'history' }],
      event: 'removed',
      reason: 'location_closed',
    },
    {
      visit: { id: 'b', status: 'removed', endedAt: NOW, revision: 1 },
      effects: [{ kind: 'history' }],
      event: 'removed',
      reason: 'location_closed',
    },
  ]);
  expect(closed.removed.map((decided) => decided.location.version)).toEqual([1, 2]);
  expect(refusalToJoin(closed.location, main, 0, NOW, isOpenAt)).toBe('location_closed');
});

test('closing twice changes nothing', () => {
  const location = aLocation({ profile: { closedAt: NOW - 5 } });
  expect(close(location, [], () => empty, NOW)).toEqual({ location, removed: [] });
});

test('closing throws if one of its visits does not wait', () => {
  expect(() => close(aLocation(), [aVisit({ status: 'left' })], () => empty, NOW)).toThrow('not_waiting');
});
