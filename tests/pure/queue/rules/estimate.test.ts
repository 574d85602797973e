/** The wait estimate for a guest. */
import { expect, test } from 'vitest';
import {
  estimateWait,
  promiseWait,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { promiseKept } from '../../../../src/shared/time/promise-kept.ts';
import { NOW } from '../../support/factories.ts';
import { minutes, aPace, learned } from '../../support/paces.ts';

test('a new location tells five minutes for each party ahead, from half to double', () => {
  expect([0, 1, 3].map((ahead) => estimateWait(unknownPace, ahead, NOW))).toEqual([
    { minutes: 0, low: 0, high: 0, method: 'fixed' },
    { minutes: 5, low: 2, high: 10, method: 'fixed' },
    { minutes: 15, low: 7, high: 30, method: 'fixed' },
  ]);
});

test('the promise carries the learned wait even while the fixed one is told', () => {
  expect([0, 2].map((ahead) => promiseWait(unknownPace, ahead, NOW))).toEqual([
    { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: minutes(5) },
    { minutes: 10, low: 5, high: 20, method: 'fixed', learnedMs: minutes(12.5) },
  ]);
});

test('the promised learned wait is whole milliseconds', () => {
  const pace = aPace({ gap: { sum: 1_000, weight: 3 } });
  expect(promiseWait(pace, 1, NOW).learnedMs).toBe(500);
  expect(promiseWait(pace, 2, NOW).learnedMs).toBe(833);
});

test('everybody behind waits half a gap and a gap for each party ahead', () => {
  expect([1, 2, 10].map((ahead) => promiseWait(aPace(), ahead, NOW).learnedMs)).toEqual(
    [15, 25, 105].map(minutes),
  );
});

test('of those ahead, the share that usually leaves is not waited for', () => {
  const pace = aPace({ gone: { sum: 1, weight: 12 } });
  // The expected number of parties that stay is 6 / sqrt(1 + 36 / 12) = 3 of 6 parties, and 2 / sqrt(1 + 4 / 12) =
  // 1.732 of 2 parties.
  expect([2, 6].map((ahead) => promiseWait(pace, ahead, NOW).learnedMs)).toEqual([
    Math.round(minutes(10) * (Math.sqrt(3) + 0.5)),
    minutes(35),
  ]);
});

test('no line is taken to lose more than half of its people', () => {
  const pace = aPace({ gone: { sum: 1, weight: 12 } });
  expect([7, 20].map((ahead) => promiseWait(pace, ahead, NOW).learnedMs)).toEqual([40, 105].map(minutes));
});

test('without any ratio the range goes from half to double', () => {
  expect(estimateWait(aPace(), 2, NOW)).toEqual(learned(25, 13, 50));
});

test('with few ratios the range is wider than they are', () => {
  const rangeOf = (count: number) =>
    estimateWait(aPace({ ratios: { first: [], behind: Array(count).fill(1) } }), 9, NOW);
  // The sorted ratios are 0.5, then n ratios of 1, and then 2. In this list, n is `count`. The low end of the range is
  // 95 minutes, multiplied by the ratio with the rank 0.1 x (n + 3) - 1.
  expect([7, 12, 17, 75].map(rangeOf)).toEqual([
    learned(95, 48, 190),
    learned(95, 71, 143),
    learned(95, 95, 95),
    learned(95, 95, 95),
  ]);
});

test('the range is the tenth and the ninetieth hundredth of the ratios, in whatever order they came', () => {
  // There are 19 ratios: the 17 ratios in `behind`, and the priors 0.5 and 2. The range ends at the ratios with the
  // ranks 1 (0.1 x 20 - 1) and 17 (0.9 x 20 - 1).
  const behind = [10, 9, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.1];
  expect(estimateWait(aPace({ ratios: { first: [], behind } }), 9, NOW)).toEqual(learned(95, 48, 855));
});

test('the range always holds the told minutes', () => {
  const rangeOf = (ratio: number) =>
    estimateWait(aPace({ ratios: { first: [], behind: Array(75).fill(ratio) } }), 9, NOW);
  expect([rangeOf(0.6), rangeOf(1.5)]).toEqual([learned(95, 57, 95), learned(95, 95, 143)]);
});

test('the first of a line is told the middle of what the first ones waited', () => {
  const first = { sum: minutes(200), weight: 10 };
  const ratios = { first: Array(75).fill(0.6), behind: Array(75).fill(1.5) };
  expect(estimateWait(aPace({ first, ratios }), 0, NOW)).toEqual(learned(12, 12, 12));
  // With only the two priors, the median is the mean of both priors.
  expect(estimateWait(aPace({ first }), 0, NOW)).toEqual(learned(25, 10, 40));
});

test('nobody behind is told less than the first of the line', () => {
  const first = { sum: minutes(400), weight: 10 };
  const ratios = { first: Array(75).fill(1), behind: Array(75).fill(1) };
  expect([1, 3, 4].map((ahead) => estimateWait(aPace({ first, ratios }), ahead, NOW))).toEqual([
    learned(40, 40, 40),
    learned(40, 40, 40),
    learned(45, 45, 45),
  ]);
});

test('a promise is scored by its error and by whether the wait was in its range, ends included', () => {
  const kept = (ms: number) => promiseKept({ minutes: 10, low: 5, high: 20 }, ms);
  expect(kept(minutes(12))).toEqual({ errorMs: minutes(2), inRange: true });
  expect(kept(minutes(5))).toEqual({ errorMs: minutes(-5), inRange: true });
  expect(kept(minutes(20))).toEqual({ errorMs: minutes(10), inRange: true });
  expect([kept(minutes(5) - 1).inRange, kept(minutes(20) + 1).inRange]).toEqual([false, false]);
});
