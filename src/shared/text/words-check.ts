/**
 * Checks words that people typed for texts: a phone must find no link, no address and no phone number in them. Our own
 * link is allowed. Pure.
 */

/** The names are keys of `settingsCopy.texts`. */
export type WordsProblem = 'foreignLink' | 'atSign' | 'digits';

/**
 * A slash, a dot between other characters, or a colon inside a word such as `tel:` and `mailto:`: phones show links
 * there. Several dots are an ellipsis. Also other characters beside our own link, which would become a part of it.
 */
const LINK_SIGN =
  /:?[/\\]+|(?<=[^\s.])[.。](?=[^\s.])|(?<=\p{L}):(?=[\p{L}\p{N}])|(?<![\s(:]|^)\uFFFC|\uFFFC(?![.,!?)…]*(?:\s|$))/gu;
/**
 * Six digits of any script, each followed by at most one letter: people read `0812x3456x7811` as a number. Signs and
 * spaces are ignored, and so are letters that only modify others: Arabic's long stroke reads like a hyphen.
 */
const SIX_DIGITS = /(?:\p{N}(?:[^\p{L}\p{N}]|\p{Lm})*(?:\p{L}(?:[^\p{L}\p{N}]|\p{Lm})*)?){6}/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The checked words have this sign in place of our own link. The sign is no letter, so it does not separate digits. */
const OWN_LINK = '\uFFFC';

/** The problem of these words, or null. `ownLink` may stand in these words. */
export function wordsProblem(words: string, ownLink?: string): WordsProblem | null {
  const plain = plainOf(ownLink === undefined ? words : words.replaceAll(ownLink, OWN_LINK));
  if (plain.search(LINK_SIGN) !== -1) return 'foreignLink';
  if (plain.includes('@')) return 'atSign';
  return SIX_DIGITS.test(plain) ? 'digits' : null;
}

/** A name for a text: signs of links and addresses become spaces. */
export function withoutLinks(name: string): string {
  return plainOf(name).replace(LINK_SIGN, ' ').replace(/@/g, ' ').replace(/ +/g, ' ').trim();
}

/** Full-width and similar forms become the plain letters that phones read in them; invisible characters are removed. */
function plainOf(words: string): string {
  return words.normalize('NFKC').replace(INVISIBLE, '');
}
