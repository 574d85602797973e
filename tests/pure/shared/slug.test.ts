import { expect, test } from 'vitest';
import { slugOf } from '../../../src/shared/typing/slug.ts';

test.each([
  ['Warung Ramai', 'warung-ramai'],
  ["  Joe's Café & Bar! ", 'joes-cafe-bar'],
  ['Señor Ñandú', 'senor-nandu'],
  ['Jl. Sabang 21, Jakarta', 'jl-sabang-21-jakarta'],
  ['ｆｕｌｌ', 'full'],
  ['مقهى الباب الأزرق', ''],
  ['---', ''],
  ['abcdefghij klm', 'abcdefghij'],
])('%j is %j', (text, slug) => {
  expect(slugOf(text, 11).length).toBeLessThanOrEqual(11);
  expect(slugOf(text, text.startsWith('abc') ? 11 : 40)).toBe(slug);
});
