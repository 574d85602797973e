/** Typed text of several lines; a file of its own, as guests' pages type none and are weighed. */
import { UNSAFE, VISIBLE } from './typed-text.ts';

/**
 * As `cleanLine`, but in lines: each without unsafe characters and outer spaces but for its indent, never more than one empty
 * line in a row, none at either end. Lines end in `\n`.
 */
export function cleanText(typed: string): string {
  const text = typed
    .toWellFormed()
    .normalize('NFC')
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(UNSAFE, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return VISIBLE.test(text) ? text : '';
}

/** How many characters a text has, as people count them in limits: an emoji of one sign is one. */
export function charactersOf(text: string): number {
  return Array.from(text).length;
}
