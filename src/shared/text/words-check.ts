/**
 * Checks words that people typed and that a text will contain. Such words are refused if a phone would show them as a
 * link, an address or a phone number. Our own link is allowed. Pure.
 */

/** The problems that typed words can have. Each problem is a key of `settingsCopy.texts`. */
export type WordsProblem = 'foreignLink' | 'atSign' | 'digits';

/**
 * Signs of a link: a slash, a dot between other characters, or a colon inside a word, as in `tel:1` and `mailto:a`.
 * Several dots are an ellipsis and are allowed. The pattern also matches a character directly beside our own link,
 * because phones would add the character to the link.
 */
const LINK_SIGN =
  /:?[/\\]+|(?<=[^\s.])[.。](?=[^\s.])|(?<=\p{L}):(?=[\p{L}\p{N}])|(?<![\s(:]|^)\uFFFC|\uFFFC(?![.,!?)…]*(?:\s|$))/gu;
/**
 * Six digits of any script, each followed by at most one letter: people read `0812x3456x7811` as a number. Signs and
 * spaces between the digits are ignored. Modifier letters are ignored, too, because the Arabic stroke for a long word
 * looks like a hyphen.
 */
const SIX_DIGITS = /(?:\p{N}(?:[^\p{L}\p{N}]|\p{Lm})*(?:\p{L}(?:[^\p{L}\p{N}]|\p{Lm})*)?){6}/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The checked words contain this sign in place of our own link. The sign is not a letter, so it does not separate
 * digits.
 */
const OWN_LINK = '\uFFFC';

/** The problem of these words; null if there is none. The words may contain `ownLink`. */
export function wordsProblem(words: string, ownLink?: string): WordsProblem | null {
  const plain = plainOf(ownLink === undefined ? words : words.replaceAll(ownLink, OWN_LINK));
  if (plain.search(LINK_SIGN) !== -1) return 'foreignLink';
  if (plain.includes('@')) return 'atSign';
  return SIX_DIGITS.test(plain) ? 'digits' : null;
}

/** Prepares a name for a text: the signs of links and the signs of addresses become spaces. */
export function withoutLinks(name: string): string {
  return plainOf(name).replace(LINK_SIGN, ' ').replace(/@/g, ' ').replace(/ +/g, ' ').trim();
}

/**
 * The words in the form that phones read: full-width and similar forms become plain letters, and invisible characters
 * are removed.
 */
function plainOf(words: string): string {
  return words.normalize('NFKC').replace(INVISIBLE, '');
}
