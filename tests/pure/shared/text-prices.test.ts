import { expect, test } from 'vitest';
import { textPrice, textPriceRange } from '../../../src/shared/text/text-prices.ts';

test.each([
  ['TN', 'TN', 1],
  ['SG', 'ID', 1],
  ['DE', 'ID', 2],
  ['PH', null, 4],
  ['ID', null, 8],
  ['TN', 'ID', 8],
] as const)('a text to %s from a place in %s takes %i', (country, home, credits) => {
  expect(textPrice(country, home)).toBe(credits);
});

test('a deployment sets its own prices, also of a home country', () => {
  const set = { TN: 12, SG: 3 };
  expect([textPrice('TN', 'ID', set), textPrice('SG', 'ID', set), textPrice('SG', 'SG', set)]).toEqual([
    12, 3, 3,
  ]);
  expect(textPriceRange()).toEqual({ low: 1, high: 8 });
  expect(textPriceRange(set)).toEqual({ low: 1, high: 12 });
});
