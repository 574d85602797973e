/**
 * What people type, made safe to show: every script, emoji and right-to-left text stay; what could hide or
 * reorder other text goes.
 */

/** Controls, line separators, bidi embeddings, overrides and isolates, byte order marks. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Something a reader can see: not only spaces, format characters, lone marks or the blank Hangul fillers. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u;

/**
 * One line of typed text: NFC, well-formed, unsafe characters and outer spaces gone, inner runs of spaces as one.
 * Text with nothing to see becomes ''.
 */
export function cleanLine(typed: string): string {
  const line = typed.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(UNSAFE, '').trim();
  return VISIBLE.test(line) ? line : '';
}

/** A business username as typed at the door: one leading '@' and the spaces around are not part of it (`docs/spec.md` section 5). */
export function cleanUsername(typed: string): string {
  return typed.trim().replace(/^@/, '').trim();
}
