/** The dashboard's keys (design: A, R, U, /, ?, arrows). Pure. */

export type Shortcut = 'admit' | 'remove' | 'undo' | 'search' | 'help' | 'next-row' | 'previous-row';

type Press = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'isComposing'
>;

const letters: Record<string, Shortcut> = { a: 'admit', r: 'remove', u: 'undo' };
const signs: Record<string, Shortcut> = { '/': 'search', '?': 'help' };
const arrows: Record<string, Shortcut> = { ArrowDown: 'next-row', ArrowUp: 'previous-row' };

/** What the key means; null for nothing. A modifier makes it the browser's, and a key held down acts once. */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = press;
  if (altKey || ctrlKey || metaKey || isComposing) return null;
  if (!shiftKey && arrows[key] !== undefined) return arrows[key];
  if (repeat) return null;
  // Which keys make the signs is the keyboard's business, Shift or not.
  if (signs[key] !== undefined) return signs[key];
  return shiftKey ? null : (letters[key.toLowerCase()] ?? null);
}
