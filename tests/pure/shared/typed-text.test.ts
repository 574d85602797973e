import { expect, test } from 'vitest';
import { charactersOf, cleanText } from '../../../src/shared/typing/typed-message.ts';
import { cleanLine, cleanUsername } from '../../../src/shared/typing/typed-text.ts';

test.each(['Maya', 'José Ñandú', '李小龍', 'مريم الصالح', 'דוד', 'Zoë 👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', "O'Brien-Łukasz"])(
  '%s survives the round trip',
  (name) => {
    expect(cleanLine(name)).toBe(name.normalize('NFC'));
  },
);

test.each([
  ['\u202egnirts desrever', 'gnirts desrever'],
  ['a\u2066b\u2069c', 'abc'],
  ['a\u0000b\u0007c\u001b[31m', 'abc[31m'],
  ['\ufeffMaya', 'Maya'],
  ['  Maya \t\n Putri  ', 'Maya Putri'],
  ['\u200b\u200d', ''],
  ['\u3164', ''],
  ['\u0301', ''],
  ['', ''],
])('%j becomes %j', (typed, clean) => {
  expect(cleanLine(typed)).toBe(clean);
});

test('a lone surrogate becomes the replacement character', () => {
  expect(cleanLine('a\ud800b')).toBe('a\ufffdb');
});

test.each([
  ['  one \r\n\ttwo\rthree\u2028four  ', 'one\n  two\nthree\nfour'],
  ['a\n\n\n\n\nb\n', 'a\n\nb'],
  ['a\u202eb\u0000c\n\u001b[31md', 'abc\n[31md'],
  ['e\u0301\ud800', 'é\ufffd'],
  ['\u200b\n\u3164\n', ''],
  ['', ''],
])('of several lines %j becomes %j', (typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
  expect(cleanText(clean)).toBe(clean);
});

test('characters are counted by code points, not by code units', () => {
  expect(['', 'abc', 'é', '🙂🙂', 'a\nb'].map(charactersOf)).toEqual([0, 3, 1, 2, 3]);
});

test('a username loses one @ in front and the spaces around', () => {
  expect(['  @blue-door ', '@ blue-door', 'blue-door', '@@x'].map(cleanUsername)).toEqual([
    'blue-door',
    'blue-door',
    'blue-door',
    '@x',
  ]);
});
