import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimateWait,
  promiseKept,
  promiseWait,
  readPace,
  sawAdmit,
  sawGone,
  sawLine,
  unknownPace,
  type Pace,
  type WaitEstimate,
  type WaitPromise,
} from '../../src/worker/queue/rules/estimate.ts';
import { NOW } from './factories.ts';

const MINUTE_MS = 60_000;
const minutes = (count: number) => count * MINUTE_MS;
/** What is left of the weight of a gap after one more admit: half after 60. */
const KEPT = 0.5 ** (1 / 60);
const KEPT_LEAVING = 0.5 ** (1 / 200);

/** A place that has learned: a gap of ten minutes, two for the first of an empty line, nobody leaves. */
function aPace(about: Partial<Pace> = {}): Pace {
  return {
    ...unknownPace,
    admits: 20,
    gap: { sum: minutes(100), weight: 10 },
    first: { sum: minutes(20), weight: 10 },
    ...about,
  };
}

function aPromise(about: Partial<WaitPromise> = {}): WaitPromise {
  return { minutes: 10, low: 5, high: 20, method: 'learned', learnedMs: minutes(10), ...about };
}

/** A line of so many from NOW on, with the last admit at NOW. */
function busyPace(waiting: number, about: Partial<Pace> = {}): Pace {
  return aPace({ waiting, lineSince: NOW, busySince: NOW, admittedFromMore: true, ...about });
}

/** Admits one of a line that stays as long, after each of the gaps. */
function admitAfter(pace: Pace, gapsMs: number[]): Pace {
  let at = NOW;
  return gapsMs.reduce((pace, gapMs) => sawAdmit(pace, null, (at += gapMs)), pace);
}

const learned = (minutes: number, low: number, high: number): WaitEstimate => ({
  minutes,
  low,
  high,
  method: 'learned',
});

test('a new location tells five minutes for each party ahead, from half to double', () => {
  expect([0, 1, 3].map((ahead) => estimateWait(unknownPace, ahead))).toEqual([
    { minutes: 0, low: 0, high: 0, method: 'fixed' },
    { minutes: 5, low: 2, high: 10, method: 'fixed' },
    { minutes: 15, low: 7, high: 30, method: 'fixed' },
  ]);
});

test('the twentieth admit with somebody waiting switches to the learned estimate', () => {
  const nineteen = admitAfter(busyPace(2, { admits: 0 }), Array(19).fill(minutes(10)));
  const twenty = admitAfter(nineteen, [minutes(210)]);
  expect([nineteen.admits, estimateWait(nineteen, 1).method]).toEqual([19, 'fixed']);
  expect([twenty.admits, estimateWait(twenty, 1).method]).toEqual([20, 'learned']);
});

test('admits are counted no further than to twenty', () => {
  expect(admitAfter(busyPace(2), [minutes(1)]).admits).toBe(20);
});

test('an admit without anybody known to wait teaches nothing', () => {
  const pace = aPace();
  expect(sawAdmit(pace, { ms: 1, promise: aPromise() }, NOW)).toBe(pace);
});

test('the promise carries the learned wait even while the fixed one is told', () => {
  expect([0, 2].map((ahead) => promiseWait(unknownPace, ahead))).toEqual([
    { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: minutes(5) },
    { minutes: 10, low: 5, high: 20, method: 'fixed', learnedMs: minutes(12.5) },
  ]);
});

test('the promised learned wait is whole milliseconds', () => {
  const pace = aPace({ gap: { sum: 1_000, weight: 3 } });
  expect(promiseWait(pace, 1).learnedMs).toBe(500);
  expect(promiseWait(pace, 2).learnedMs).toBe(833);
});

test('the first admit of an empty line counts for the first, on top of three times five minutes', () => {
  const joined = sawLine(unknownPace, 1, NOW);
  const admitted = sawLine(sawAdmit(joined, null, NOW + minutes(9)), 0, NOW + minutes(9));
  expect(joined).toEqual({ ...unknownPace, waiting: 1, lineSince: NOW, busySince: NOW });
  expect(admitted).toEqual({
    ...unknownPace,
    admits: 1,
    first: { sum: minutes(15) * KEPT + minutes(9), weight: 3 * KEPT + 1 },
    gone: { sum: 0, weight: 20 * KEPT_LEAVING },
  });
});

test('an admit of a line that has not been empty since the last one counts for the gap', () => {
  const two = sawLine(sawLine(unknownPace, 1, NOW), 2, NOW + minutes(1));
  const one = sawLine(sawAdmit(two, null, NOW + minutes(3)), 1, NOW + minutes(3));
  const none = sawLine(sawAdmit(one, null, NOW + minutes(10)), 0, NOW + minutes(10));
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
  const left = sawLine(sawGone(busyPace(1), NOW + minutes(4)), 0, NOW + minutes(4));
  const back = sawLine(left, 1, NOW + minutes(90));
  const admitted = sawAdmit(back, null, NOW + minutes(93));
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
  expect(sawLine(busyPace(1), 2, NOW + minutes(5))).toMatchObject({ lineSince: NOW, busySince: NOW });
});

test('a clock that goes backwards counts no time', () => {
  expect(sawAdmit(busyPace(2), null, NOW - minutes(3)).gap.sum).toBe(minutes(100) * KEPT);
});

test('a night with somebody forgotten in line counts four means', () => {
  const night = sawAdmit(busyPace(2), null, NOW + minutes(720));
  expect(night.gap.sum).toBe(minutes(100) * KEPT + minutes(40));
});

test('a gap of ten minutes always counts whole', () => {
  const fast = { sum: minutes(10), weight: 10 };
  const gapAfter = (ms: number) => sawAdmit(busyPace(2, { gap: fast }), null, NOW + ms).gap.sum;
  expect(gapAfter(minutes(10))).toBe(minutes(10) * KEPT + minutes(10));
  expect(gapAfter(minutes(11))).toBe(minutes(10) * KEPT + minutes(10));
});

test('who comes is counted by half the square of those already there', () => {
  const weights = [1, 4, 2, 0, 1].map((waiting) => sawLine(aPace({ waiting: 2 }), waiting, NOW).gone.weight);
  expect(weights).toEqual([20, 22, 20, 20, 20]);
  expect(sawLine(aPace(), 3, NOW).gone.weight).toBe(20);
});

test('a party that leaves is counted, and less by and by', () => {
  const once = sawGone(unknownPace, NOW);
  const twice = sawGone(once, NOW);
  expect(once).toEqual({ ...unknownPace, gone: { sum: 1, weight: 20 * KEPT_LEAVING } });
  expect(twice.gone.sum).toBe(KEPT_LEAVING + 1);
});

test('everybody behind waits half a gap and a gap for each party ahead', () => {
  expect([1, 2, 10].map((ahead) => promiseWait(aPace(), ahead).learnedMs)).toEqual(
    [15, 25, 105].map(minutes),
  );
});

test('of those ahead, the share that usually leaves is not waited for', () => {
  const pace = aPace({ gone: { sum: 1, weight: 12 } });
  // 6 / sqrt(1 + 36 / 12) = 3; 2 / sqrt(1 + 4 / 12) = 1.732.
  expect([2, 6].map((ahead) => promiseWait(pace, ahead).learnedMs)).toEqual([
    Math.round(minutes(10) * (Math.sqrt(3) + 0.5)),
    minutes(35),
  ]);
});

test('no line is taken to lose more than half of its people', () => {
  const pace = aPace({ gone: { sum: 1, weight: 12 } });
  expect([7, 20].map((ahead) => promiseWait(pace, ahead).learnedMs)).toEqual([40, 105].map(minutes));
});

test('without any ratio the range goes from half to double', () => {
  expect(estimateWait(aPace(), 2)).toEqual(learned(25, 13, 50));
});

test('with few ratios the range is wider than they are', () => {
  const rangeOf = (count: number) =>
    estimateWait(aPace({ ratios: { first: [], behind: Array(count).fill(1) } }), 9);
  // 95 minutes; rank 0.1 x (n + 3) - 1 among 0.5, the ones, and 2.
  expect([7, 12, 17, 75].map(rangeOf)).toEqual([
    learned(95, 48, 190),
    learned(95, 71, 143),
    learned(95, 95, 95),
    learned(95, 95, 95),
  ]);
});

test('the range is the tenth and the ninetieth hundredth of the ratios, in whatever order they came', () => {
  // With the priors 0.5 and 2: rank 0.1 x 20 - 1 = 1 and 0.9 x 20 - 1 = 17 of 19.
  const behind = [10, 9, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.1];
  expect(estimateWait(aPace({ ratios: { first: [], behind } }), 9)).toEqual(learned(95, 48, 855));
});

test('the range always holds the told minutes', () => {
  const rangeOf = (ratio: number) =>
    estimateWait(aPace({ ratios: { first: [], behind: Array(75).fill(ratio) } }), 9);
  expect([rangeOf(0.6), rangeOf(1.5)]).toEqual([learned(95, 57, 95), learned(95, 95, 143)]);
});

test('the first of a line is told the middle of what the first ones waited', () => {
  const first = { sum: minutes(200), weight: 10 };
  const ratios = { first: Array(75).fill(0.6), behind: Array(75).fill(1.5) };
  expect(estimateWait(aPace({ first, ratios }), 0)).toEqual(learned(12, 12, 12));
  // Of none but the priors, the middle is between them.
  expect(estimateWait(aPace({ first }), 0)).toEqual(learned(25, 10, 40));
});

test('nobody behind is told less than the first of the line', () => {
  const first = { sum: minutes(400), weight: 10 };
  const ratios = { first: Array(75).fill(1), behind: Array(75).fill(1) };
  expect([1, 3, 4].map((ahead) => estimateWait(aPace({ first, ratios }), ahead))).toEqual([
    learned(40, 40, 40),
    learned(40, 40, 40),
    learned(45, 45, 45),
  ]);
});

test('a ratio is the wait by the learned one, to two decimals, and no freak', () => {
  const ratioOf = (ms: number, learnedMs: number) =>
    sawAdmit(busyPace(2), { ms, promise: aPromise({ learnedMs }) }, NOW + minutes(60)).ratios;
  expect(ratioOf(100, 300)).toEqual({ first: [], behind: [0.33] });
  expect(ratioOf(99_900, 1_000)).toEqual({ first: [], behind: [99.9] });
  expect(ratioOf(200_000, 1_000)).toEqual({ first: [], behind: [100] });
  expect([ratioOf(100, 1).behind, ratioOf(100, 0).behind]).toEqual([[100], []]);
});

test('waits of those that joined an empty line are kept apart', () => {
  const pace = busyPace(2, { ratios: { first: [1], behind: [2] } });
  const ratiosOf = (joinedAt: number) => {
    const now = NOW + minutes(10);
    return sawAdmit(pace, { ms: now - joinedAt, promise: aPromise() }, now).ratios;
  };
  expect(ratiosOf(NOW)).toEqual({ first: [1, 1], behind: [2] });
  expect(ratiosOf(NOW + minutes(1))).toEqual({ first: [1], behind: [2, 0.9] });
});

test('a wait that says nothing leaves the ratios alone, but its gap counts', () => {
  const pace = busyPace(2, { ratios: { first: [1], behind: [2] } });
  const after = sawAdmit(pace, null, NOW + minutes(8));
  expect(after.ratios).toBe(pace.ratios);
  expect(after.gap.sum).toBe(minutes(100) * KEPT + minutes(8));
});

test('the last 75 ratios of each kind are kept', () => {
  const many = Array.from({ length: 75 }, (_, index) => index);
  const pace = busyPace(2, { ratios: { first: many, behind: many } });
  const waited = { ms: minutes(5), promise: aPromise() };
  expect(sawAdmit(pace, waited, NOW + minutes(6)).ratios).toEqual({
    first: many,
    behind: [...many.slice(1), 0.5],
  });
  expect(sawAdmit(pace, waited, NOW + minutes(5)).ratios).toEqual({
    first: [...many.slice(1), 0.5],
    behind: many,
  });
});

test('a line as long as before changes nothing', () => {
  const pace = busyPace(3);
  expect(sawLine(pace, 3, NOW + minutes(1))).toBe(pace);
});

test('a promise is worth its error and whether the wait fell into its range, ends included', () => {
  const kept = (ms: number) => promiseKept({ minutes: 10, low: 5, high: 20, method: 'learned' }, ms);
  expect(kept(minutes(12))).toEqual({ errorMs: minutes(2), inRange: true });
  expect(kept(minutes(5))).toEqual({ errorMs: minutes(-5), inRange: true });
  expect(kept(minutes(20))).toEqual({ errorMs: minutes(10), inRange: true });
  expect([kept(minutes(5) - 1).inRange, kept(minutes(20) + 1).inRange]).toEqual([false, false]);
});

test('what was stored is read back', () => {
  const pace = busyPace(2, { gone: { sum: 0.5, weight: 3 }, busyMs: 7, ratios: { first: [1], behind: [2] } });
  expect([pace, aPace(), unknownPace].map((pace) => readPace(JSON.parse(JSON.stringify(pace))))).toEqual([
    pace,
    aPace(),
    unknownPace,
  ]);
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
  ['no ratios', { ...aPace(), ratios: null }],
  ['ratios that are no list', { ...aPace(), ratios: { first: [], behind: 1 } }],
  ['a ratio that is no number', { ...aPace(), ratios: { first: [null], behind: [] } }],
])('%s in store reads as nothing learned', (_, stored) => {
  expect(readPace(stored)).toBe(unknownPace);
});

/** Any history of a line: what happened, how long after the event before, and the wait of who was admitted. */
const histories = fc.array(
  fc.record({
    kind: fc.constantFrom('join', 'admit', 'gone'),
    afterMs: fc.oneof(fc.nat(minutes(30)), fc.nat(minutes(2_000))),
    waitMs: fc.option(fc.nat(minutes(600))),
  }),
  { maxLength: 300 },
);
type History = typeof histories extends fc.Arbitrary<infer Events> ? Events : never;

/** The pace after a history; every state is frozen, so that a change in place throws. */
function paceAfter(history: History): Pace {
  let pace = unknownPace;
  let waiting = 0;
  let now = NOW;
  for (const { kind, afterMs, waitMs } of history) {
    now += afterMs;
    if (kind === 'admit') {
      const waited = waitMs === null ? null : { ms: waitMs, promise: promiseWait(pace, waiting) };
      pace = sawAdmit(pace, waited, now);
    }
    if (kind === 'gone') pace = sawGone(pace, now);
    waiting = kind === 'join' ? waiting + 1 : Math.max(0, waiting - 1);
    pace = frozen(sawLine(pace, waiting, now));
  }
  return pace;
}

function frozen(pace: Pace): Pace {
  for (const part of [pace, pace.gap, pace.first, pace.gone, pace.ratios]) Object.freeze(part);
  Object.freeze(pace.ratios.first);
  Object.freeze(pace.ratios.behind);
  return pace;
}

test('after any history every estimate is whole, in its range, and grows with the number ahead', () => {
  fc.assert(
    fc.property(histories, fc.nat(200), (history, ahead) => {
      const pace = paceAfter(history);
      const [near, far] = [estimateWait(pace, ahead), estimateWait(pace, ahead + 1)];
      const figures = [near.low, near.minutes, near.high];
      expect(figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
      expect(figures.toSorted((one, other) => one - other)).toEqual(figures);
      expect([far.low >= near.low, far.minutes >= near.minutes, far.high >= near.high]).toEqual([
        true,
        true,
        true,
      ]);
    }),
  );
});

test('what any history leaves is stored in at most 2 KB and read back', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const pace = paceAfter(history);
      const stored = JSON.stringify(pace);
      expect(stored.length).toBeLessThanOrEqual(2_048);
      expect(readPace(JSON.parse(stored))).toEqual(pace);
    }),
  );
});
