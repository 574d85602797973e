/**
 * Look-alikes: characters that the eye reads as another one, for usernames and protected names. `letter-shapes.ts` has
 * those of other scripts. Pure.
 */

/** A username as the eye reads it: `singlesOf` it, and with one form of `rn` and `m`, `vv` and `w`, `cl` and `d`. */
export function lookAlikeOf(username: string): string {
  return singlesOf(username).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** A username without separators, and with one form of `0` and `o`, of `1`, `i` and `l`. */
export function singlesOf(username: string): string {
  return username.toLowerCase().replaceAll(/[-_.]/g, '').replaceAll('0', 'o').replaceAll(/[1iı]/g, 'l');
}

/** Digits and signs that are read as letters. */
const lettersOfSigns: ReadonlyMap<string, string> = tableOf(
  '0o 3e 4a 5s 6b 7t 8b 9g $s §s €e @a +t ßb £l ¥y',
);
/** Replaces a character that is read as `i` or as `l`. */
export const I_OR_L = 'ı';
const LIKE_I_AND_L = /[Il1!|¡]/g;

/** The ways in which a text can be read, in small letters: unchanged, and with digits and signs read as letters. */
export function readingsOf(text: string): string[] {
  const letters = Array.from(text, (sign) => lettersOfSigns.get(sign) ?? sign).join('');
  return [text, letters.replace(LIKE_I_AND_L, I_OR_L)].map((reading) =>
    reading.toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w'),
  );
}

/** Pairs of a character and its letter, separated by spaces. */
export function tableOf(...pairs: string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.flatMap((line) => line.split(' ')).map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
  );
}
