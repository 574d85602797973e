/** The range of a wait as guests read it: rounded outwards, never 0 minutes. */
import { expect, test } from 'vitest';
import { roundedWait } from '../../../src/shared/time/rounded-wait.ts';

test.each([
  [0, 0, null],
  [2, 10, null],
  [0, 11, [1, 15]],
  [4, 12, [4, 15]],
  [5, 20, [5, 20]],
  [32, 44, [30, 45]],
  [35, 35, [35, 35]],
  [52, 210, [50, 210]],
  [64, 77, [60, 80]],
  [59, 60, [55, 60]],
  [178, 181, [170, 210]],
  [185, 239, [180, 240]],
])('from %i to %i minutes is told as %j', (low, high, told) => {
  expect(roundedWait({ low, high })).toEqual(told);
});

test('a longer wait is never told as a shorter one, and the told range holds the estimated one', () => {
  const told = Array.from({ length: 600 }, (_, i) => i + 11).map((minutes) => {
    const [low, high] = roundedWait({ low: minutes, high: minutes }) ?? [0, 0];
    expect([low <= minutes, high >= minutes]).toEqual([true, true]);
    return [low, high];
  });
  for (const end of [0, 1]) {
    const ends = told.map((range) => range[end]);
    expect(ends).toEqual(ends.toSorted((one, other) => Number(one) - Number(other)));
  }
});
