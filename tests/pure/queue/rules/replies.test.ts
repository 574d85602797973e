import { expect, test } from 'vitest';
import {
  admitsWithin,
  recordLength,
  unknownPace,
  type PaceModel,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line } from '../../../../src/shared/queue/rules/line.ts';
import { answerByText, moreTimeFor, reply } from '../../../../src/shared/queue/rules/texts/replies.ts';
import type { Undo, Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, lineOf, NOW } from '../../support/factories.ts';

const a = aVisit({ id: 'a', rank: 10 });
const b = aVisit({ id: 'b', rank: 20 });
const c = aVisit({ id: 'c', rank: 30 });
const line = lineOf(a, b, c);
const onMyWay = { reply: 'on_my_way' } as const;
const moreTime = (position: number) => ({ reply: 'more_time', position }) as const;

/** A pace with this learned time between two admits. */
const learned = (gapMs: number): PaceModel => ({
  ...unknownPace,
  admits: 20,
  gap: { sum: gapMs, weight: 1 },
});

const removalOf = (visit: Visit): Undo => ({
  visitId: visit.id,
  of: 'remove',
  until: NOW + 1,
  rank: visit.rank,
  charged: false,
  pace: unknownPace,
});

test('five minutes are as many places as are admitted in them, and never none', () => {
  const within = (pace: PaceModel) => admitsWithin(pace, 300_000);
  expect(within(unknownPace)).toBe(1);
  expect(within({ ...learned(60_000), admits: 19 })).toBe(1);
  const gaps = [1_200_000, 300_000, 299_999.9, 299_999, 150_000, 100_000, 99_999];
  expect(gaps.map((gapMs) => within(learned(gapMs)))).toEqual([1, 1, 1, 2, 2, 3, 4]);
});

test('a waiting guest is on the way; said again, the first time counts', () => {
  expect(reply(aLocation(), b, line, onMyWay, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...b, onMyWayAt: NOW },
    effects: [],
    event: 'on_my_way',
    reason: null,
    position: 2,
    ranks: [],
  });
  const said = { ...b, onMyWayAt: NOW - 1 };
  expect(reply(aLocation(), said, line, onMyWay, NOW)).toEqual({
    ok: true,
    location: aLocation(),
    visit: said,
    effects: [],
    event: null,
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('an admitted guest is on the way while the spot is held', () => {
  const visit = anAdmittedVisit();
  expect(reply(aLocation(), visit, line, onMyWay, NOW)).toMatchObject({
    visit: { ...visit, onMyWayAt: NOW },
    event: 'on_my_way',
    position: 0,
  });
});

test.each<[string, Partial<Visit>, string]>([
  ['held until now', anAdmittedVisit({ holdEndsAt: NOW }), 'hold_over'],
  ['held no more', anAdmittedVisit({ holdExpired: true }), 'hold_over'],
  ['arrived', { status: 'arrived' }, 'already_settled'],
  ['a no-show', { status: 'no_show' }, 'already_settled'],
  ['left', { status: 'left' }, 'not_waiting'],
  ['removed', { status: 'removed' }, 'not_waiting'],
])('no reply of a visit that is %s is of any use', (_, about, code) => {
  const visit = aVisit(about);
  for (const said of [onMyWay, moreTime(9)])
    expect(reply(aLocation(), visit, line, said, NOW)).toEqual({ ok: false, code });
  expect(moreTimeFor(aLocation(), visit, { position: 0, waiting: 3 }, NOW)).toBeNull();
});

test('five more minutes put a waiting guest behind the next, where it was shown', () => {
  expect(moreTimeFor(aLocation(), a, { position: 1, waiting: 3 }, NOW)).toEqual({ places: 1, position: 2 });
  expect(reply(aLocation(), a, line, moreTime(2), NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1, service: { lastRank: 25 } }),
    visit: { ...a, rank: 25, moved: true, moreTimeAt: NOW },
    effects: [],
    event: 'more_time',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('in a fast line five minutes are more places, limited by the length of the line', () => {
  const location = aLocation({ service: { pace: learned(150_000) } });
  expect(moreTimeFor(location, a, { position: 1, waiting: 4 }, NOW)).toEqual({ places: 2, position: 3 });
  expect(moreTimeFor(location, b, { position: 2, waiting: 3 }, NOW)).toEqual({ places: 1, position: 3 });
  expect(reply(location, b, line, moreTime(3), NOW)).toMatchObject({ position: 3, visit: { moved: true } });
});

test('the last in line has nobody to let go first', () => {
  expect(moreTimeFor(aLocation(), c, { position: 3, waiting: 3 }, NOW)).toBeNull();
  expect(reply(aLocation(), c, line, moreTime(4), NOW)).toEqual({ ok: false, code: 'already_last' });
});

test('more time is possible once a visit', () => {
  const visit = { ...a, moreTimeAt: NOW - 1 };
  expect(moreTimeFor(aLocation(), visit, { position: 1, waiting: 3 }, NOW)).toBeNull();
  expect(reply(aLocation(), visit, line, moreTime(2), NOW)).toEqual({ ok: false, code: 'more_time_used' });
});

test('asked again for the place where they stand with it, nothing changes and it is no error', () => {
  const had = { ...b, moreTimeAt: NOW - 1 };
  const asBefore = { ok: true, effects: [], event: null, reason: null, position: 0, ranks: [] };
  const location = aLocation();
  expect(reply(location, had, line, moreTime(2), NOW)).toEqual({ ...asBefore, location, visit: had });
  for (const position of [1, 3])
    expect(reply(location, had, line, moreTime(position), NOW)).toEqual({
      ok: false,
      code: 'more_time_used',
    });
  // The removal can still be undone, so the guest's page hides it: the page shows the place that the guest would have
  // after an undo.
  const gone: Visit = { ...had, rank: 25, status: 'removed', endedAt: NOW - 1 };
  const hiding = aLocation({ service: { undos: [removalOf(gone)] } });
  expect(reply(hiding, gone, lineOf(a, c), moreTime(2), NOW)).toEqual({
    ...asBefore,
    location: hiding,
    visit: gone,
  });
  // This guest has been admitted again, so a repeated request for more time must not put the guest back in line.
  const admitted = anAdmittedVisit({ moreTimeAt: NOW - 1 });
  expect(reply(location, admitted, line, moreTime(1), NOW)).toEqual({ ok: false, code: 'more_time_used' });
});

test('nobody is sent further back than they agreed to; less far is fine', () => {
  const location = aLocation({ service: { pace: learned(150_000) } });
  expect(reply(location, a, line, moreTime(2), NOW)).toEqual({ ok: false, code: 'line_moved' });
  expect(reply(location, a, line, moreTime(3), NOW)).toMatchObject({ ok: true, position: 3 });
  expect(reply(location, a, line, moreTime(9), NOW)).toMatchObject({ ok: true, position: 3 });
});

test('where there is no room left between two neighbours the others get new ranks', () => {
  const tight = lineOf(a, { ...b, rank: 11 }, { ...c, rank: 12 });
  const moved = reply(aLocation({ service: { lastRank: 12 } }), a, tight, moreTime(2), NOW);
  expect(moved).toMatchObject({ ok: true, ranks: [{ id: 'b' }, { id: 'c' }] });
});

test('an admitted guest gives the turn back and waits behind the next; hold and text end, nothing is charged', () => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const visit = anAdmittedVisit({
    id: 'x',
    waitingPreference,
    phoneNumber,
    textNumber,
    text: { status: 'queued' },
    onMyWayAt: NOW - 1,
  });
  const location = aLocation({ service: { undos: [{ ...removalOf(visit), of: 'admit' }] } });
  expect(moreTimeFor(location, visit, { position: 0, waiting: 3 }, NOW)).toEqual({ places: 1, position: 2 });
  expect(reply(location, visit, line, moreTime(2), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { smsCredits: 11 },
      service: { lastRank: 15, pace: recordLength(unknownPace, 4, NOW) },
    }),
    visit: {
      ...visit,
      status: 'waiting',
      admittedAt: null,
      holdEndsAt: null,
      text: null,
      returnedAt: NOW,
      rank: 15,
      moved: true,
      onMyWayAt: null,
      moreTimeAt: NOW,
      revision: 2,
    },
    effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
    event: 'more_time',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('a turn can be given back behind everybody, or where nobody waits', () => {
  const visit = anAdmittedVisit({ id: 'x' });
  const fast = aLocation({ service: { pace: learned(1_000) } });
  expect(moreTimeFor(fast, visit, { position: 0, waiting: 3 }, NOW)).toEqual({ places: 3, position: 4 });
  expect(reply(fast, visit, line, moreTime(4), NOW)).toMatchObject({ position: 4 });
  expect(reply(fast, visit, line, moreTime(3), NOW)).toEqual({ ok: false, code: 'line_moved' });
  expect(moreTimeFor(fast, visit, { position: 0, waiting: 0 }, NOW)).toEqual({ places: 0, position: 1 });
  expect(reply(fast, visit, new Line([]), moreTime(1), NOW)).toMatchObject({ ok: true, position: 1 });
});

test('a closed location has no line to go back to', () => {
  const location = aLocation({ profile: { closedAt: NOW - 1 } });
  const visit = anAdmittedVisit();
  expect(moreTimeFor(location, visit, { position: 0, waiting: 0 }, NOW)).toBeNull();
  expect(reply(location, visit, new Line([]), moreTime(1), NOW)).toEqual({
    ok: false,
    code: 'location_closed',
  });
  expect(reply(location, visit, new Line([]), onMyWay, NOW)).toMatchObject({ ok: true });
});

test('a guest who does not know of the removal is answered as in line, and an undo leads to the later place', () => {
  const visit = aVisit({ id: 'gone', rank: 5, status: 'removed', endedAt: NOW - 1 });
  const undo = removalOf(visit);
  const location = aLocation({ service: { undos: [undo] } });
  expect(reply(location, visit, line, moreTime(1), NOW)).toEqual({ ok: false, code: 'line_moved' });
  expect(reply(location, visit, line, moreTime(2), NOW)).toEqual({
    ok: true,
    location: aLocation({ service: { undos: [{ ...undo, rank: 15 }], lastRank: 15 }, version: 1 }),
    visit: { ...visit, rank: 15, moved: true, moreTimeAt: NOW },
    effects: [],
    event: 'more_time',
    reason: null,
    position: 0,
    ranks: [],
  });
  expect(reply(location, visit, line, onMyWay, NOW)).toMatchObject({
    visit: { ...visit, onMyWayAt: NOW },
    position: 0,
  });
  // The removed visit is the third of four, so it is not the last in line.
  const third = { ...visit, rank: 25 };
  expect(
    reply(aLocation({ service: { undos: [removalOf(third)] } }), third, line, moreTime(9), NOW),
  ).toMatchObject({
    visit: { rank: 30 + 2 ** 24 },
  });
  const last = { ...visit, rank: 40 };
  expect(reply(aLocation({ service: { undos: [removalOf(last)] } }), last, line, moreTime(9), NOW)).toEqual({
    ok: false,
    code: 'already_last',
  });
});

test('where there is no room left for the place that an undo leads to, the others get new ranks all the same', () => {
  const visit = aVisit({ id: 'gone', rank: 9, status: 'removed', endedAt: NOW - 1 });
  const tight = lineOf(a, { ...b, rank: 11 });
  const location = aLocation({ service: { undos: [removalOf(visit)], lastRank: 11 } });
  expect(reply(location, visit, tight, moreTime(2), NOW)).toMatchObject({
    ok: true,
    visit: { rank: 11 + 2 * 2 ** 24 },
    location: { services: { main: { undos: [{ rank: 11 + 2 * 2 ** 24 }] } } },
    ranks: [
      { id: 'a', rank: 11 + 2 ** 24 },
      { id: 'b', rank: 11 + 3 * 2 ** 24 },
    ],
  });
});

test('another visit that can be brought back keeps its place when somebody takes more time', () => {
  const undo = removalOf(aVisit({ id: 'gone', rank: 5, status: 'removed', endedAt: NOW - 1 }));
  expect(reply(aLocation({ service: { undos: [undo] } }), a, line, moreTime(2), NOW)).toMatchObject({
    location: { services: { main: { undos: [undo] } } },
  });
});

const textNumber = { e164: '+6281234567890', country: 'ID' } as const;
const byText = (said: 'on_my_way' | 'leave') => ({ from: textNumber.e164, said });

test('an answer by text from another number than the visit’s is refused, whether it has one or none', () => {
  const refused = { outcome: null, decision: { ok: false, code: 'not_found' } };
  for (const visit of [aVisit({ textNumber }), aVisit()])
    for (const from of ['', '+6281255509999'])
      expect(answerByText(aLocation(), visit, lineOf(visit), { from, said: 'leave' }, NOW)).toEqual(refused);
});

test('an answer by text says that the guest is on the way, while that means something', () => {
  for (const visit of [aVisit({ textNumber }), anAdmittedVisit({ textNumber })]) {
    const { outcome, decision } = answerByText(aLocation(), visit, lineOf(visit), byText('on_my_way'), NOW);
    expect([outcome, decision]).toMatchObject(['on_my_way', { visit: { ...visit, onMyWayAt: NOW } }]);
  }
  for (const visit of [
    aVisit({ textNumber, status: 'left' }),
    anAdmittedVisit({ textNumber, status: 'arrived' }),
  ])
    expect(answerByText(aLocation(), visit, lineOf(), byText('on_my_way'), NOW)).toMatchObject({
      outcome: null,
    });
});

test('an answer by text takes a waiting party out of the line, once', () => {
  const visit = aVisit({ textNumber });
  const { outcome, decision } = answerByText(aLocation(), visit, lineOf(visit), byText('leave'), NOW);
  expect([outcome, decision]).toMatchObject(['left', { visit: { status: 'left', endedAt: NOW } }]);
  const gone = aVisit({ textNumber, status: 'left', endedAt: NOW });
  expect(answerByText(aLocation(), gone, lineOf(), byText('leave'), NOW)).toEqual({
    outcome: null,
    decision: {
      ok: true,
      location: aLocation(),
      visit: gone,
      effects: [],
      event: null,
      reason: null,
      position: 0,
      ranks: [],
    },
  });
});

test('whose turn it is cannot leave by text, and is told so while the spot is held', () => {
  const refused = { ok: false, code: 'already_admitted' };
  const visit = anAdmittedVisit({ textNumber });
  const answer = (at: number, about = visit) =>
    answerByText(aLocation(), about, lineOf(), byText('leave'), at);
  expect(answer(NOW)).toEqual({ outcome: 'turn_came', decision: refused });
  expect(answer(visit.holdEndsAt ?? 0)).toEqual({ outcome: null, decision: refused });
  expect(answer(NOW, anAdmittedVisit({ textNumber, status: 'arrived' }))).toEqual({
    outcome: null,
    decision: refused,
  });
  expect(answer(NOW, aVisit({ textNumber, status: 'removed' })).outcome).toBe(null);
});
