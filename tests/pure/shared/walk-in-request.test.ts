/** The wait that staff told a walk-in guest: the values that the API accepts for it (`docs/spec.md` 10.13). */
import { expect, test } from 'vitest';
import { walkInRequest } from '../../../src/shared/contracts/line.ts';

test.each([
  { low: 0, high: 0 },
  { low: 30, high: 45 },
  { low: 1_440, high: 1_440 },
])('%j is a wait to tell', (told) => {
  expect(walkInRequest.parse({ firstName: 'Maya', told }).told).toEqual(told);
});

test.each([
  [{ low: -1, high: 5 }],
  [{ low: 5, high: 1_441 }],
  [{ low: 1.5, high: 5 }],
  [{ low: 10, high: 5 }],
  [{ low: 5 }],
  [{ low: '5', high: 5 }],
  ['5'],
  [null],
])('%j is refused', (told) => {
  const { error } = walkInRequest.safeParse({ firstName: 'Maya', told });
  expect(error?.issues.map(({ path }) => path[0])).toContain('told');
});
