/** Typed text of several lines; a file of its own, as guests' pages type none and are weighed. */
import { cleanLine } from './typed-text.ts';

/**
 * Each line as `cleanLine` has it, with its indent; never more than one empty line in a row, none at either end. Lines end in
 * `\n`.
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

/** How many characters a text has, as people count them in limits: an emoji of one sign is one. */
export function charactersOf(text: string): number {
  return Array.from(text).length;
}
