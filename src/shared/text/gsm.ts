/**
 * The GSM 7-bit alphabet of texts (3GPP TS 23.038, section 6.2.1): 160 septets make one segment. A single other
 * character would turn the whole text into UCS-2 with 70 characters a segment. Pure.
 */

/** Characters of one septet. Line breaks belong to the alphabet too, but our texts have none. */
const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of two septets: an escape and another septet. */
const EXTENSION = new Set('^{}\\[~]|€');

/** Latin letters that Unicode does not decompose into a basic letter and an accent, each with its replacement. */
const latin = 'łl ŁL đd ĐD ħh ĦH ŧt ŦT ıi ĸk ŋng ŊNg œoe ŒOE þth ÞTh ðd ÐD əe ƏE ẞSS ƒf';
/** Common transliteration of Cyrillic: Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian. */
const cyrillic =
  'аa бb вv гg ґg дd ђdj ѓgj еe ёyo єye жzh зz ѕdz иi іi їyi йy јj кk ќkj лl љlj мm нn њnj оo пp рr сs тt ћc уu ўu фf хkh цts чch џdz шsh щshch ъ ыy ь эe юyu яya';
const greek = 'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo';
const marks = "‘' ’' ‚, ‛' “\" ”\" „\" «\" »\" ‹' ›' –- —- −- ‐- ‑- •- ·- ×x ÷/ `' ´'";

/** The replacement of each character; '' for a letter that is left out. */
const replacements = new Map(
  [latin, cyrillic, greek, marks]
    .flatMap((table) => table.split(' '))
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
);

const ACCENTS = /\p{M}/gu;
const NO_OTHERS = /(?!)/;

/** The number of septets of a text. Only correct for results of `inGsm`. */
export function septetsOf(text: string): number {
  let septets = 0;
  for (const character of text) septets += EXTENSION.has(character) ? 2 : 1;
  return septets;
}

/** Whether every character is in the alphabet. */
export function isGsm(text: string): boolean {
  return Array.from(text).every((character) => BASIC.has(character) || EXTENSION.has(character));
}

/**
 * Converts a text to the alphabet. Other Latin, Cyrillic and Greek letters are transliterated. Other scripts are left
 * out, because they have no reliable transliteration: Arabic and Hebrew do not write vowels, Chinese characters have
 * several readings. Characters that match `others` stay as they are.
 */
export function inGsm(text: string, others: RegExp = NO_OTHERS): string {
  const written = Array.from(text.normalize('NFC'), (one) => (others.test(one) ? one : gsmOf(one)));
  return written.join('').replace(/ +/g, ' ').trim();
}

/** The share of a text's letters and digits that `inGsm` keeps; 1 if the text has none. */
export function keptShare(text: string, others: RegExp = NO_OTHERS): number {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
  const kept = letters.filter((letter) => others.test(letter) || gsmOf(letter) !== '' || isSilent(letter));
  return letters.length === 0 ? 1 : kept.length / letters.length;
}

function gsmOf(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (isGsm(character) && !/\p{Script=Greek}/u.test(character)) return character;
  const known = replaced(character);
  if (known !== undefined) return known;
  // Decomposes a letter with an accent, a ligature or a full-width form.
  const parts = Array.from(character.normalize('NFKD').replace(ACCENTS, ''));
  return parts.map((part) => (isGsm(part) ? part : (replaced(part) ?? ''))).join('');
}

/** A capital without its own replacement gets that of its small letter, with the first letter capitalized. */
function replaced(character: string): string | undefined {
  const own = replacements.get(character);
  if (own !== undefined) return own;
  const small = replacements.get(character.toLowerCase());
  return small === undefined ? undefined : small.charAt(0).toUpperCase() + small.slice(1);
}

/** Whether the transliteration leaves this letter out, such as the hard sign. */
function isSilent(letter: string): boolean {
  return replaced(letter) === '';
}

/** Shortens a text to at most `length`, with '...' at its end; '' if not even one letter fits. */
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
