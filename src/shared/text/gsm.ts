/**
 * What a text of one segment can hold: the GSM 7-bit alphabet (3GPP TS 23.038, section 6.2.1), in which 160 septets make one
 * segment. One letter outside of it would turn the whole text into UCS-2, with 70 characters to a segment. Pure.
 */

export const SEGMENT_SEPTETS = 160;

/** One septet each. Line breaks, which the alphabet also has, are no part of our texts. */
const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** An escape and another septet. */
const EXTENSION = new Set('^{}\\[~]|€');

/** Letters that do not come apart into one of the alphabet and an accent, each with what is written for it. */
const latin = 'łl ŁL đd ĐD ħh ĦH ŧt ŦT ıi ĸk ŋng ŊNg œoe ŒOE þth ÞTh ðd ÐD əe ƏE ẞSS ƒf';
/** As names are commonly written in Latin letters: Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian. */
const cyrillic =
  'аa бb вv гg ґg дd ђdj ѓgj еe ёyo єye жzh зz ѕdz иi іi їyi йy јj кk ќkj лl љlj мm нn њnj оo пp рr сs тt ћc уu ўu фf хkh цts чch џdz шsh щshch ъ ыy ь эe юyu яya';
const greek = 'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo';
const marks = "‘' ’' ‚, ‛' “\" ”\" „\" «\" »\" ‹' ›' –- —- −- ‐- ‑- •- ·- ×x ÷/ `' ´'";

/** What is written for a character; '' for a letter that Latin letters leave out. */
const replacements = new Map(
  [latin, cyrillic, greek, marks]
    .flatMap((table) => table.split(' '))
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
);

const ACCENTS = /\p{M}/gu;

/** How many septets a text takes; only right of what `inGsm` answers. */
export function septetsOf(text: string): number {
  let septets = 0;
  for (const character of text) septets += EXTENSION.has(character) ? 2 : 1;
  return septets;
}

/** True when every character is one of the alphabet. */
export function isGsm(text: string): boolean {
  return Array.from(text).every((character) => BASIC.has(character) || EXTENSION.has(character));
}

/**
 * The text in the alphabet: what it has stays, other Latin, Cyrillic and Greek letters are written in it, and what cannot be
 * said in it honestly (Arabic and Hebrew have no vowels to write, Chinese characters no one reading) is left out.
 */
export function inGsm(text: string): string {
  return Array.from(text.normalize('NFC'), gsmOf).join('').replace(/ +/g, ' ').trim();
}

/** The share of a text's letters and digits that the alphabet can keep: 1 where it has none to lose. */
export function keptShare(text: string): number {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
  const kept = letters.filter((letter) => gsmOf(letter) !== '' || isSilent(letter));
  return letters.length === 0 ? 1 : kept.length / letters.length;
}

function gsmOf(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (isGsm(character) && !/\p{Script=Greek}/u.test(character)) return character;
  const known = replaced(character);
  if (known !== undefined) return known;
  // A letter with an accent, a ligature or a full-width form.
  const parts = Array.from(character.normalize('NFKD').replace(ACCENTS, ''));
  return parts.map((part) => (isGsm(part) ? part : (replaced(part) ?? ''))).join('');
}

/** A capital is written as its small letter, with the first letter large. */
function replaced(character: string): string | undefined {
  const own = replacements.get(character);
  if (own !== undefined) return own;
  const small = replacements.get(character.toLowerCase());
  return small === undefined ? undefined : small.charAt(0).toUpperCase() + small.slice(1);
}

/** A letter that Latin letters leave out, such as the hard sign. */
function isSilent(letter: string): boolean {
  return replaced(letter) === '';
}

/** Shortens a text to at most `length`, with '...' at its end; '' where not even a letter fits. */
export function shortened(text: string, length: number, lengthOf: (text: string) => number): string {
  if (lengthOf(text) <= length) return text;
  let kept = '';
  for (const character of text) {
    if (lengthOf(kept + character) > length - 3) break;
    kept += character;
  }
  kept = kept.trimEnd();
  return kept === '' ? '' : `${kept}...`;
}
