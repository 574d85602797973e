/**
 * Composes the turn text: the business's name and our name, the minutes of the hold and the link to the guest's page.
 * The first text to a number also says how to stop texts. The text has one segment (`gsm.ts`), or two in Arabic
 * (`ucs2.ts`). If the text is too long, the business's name is shortened, but never the link. Typed words are checked
 * in the form in which they are sent (`words-check.ts`). Pure; the owner's preview uses this module, too.
 */
import { inGsm, keptShare, septetsOf, shortened } from './gsm.ts';
import { SEGMENT_SEPTETS } from './segment.ts';
import { ARABIC, TWO_SEGMENTS_UNITS } from './ucs2.ts';
import type { TurnTexts } from '../copy/en/texts.ts';
import { turnTextCatalogues } from '../copy/guest-texts.ts';
import type { Language } from '../languages.ts';
import { HOLD_MAX_MS } from '../limits.ts';
import { product } from '../product.ts';
import { isProtectedName } from './protected-names.ts';
import { withoutLinks, wordsProblem, type WordsProblem } from './words-check.ts';

export type TurnText = {
  businessName: string;
  /** Replaces the business's name if a text must not contain the name. */
  username: string;
  /** Protected names besides the built-in ones. */
  protectedNames: readonly string[];
  /** Whether an operator has approved the business's name, although it contains a protected name. */
  isNameApproved: boolean;
  language: Language;
  /** Whole minutes until the hold ends. If the value is 0, the text asks the guest to come now. */
  minutes: number;
  /** The address of the guest's page. */
  link: string;
  /** Whether this is the first text to the number. Only the first text says how to stop texts. */
  isFirst: boolean;
  /** The owner's own wording, with the placeholders below; null: our wording. */
  ownWords: string | null;
};

/** The placeholders of an owner's wording. */
const BUSINESS = '{business}';
const MINUTES = '{minutes}';
const LINK = '{link}';
const placeholders = [BUSINESS, MINUTES, LINK] as const;

/** An example link, as long as real links (`visit-link.ts` in the Worker). It opens no visit. */
export function exampleLink(origin: string, username: string): string {
  return `${origin}/queue/${encodeURIComponent(username)}?v=Qk3vX8pLr0ZtB5nWc7yHdGm2s9e4f1`;
}

/**
 * The fewest septets of a shortened name that still identifies the business. In our briefest wording the name may have
 * fewer septets: `NAME_LEAST_SEPTETS`.
 */
const NAME_MIN_SEPTETS = 12;
const NAME_LEAST_SEPTETS = 7;
/**
 * If a name would be shortened to fewer septets than this number, a shorter wording with more room for the name is
 * used, if there is such a wording.
 */
const NAME_GOOD_SEPTETS = 24;

/**
 * The encoding of a text. `room`: the largest number of units in a text. `lengthOf`: the number of units of a string.
 * `others`: the letters that a name may contain in addition to the letters of GSM-7.
 */
type Letters = { room: number; lengthOf: (text: string) => number; others?: RegExp };
const gsm: Letters = { room: SEGMENT_SEPTETS, lengthOf: septetsOf };
const ucs2: Letters = { room: TWO_SEGMENTS_UNITS, lengthOf: (text) => text.length, others: ARABIC };

/** Arabic has no letters in GSM-7; all other guest languages use GSM-7. */
function lettersOf(language: Language): Letters {
  return language === 'ar' ? ucs2 : gsm;
}

/**
 * The language of a text to a guest who reads `language`. A text in Arabic needs two paid segments. If only one segment
 * is paid, the text is in English.
 */
export function textLanguage(language: Language, segments: number): Language {
  if (segments > 1) return 'ar';
  return language === 'ar' ? 'en' : language;
}

/** Composes the turn text. The text fits into one segment (two in Arabic), if the link leaves room for a name. */
export function turnText(about: TurnText): string {
  const { minutes, ownWords, language, isFirst, link } = about;
  // The owner's wording contains the minutes, so this wording is not used for less than one minute.
  if (ownWords !== null && minutes > 0) {
    const { stop, via } = turnTextCatalogues[language];
    const values = { ...nameToTell(about, lettersOf(language)), minutes, link, via };
    const own = filledOwn(ownWords, { isFirst, stop }, values);
    if (own !== null && problemOfWords(ownWords, own, about) === null) return own;
  }
  return said(about, ({ now, one, many }) => (minutes === 0 ? now : minutes === 1 ? one : many));
}

/** Composes the "almost there" text by the rules of the turn text. */
export function almostThereText(about: Omit<TurnText, 'minutes' | 'ownWords'>): string {
  return said({ ...about, minutes: 0 }, ({ nearly }) => nearly);
}

type Ending = Pick<TurnText, 'isFirst'> & Pick<TurnTexts, 'stop'>;

/**
 * The first of our wordings that has room for the business's name and our name. The note on how to stop texts is
 * shortened first, then the wording. If no wording in Arabic has room for both names, the text is sent in English. If
 * no wording in another language has room for both names, the text has only our name, or in the last resort only the
 * link.
 */
function said(
  about: Omit<TurnText, 'ownWords'>,
  wordingsOf: (texts: TurnTexts) => readonly [string, string, string],
): string {
  const { language, isFirst, minutes, link } = about;
  const texts = turnTextCatalogues[language];
  const { stop, via } = texts;
  const [usual, brief, briefest] = wordingsOf(texts);
  const letters = lettersOf(language);
  const values = { ...nameToTell(about, letters), minutes, link, via };
  const ending = (note: string) => (isFirst ? ` ${note}` : '');
  const named = (wording: string) => withOurName(wording, values);
  return (
    filled(named(usual) + ending(stop[0]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(named(usual) + ending(stop[1]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(named(brief) + ending(stop[1]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(named(briefest) + ending(stop[1]), values, NAME_LEAST_SEPTETS, letters) ??
    (language === 'ar'
      ? said({ ...about, language: 'en' }, wordingsOf)
      : (filled(briefest + ending(stop[1]), { ...values, name: null }, NAME_MIN_SEPTETS, letters) ??
        lastResort(link)))
  );
}

/**
 * Adds our name after the first mention of the business. If `name` is null, returns the wording unchanged, because such
 * a wording begins with our name.
 */
function withOurName(wording: string, { name, via }: Pick<Values, 'name' | 'via'>): string {
  return name === null ? wording : wording.replace(BUSINESS, `${BUSINESS} ${via}`);
}

/** The problems that an owner's wording can have. Each problem is a key of `settingsCopy.texts`. */
type OwnWordsProblem = 'unknownPlaceholder' | 'tooLong' | 'protectedName' | WordsProblem;

/**
 * The problem of an owner's wording: the wording has an unknown placeholder, is too long for one text, or has words
 * that a text must not have (`words-check.ts`). Null if there is no problem. Length and words are checked in the form
 * that is sent, with the longest hold and the note on how to stop.
 */
export function ownWordsProblem(
  ownWords: string,
  about: Pick<TurnText, 'businessName' | 'username' | 'link' | 'protectedNames' | 'isNameApproved'>,
): OwnWordsProblem | null {
  if (/[{}]/.test(withoutPlaceholders(ownWords))) return 'unknownPlaceholder';
  const { stop, via } = turnTextCatalogues.en;
  const values = { ...nameToTell(about, gsm), minutes: HOLD_MAX_MS / 60_000, link: about.link, via };
  const text = filledOwn(ownWords, { isFirst: true, stop }, values);
  return text === null ? 'tooLong' : problemOfWords(ownWords, text, about);
}

/**
 * The problem of the words in an owner's wording; null if there is none. `text`: the wording with its values filled in.
 * Our own name and an approved name are allowed.
 */
function problemOfWords(
  ownWords: string,
  text: string,
  {
    businessName,
    link,
    protectedNames,
    isNameApproved,
  }: Pick<TurnText, 'businessName' | 'link' | 'protectedNames' | 'isNameApproved'>,
): OwnWordsProblem | null {
  const said = isNameApproved ? withoutPlaceholders(ownWords.replaceAll(businessName, ' ')) : text;
  const typed = said.replaceAll(link, ' ').replaceAll(product.name, ' ');
  return wordsProblem(text, link) ?? (isProtectedName(typed, protectedNames) ? 'protectedName' : null);
}

/**
 * `name`: the business's name in the text; null if the text has only our name. `canTell`: whether a text may contain
 * this shortened name.
 */
type NameToTell = { name: string | null; canTell: (part: string) => boolean };

/** `via`: our name in the words of the language. */
type Values = NameToTell & { minutes: number; link: string; via: string };

/**
 * Composes a text from the business's name, our name, the owner's wording, the link and one of two notes on how to stop
 * texts. Null if the text is too long even with the shorter note.
 */
function filledOwn(ownWords: string, { isFirst, stop }: Ending, values: Values): string | null {
  const ending = (note: string) => (isFirst ? ` ${note}` : '');
  const named = withOurName(ownWords.startsWith(BUSINESS) ? ownWords : `${BUSINESS}: ${ownWords}`, values);
  const whole = inGsm(named.includes(LINK) ? named : `${named} ${LINK}`);
  return (
    filled(whole + ending(stop[0]), values, NAME_MIN_SEPTETS, gsm) ??
    filled(whole + ending(stop[1]), values, NAME_MIN_SEPTETS, gsm)
  );
}

/**
 * Fills in the values. Null if the result is too long even with a name of `nameLength`, or if a text must not contain
 * the shortened name.
 */
function filled(
  sentence: string,
  { name: told, canTell, minutes, link }: Values,
  nameLength: number,
  { room: most, lengthOf }: Letters,
): string | null {
  const name = told ?? product.name;
  const parts = sentence
    .replaceAll(MINUTES, String(minutes))
    .replaceAll(LINK, () => link)
    .split(BUSINESS);
  const room = Math.floor((most - lengthOf(parts.join(''))) / (parts.length - 1));
  if (room < Math.min(lengthOf(name), nameLength)) return null;
  const shown = shortened(name, room, lengthOf);
  // The name is added last, because the name itself may contain the characters of a placeholder.
  return shown === name || canTell(shown) ? parts.join(shown) : null;
}

function lastResort(link: string): string {
  const named = `${product.name}: ${link}`;
  return septetsOf(named) <= SEGMENT_SEPTETS ? named : link;
}

/**
 * The business's name in this encoding. If less than half of the name can be written, or the name does not pass the
 * checks, the username is used. Null if the username does not pass the checks either.
 */
function nameToTell(
  {
    businessName,
    username,
    protectedNames,
    isNameApproved,
  }: Pick<TurnText, 'businessName' | 'username' | 'protectedNames' | 'isNameApproved'>,
  { others }: Letters,
): NameToTell {
  const isWritten = keptShare(businessName, others) >= 0.5;
  const written = withoutLinks(inGsm(businessName, others));
  const canTell = (one: string) =>
    /[\p{L}\p{N}]/u.test(one) &&
    wordsProblem(one) === null &&
    (isNameApproved || !isProtectedName(one, protectedNames));
  const name = [...(isWritten ? [written] : []), withoutLinks(username)].find(canTell) ?? null;
  return { name, canTell };
}

function withoutPlaceholders(text: string): string {
  return placeholders.reduce((rest, placeholder) => rest.replaceAll(placeholder, ' '), text);
}

/**
 * Tolerance of the rounding: if the text is sent up to 15 seconds after the admission, the text still states the full
 * minutes of the hold.
 */
const ON_THE_WAY_MS = 15_000;

/**
 * The text of an admission whose hold ends in `leftMs`. The text has whole minutes, rounded down with the tolerance
 * `ON_THE_WAY_MS`.
 */
export function admissionText(leftMs: number, about: Omit<TurnText, 'minutes'>): string {
  return turnText({ ...about, minutes: Math.floor((leftMs + ON_THE_WAY_MS) / 60_000) });
}
