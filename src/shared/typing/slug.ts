/** Combining marks: the accents that remain after the decomposition of accented letters. */
const MARKS = /\p{M}/gu;

/**
 * A text as a part of an address: small Latin letters and digits, with dashes between the words, at most `max`
 * characters. '' if nothing of the text can be written in these characters.
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
