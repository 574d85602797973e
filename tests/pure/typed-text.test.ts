import { expect, test } from 'vitest';
import { cleanLine, cleanUsername } from '../../src/shared/typed-text.ts';

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

test('a username loses one @ in front and the spaces around', () => {
  expect(['  @blue-door ', '@ blue-door', 'blue-door', '@@x'].map(cleanUsername)).toEqual([
    'blue-door',
    'blue-door',
    'blue-door',
    '@x',
  ]);
});
