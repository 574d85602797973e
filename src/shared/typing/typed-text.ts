/**
 * Cleans typed text to make it safe to show. Keeps every script, emoji and right-to-left text, but removes characters
 * that could hide or reorder other text.
 */

/** Control characters, line separators, bidi embeddings, overrides and isolates, byte order marks. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Matches a visible character: not a space, a format character, a lone mark or a blank Hangul filler. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u;

/**
 * Cleans one line of text: makes the text well-formed, converts it to NFC, removes unsafe characters and the spaces at
 * both ends, and replaces several spaces in a row by one space. A text without a visible character becomes ''.
 */
export function cleanLine(typed: string): string {
  const line = typed.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(UNSAFE, '').trim();
  return VISIBLE.test(line) ? line : '';
}

/** Cleans a typed username: removes one leading '@' and the spaces around it (`docs/spec.md` section 5). */
export function cleanUsername(typed: string): string {
  return typed.trim().replace(/^@/, '').trim();
}
