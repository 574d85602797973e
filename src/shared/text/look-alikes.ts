/**
 * Look-alikes: characters that people read as another character. The checks of usernames and protected names use these
 * look-alikes. `letter-shapes.ts` has the look-alikes of other scripts. Pure.
 */

/** A username as people read it: the result of `singlesOf`, with `m` for `rn`, `w` for `vv` and `d` for `cl`. */
export function lookAlikeOf(username: string): string {
  return singlesOf(username).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** A username without separators, with `o` for `0`, and with `l` for `1` and `i`. */
export function singlesOf(username: string): string {
  return username.toLowerCase().replaceAll(/[-_.]/g, '').replaceAll('0', 'o').replaceAll(/[1iı]/g, 'l');
}

/** Digits and signs that are read as letters. */
const lettersOfSigns: ReadonlyMap<string, string> = tableOf(
  '0o 3e 4a 5s 6b 7t 8b 9g $s §s €e @a +t ßb £l ¥y',
);
/** Stands for every character that people read as `i` or as `l`. */
export const I_OR_L = 'ı';
const LIKE_I_AND_L = /[Il1!|¡]/g;

/**
 * The two ways in which people can read a text, in small letters: unchanged, and with digits and signs read as letters.
 */
export function readingsOf(text: string): string[] {
  const letters = Array.from(text, (sign) => lettersOfSigns.get(sign) ?? sign).join('');
  return [text, letters.replace(LIKE_I_AND_L, I_OR_L)].map((reading) =>
    reading.toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w'),
  );
}

/**
 * Makes a table from strings such as `0o 3e`. Each string contains pairs that are separated by spaces. A pair is a
 * character and the letter that replaces the character.
 */
export function tableOf(...pairs: string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.flatMap((line) => line.split(' ')).map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
  );
}
