/**
 * Cleans typed text of several lines. This file is separate from `typed-text.ts`, because guest pages need only single
 * lines and must be small.
 */
import { cleanLine } from './typed-text.ts';

/**
 * Cleans each line by `cleanLine` and keeps its indent. Several empty lines in a row become one empty line. Empty lines
 * at the start and the end are removed. Lines end in `\n`.
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

/** The number of code points, so that most emoji count as one character. */
export function charactersOf(text: string): number {
  return Array.from(text).length;
}
