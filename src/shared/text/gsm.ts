/**
 * The GSM 7-bit alphabet of texts (3GPP TS 23.038, section 6.2.1): 160 septets make one segment. One character outside
 * the alphabet would turn the whole text into UCS-2, with 70 characters in each segment. Pure.
 */

/** Characters of one septet. The alphabet also has line breaks, but our texts have none. */
const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of two septets: the escape septet and one more. */
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

/** The number of septets of a text. The text must be a result of `inGsm`. */
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
 * Converts a text to the alphabet. Latin letters outside the alphabet, and Cyrillic and Greek letters, are
 * transliterated. Letters of other scripts are left out, because these scripts have no reliable transliteration: Arabic
 * and Hebrew do not write vowels, and Chinese characters have several readings. Characters that match `others` are not
 * changed.
 */
export function inGsm(text: string, others: RegExp = NO_OTHERS): string {
  const written = Array.from(text.normalize('NFC'), (one) => (others.test(one) ? one : gsmOf(one)));
  return written.join('').replace(/ +/g, ' ').trim();
}

/** The share of a text's letters and digits that `inGsm` keeps; 1 if the text has no letters and no digits. */
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
  // Decomposes a letter with an accent, or replaces a ligature or a full-width form by its letters.
  const parts = Array.from(character.normalize('NFKD').replace(ACCENTS, ''));
  return parts.map((part) => (isGsm(part) ? part : (replaced(part) ?? ''))).join('');
}

/**
 * The replacement of a character. A capital letter without a replacement of its own gets the replacement of its small
 * letter, with a capital at the start.
 */
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

/** Shortens a text to at most `length`, with '...' at its end. Returns '' if there is no room for a single letter. */
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
