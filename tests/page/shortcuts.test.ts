import { expect, test } from 'vitest';
import { shortcutOf } from '../../src/client/features/line/shortcuts/shortcuts.ts';

test('keys work without modifiers, without repeats, and not during text composition', () => {
  const press = {
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    repeat: false,
    isComposing: false,
  };
  const meant = (key: string, about = {}) => shortcutOf({ ...press, key, ...about });
  expect(['a', 'R', 'u', '/', 'ArrowDown', 'ArrowUp', 'x'].map((key) => meant(key))).toEqual([
    'admit',
    'remove',
    'undo',
    'search',
    'next-row',
    'previous-row',
    null,
  ]);
  expect(['n', 'M', 'Escape', 'l', '1', '4', '5'].map((key) => meant(key))).toEqual([
    'walk-in',
    'move',
    'close',
    { filter: 'late' },
    { filter: '1-2' },
    { filter: '7+' },
    null,
  ]);
  expect([
    meant('?', { shiftKey: true }),
    meant('a', { ctrlKey: true }),
    meant('a', { shiftKey: true }),
    meant('a', { repeat: true }),
    meant('a', { isComposing: true }),
    meant('ArrowDown', { repeat: true }),
  ]).toEqual(['help', null, null, null, null, 'next-row']);
});
