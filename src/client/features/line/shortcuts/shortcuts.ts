/** The keyboard shortcuts of the dashboard: A, R, U, /, ?, arrows. Pure. */

export type Shortcut = 'admit' | 'remove' | 'undo' | 'search' | 'help' | 'next-row' | 'previous-row';

type Press = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'isComposing'
>;

const letters: Record<string, Shortcut> = { a: 'admit', r: 'remove', u: 'undo' };
const signs: Record<string, Shortcut> = { '/': 'search', '?': 'help' };
const arrows: Record<string, Shortcut> = { ArrowDown: 'next-row', ArrowUp: 'previous-row' };

/** The shortcut of a key press, or null. Keys with a modifier belong to the browser, and a key held down acts once. */
export function shortcutOf(press: Press): Shortcut | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = press;
  if (altKey || ctrlKey || metaKey || isComposing) return null;
  if (!shiftKey && arrows[key] !== undefined) return arrows[key];
  if (repeat) return null;
  // Signs need Shift on some keyboards and not on others, so Shift is ignored.
  if (signs[key] !== undefined) return signs[key];
  return shiftKey ? null : (letters[key.toLowerCase()] ?? null);
}
