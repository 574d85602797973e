/** What is left of a stylesheet that was minified before. */
import { expect, test } from 'vitest';
import { withoutLeftOvers } from '../../scripts/light-css.ts';

test.each([
  [
    '.a{color:rgb(0 0 0 / 50%);& .b{margin:0}& .c{margin:0}}',
    '.a{color:rgb(0 0 0/50%);.b{margin:0}.c{margin:0}}',
  ],
  ['.a{font:1rem var(--x), serif}', '.a{font:1rem var(--x),serif}'],
  // Here it says which rule is meant.
  ['.a{.b & .c{margin:0}& + &{margin:0}}', '.a{.b & .c{margin:0}+ &{margin:0}}'],
  ['.a{b,& bdi,& span{margin:0}}\n', '.a{b,bdi,span{margin:0}}'],
  ['.a{:is(b,& i) u{margin:0}}', '.a{:is(b,& i) u{margin:0}}'],
  ['.a{content:"x, & / y";grid-area:\'a / b\'}', '.a{content:"x, & / y";grid-area:\'a / b\'}'],
])('%s', (minified, left) => {
  expect(withoutLeftOvers(minified)).toBe(left);
});
