/** How the pace of a line is learned from admits and from guests who leave. */
import { expect, test } from 'vitest';
import {
  estimateWait,
  forgetJoin,
  readPace,
  recordAdmission,
  recordDeparture,
  recordLeaving,
  recordLength,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { NOW } from '../../support/factories.ts';
import { minutes, KEPT, KEPT_LEAVING, aPace, aPromise, busyPace, admitAfter } from '../../support/paces.ts';

test('the twentieth admit with somebody waiting switches to the learned estimate', () => {
  const nineteen = admitAfter(busyPace(2, { admits: 0 }), Array(19).fill(minutes(10)));
  const twenty = admitAfter(nineteen, [minutes(210)]);
  expect([nineteen.admits, estimateWait(nineteen, 1, NOW).method]).toEqual([19, 'fixed']);
  expect([twenty.admits, estimateWait(twenty, 1, NOW).method]).toEqual([20, 'learned']);
});

test('admits are counted no further than to twenty', () => {
  expect(admitAfter(busyPace(2), [minutes(1)]).admits).toBe(20);
});

test('an admit without anybody known to wait teaches nothing', () => {
  const pace = aPace();
  expect(recordAdmission(pace, { ms: 1, promise: aPromise() }, NOW)).toBe(pace);
});

test('the first admit of an empty line counts for the first, on top of three times five minutes', () => {
  const joined = recordLength(unknownPace, 1, NOW);
  const admitted = recordLength(recordAdmission(joined, null, NOW + minutes(9)), 0, NOW + minutes(9));
  expect(joined).toEqual({ ...unknownPace, waiting: 1, lineSince: NOW, busySince: NOW });
  expect(admitted).toEqual({
    ...unknownPace,
    admits: 1,
    hours: { hour: Math.floor(NOW / 3_600_000), admits: 1, usual: 0 },
    first: { sum: minutes(15) * KEPT + minutes(9), weight: 3 * KEPT + 1 },
    gone: { sum: 0, weight: 20 * KEPT_LEAVING },
  });
});

test('an admit of a line that has not been empty since the last one counts for the gap', () => {
  const two = recordLength(recordLength(unknownPace, 1, NOW), 2, NOW + minutes(1));
  const one = recordLength(recordAdmission(two, null, NOW + minutes(3)), 1, NOW + minutes(3));
  const none = recordLength(recordAdmission(one, null, NOW + minutes(10)), 0, NOW + minutes(10));
  expect(one).toMatchObject({ admittedFromMore: true, busySince: NOW + minutes(3), lineSince: NOW });
  expect(none).toMatchObject({
    first: { sum: minutes(15) * KEPT + minutes(3), weight: 3 * KEPT + 1 },
    gap: { sum: minutes(15) * KEPT + minutes(7), weight: 3 * KEPT + 1 },
    admittedFromMore: false,
    lineSince: null,
    busySince: null,
    busyMs: 0,
  });
});

test('after 60 more admits an old gap counts half', () => {
  const pace = admitAfter(busyPace(2, { gap: { sum: minutes(80), weight: 8 } }), Array(60).fill(0));
  expect(pace.gap.sum).toBeCloseTo(minutes(40), 3);
  expect(pace.gap.weight).toBeCloseTo(4 + (1 - 0.5) / (1 - KEPT), 9);
});

test('the busy clock stands still while nobody waits', () => {
  const left = recordLength(recordDeparture(busyPace(1)), 0, NOW + minutes(4));
  const back = recordLength(left, 1, NOW + minutes(90));
  const admitted = recordAdmission(back, null, NOW + minutes(93));
  expect(left).toMatchObject({ busyMs: minutes(4), busySince: null, lineSince: null, waiting: 0 });
  expect(back).toMatchObject({
    busyMs: minutes(4),
    busySince: NOW + minutes(90),
    lineSince: NOW + minutes(90),
  });
  expect(admitted).toMatchObject({
    gap: { sum: minutes(100) * KEPT + minutes(7), weight: 10 * KEPT + 1 },
    busyMs: 0,
    busySince: NOW + minutes(93),
    lineSince: NOW + minutes(90),
  });
});

test('further joins do not start the busy clock anew', () => {
  expect(recordLength(busyPace(1), 2, NOW + minutes(5))).toMatchObject({ lineSince: NOW, busySince: NOW });
});

test('a clock that goes backwards counts no time', () => {
  expect(recordAdmission(busyPace(2), null, NOW - minutes(3)).gap.sum).toBe(minutes(100) * KEPT);
});

test('a night with somebody forgotten in line counts four means', () => {
  const night = recordAdmission(busyPace(2), null, NOW + minutes(720));
  expect(night.gap.sum).toBe(minutes(100) * KEPT + minutes(40));
});

test('a gap of ten minutes always counts whole', () => {
  const fast = { sum: minutes(10), weight: 10 };
  const gapAfter = (ms: number) => recordAdmission(busyPace(2, { gap: fast }), null, NOW + ms).gap.sum;
  expect(gapAfter(minutes(10))).toBe(minutes(10) * KEPT + minutes(10));
  expect(gapAfter(minutes(11))).toBe(minutes(10) * KEPT + minutes(10));
});

test('who comes is counted by half the square of those already there', () => {
  const weights = [1, 4, 2, 0, 1].map(
    (waiting) => recordLength(aPace({ waiting: 2 }), waiting, NOW).gone.weight,
  );
  expect(weights).toEqual([20, 22, 20, 20, 20]);
  expect(recordLength(aPace(), 3, NOW).gone.weight).toBe(20);
});

test('a party that leaves is counted, and less by and by', () => {
  const once = recordDeparture(unknownPace);
  const twice = recordDeparture(once);
  expect(once).toEqual({ ...unknownPace, gone: { sum: 1, weight: 20 * KEPT_LEAVING } });
  expect(twice.gone.sum).toBe(KEPT_LEAVING + 1);
});

test('a guest who leaves before anybody was admitted is forgotten, so that a loop of joins teaches nothing', () => {
  const waiting = recordLength(aPace(), 1, NOW);
  expect(recordLeaving(waiting, NOW)).toEqual(waiting);
  const admitted = recordLength(recordAdmission(busyPace(3), null, NOW + 2_000), 2, NOW + 2_000);
  expect(recordLeaving(admitted, NOW + 1_000)).toEqual(recordDeparture(admitted));
  expect(recordLeaving(admitted, NOW + 3_000)).toEqual(forgetJoin(admitted));
});

test('parties that are forgotten leave the pace as it was before they joined', () => {
  let pace = busyPace(18, { gone: { sum: 3, weight: 900 } });
  const before = pace.gone;
  for (let length = 19; length <= 30; length += 1) pace = recordLength(pace, length, NOW);
  for (let length = 29; length >= 18; length -= 1) pace = recordLength(forgetJoin(pace), length, NOW);
  expect(pace.gone).toEqual(before);
  const faded = busyPace(1, { gone: { sum: 1, weight: 5 } });
  expect(forgetJoin(faded).gone.weight).toBe(5);
});

test('a ratio is the wait by the learned one, to two decimals, and no freak', () => {
  const ratioOf = (ms: number, learnedMs: number) =>
    recordAdmission(busyPace(2), { ms, promise: aPromise({ learnedMs }) }, NOW + minutes(60)).ratios;
  expect(ratioOf(100, 300)).toEqual({ first: [], behind: [0.33] });
  expect(ratioOf(99_900, 1_000)).toEqual({ first: [], behind: [99.9] });
  expect(ratioOf(200_000, 1_000)).toEqual({ first: [], behind: [100] });
  expect([ratioOf(100, 1).behind, ratioOf(100, 0).behind]).toEqual([[100], []]);
});

test('waits of those that joined an empty line are kept apart', () => {
  const pace = busyPace(2, { ratios: { first: [1], behind: [2] } });
  const ratiosOf = (joinedAt: number) => {
    const now = NOW + minutes(10);
    return recordAdmission(pace, { ms: now - joinedAt, promise: aPromise() }, now).ratios;
  };
  expect(ratiosOf(NOW)).toEqual({ first: [1, 1], behind: [2] });
  expect(ratiosOf(NOW + minutes(1))).toEqual({ first: [1], behind: [2, 0.9] });
});

test('a wait that does not count leaves the ratios unchanged, but its gap counts', () => {
  const pace = busyPace(2, { ratios: { first: [1], behind: [2] } });
  const after = recordAdmission(pace, null, NOW + minutes(8));
  expect(after.ratios).toBe(pace.ratios);
  expect(after.gap.sum).toBe(minutes(100) * KEPT + minutes(8));
});

test('the last 75 ratios of each kind are kept', () => {
  const many = Array.from({ length: 75 }, (_, index) => index);
  const pace = busyPace(2, { ratios: { first: many, behind: many } });
  const waited = { ms: minutes(5), promise: aPromise() };
  expect(recordAdmission(pace, waited, NOW + minutes(6)).ratios).toEqual({
    first: many,
    behind: [...many.slice(1), 0.5],
  });
  expect(recordAdmission(pace, waited, NOW + minutes(5)).ratios).toEqual({
    first: [...many.slice(1), 0.5],
    behind: many,
  });
});

test('a line as long as before changes nothing', () => {
  const pace = busyPace(3);
  expect(recordLength(pace, 3, NOW + minutes(1))).toBe(pace);
});

test('what was stored is read back', () => {
  const pace = busyPace(2, { gone: { sum: 0.5, weight: 3 }, busyMs: 7, ratios: { first: [1], behind: [2] } });
  expect([pace, aPace(), unknownPace].map((pace) => readPace(JSON.parse(JSON.stringify(pace))))).toEqual([
    pace,
    aPace(),
    unknownPace,
  ]);
});

test('a pace of an earlier release, which knew no servers, stays', () => {
  const { servers: _none, ...earlier } = busyPace(2);
  expect(readPace(earlier)).toEqual(busyPace(2));
});

test.each([
  ['nothing', null],
  ['no object', 'pace'],
  ['an older shape', { admits: 20 }],
  ['another version', { ...aPace(), version: 2 }],
  ['admits below zero', aPace({ admits: -1 })],
  ['waiting as text', { ...aPace(), waiting: '1' }],
  ['no busy time', aPace({ busyMs: NaN })],
  ['no gap', { ...aPace(), gap: null }],
  ['a mean of nothing', aPace({ first: { sum: 0, weight: 0 } })],
  ['a negative sum', aPace({ gone: { sum: -1, weight: 1 } })],
  ['a mean without weight', { ...aPace(), gap: { sum: 1 } }],
  ['a time as text', { ...aPace(), lineSince: 'now' }],
  ['no time', { ...aPace(), busySince: undefined }],
  ['a number for a yes', { ...aPace(), admittedFromMore: 1 }],
  ['no server on duty', aPace({ servers: { count: 0, hour: 0, usual: {} } })],
  ['no usual servers', { ...aPace(), servers: { count: 1, hour: 0 } }],
  ['no hour of the servers', { ...aPace(), servers: { count: 1, usual: {} } }],
  ['no ratios', { ...aPace(), ratios: null }],
  ['ratios that are no list', { ...aPace(), ratios: { first: [], behind: 1 } }],
  ['a ratio that is no number', { ...aPace(), ratios: { first: [null], behind: [] } }],
])('%s in store reads as nothing learned', (_, stored) => {
  expect(readPace(stored)).toBe(unknownPace);
});
