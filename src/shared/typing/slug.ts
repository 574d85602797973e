/** Combining marks: the accents that remain after the decomposition of accented letters. */
const MARKS = /\p{M}/gu;

/**
 * A text as a part of a URL: small Latin letters and digits, with dashes between the words, at most `max` characters.
 * Returns '' if the text has no such letters or digits.
 */
export function slugOf(text: string, max: number): string {
  const words = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, max).replace(/-$/, '');
}
