import { expect, test } from 'vitest';
import { wordsAndLinks } from '../../../src/shared/site/legal-text.ts';

test('links stand out of the words around them', () => {
  expect(wordsAndLinks('Write to [us](mailto:a@b.example), or see [Terms](/terms).')).toEqual([
    { words: 'Write to ' },
    { words: 'us', href: 'mailto:a@b.example' },
    { words: ', or see ' },
    { words: 'Terms', href: '/terms' },
    { words: '.' },
  ]);
});

test('brackets without an address are words', () => {
  expect(wordsAndLinks('a [b] (c)')).toEqual([{ words: 'a [b] (c)' }]);
});
