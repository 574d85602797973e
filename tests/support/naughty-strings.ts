/** The Big List of Naughty Strings (`tests/data/README.md`). */
import strings from '../data/blns.json';

export const naughtyStrings: readonly string[] = strings;

export function everyNth(n: number): string[] {
  return strings.filter((_, index) => index % n === 0);
}
