/**
 * Cleans typed text of several lines. A separate file, because guest pages have no such field and must stay small.
 */
import { cleanLine } from './typed-text.ts';

/**
 * Cleans each line by `cleanLine` and keeps its indent. Empty lines in a row become one; empty lines at both
 * ends are removed. Lines end in `\n`.
 */
export function cleanText(typed: string): string {
  return typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => {
      const clean = cleanLine(line);
      return clean === '' ? '' : indentOf(line) + clean;
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function indentOf(line: string): string {
  return (/^[ \t]+/.exec(line)?.[0] ?? '').replaceAll('\t', '  ');
}

/** The number of characters as people count them: an emoji of one code point counts as one. */
export function charactersOf(text: string): number {
  return Array.from(text).length;
}
