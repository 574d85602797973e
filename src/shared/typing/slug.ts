/** Combining marks, which remain of accented letters when they are taken apart. */
const MARKS = /\p{M}/gu;

/**
 * A text as a part of an address: small Latin letters and digits, with dashes between the words, at most `max`
 * characters. '' if nothing of the text can be written so.
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
