/** The wait that guests see: one figure or one range, rounded outwards, never 0 minutes. */
import { expect, test } from 'vitest';
import { roundedWait, toldRange } from '../../../src/shared/time/rounded-wait.ts';

test('the fixed estimate tells its minutes, a learned one its range', () => {
  const estimate = { minutes: 15, low: 7, high: 30 };
  expect(toldRange({ ...estimate, method: 'fixed' })).toEqual({ low: 15, high: 15 });
  expect(toldRange({ ...estimate, method: 'learned' })).toEqual({ low: 7, high: 30 });
});

test.each([
  [0, 0, null],
  [5, 5, [5, 5]],
  [65, 65, [65, 65]],
  [2, 10, null],
  [0, 11, [1, 15]],
  [4, 12, [4, 15]],
  [5, 20, [5, 20]],
  [32, 44, [30, 45]],
  [52, 210, [50, 210]],
  [64, 77, [60, 80]],
  [59, 60, [55, 60]],
  [178, 181, [170, 210]],
  [185, 239, [180, 240]],
])('from %i to %i minutes is told as %j', (low, high, told) => {
  expect(roundedWait({ low, high })).toEqual(told);
});

test('a longer wait is never told as a shorter one, and the told range holds the estimated one', () => {
  const told = Array.from({ length: 600 }, (_, i) => i + 11).map((high) => {
    const [low, most] = roundedWait({ low: high - 1, high }) ?? [0, 0];
    expect([low < high, most >= high]).toEqual([true, true]);
    return [low, most];
  });
  for (const end of [0, 1]) {
    const ends = told.map((range) => range[end]);
    expect(ends).toEqual(ends.toSorted((one, other) => Number(one) - Number(other)));
  }
});
