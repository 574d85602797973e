/** The keyboard shortcuts of the dashboard: A, R, U, N, M, L, 1 to 4, /, ?, Escape, arrows. Pure. */
import { sizeFilters, type LineFilter } from '../filters/filters.ts';

export type Shortcut =
  | 'admit'
  | 'remove'
  | 'undo'
  | 'walk-in'
  | 'move'
  | 'search'
  | 'help'
  | 'close'
  | 'next-row'
  | 'previous-row'
  | { filter: LineFilter };

type Press = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'isComposing'
>;

const letters: Record<string, Shortcut> = {
  a: 'admit',
  r: 'remove',
  u: 'undo',
  n: 'walk-in',
  m: 'move',
  l: { filter: 'late' },
  escape: 'close',
  ...Object.fromEntries(sizeFilters.map((filter, index) => [String(index + 1), { filter }])),
};
const signs: Record<string, Shortcut> = { '/': 'search', '?': 'help' };
const arrows: Record<string, Shortcut> = { ArrowDown: 'next-row', ArrowUp: 'previous-row' };

/**
 * The shortcut of a key press, or null. Key presses with a modifier are left to the browser. An arrow key that is held
 * down acts repeatedly; any other key acts only once.
 */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = press;
  if (altKey || ctrlKey || metaKey || isComposing) return null;
  if (!shiftKey && arrows[key] !== undefined) return arrows[key];
  if (repeat) return null;
  // Shift is ignored for `/` and `?`, because only some keyboards need Shift to type these signs.
  if (signs[key] !== undefined) return signs[key];
  return shiftKey ? null : (letters[key.toLowerCase()] ?? null);
}
