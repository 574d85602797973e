/**
 * Composes the text of a guest's turn: the business's name, the length of the hold, the link to the guest's page and,
 * in the first text to a number, how to stop them. One segment of `gsm.ts`, in Arabic two of `ucs2.ts`: the name is
 * shortened, the link never. Pure; also for the owner's preview.
 */
import { inGsm, keptShare, SEGMENT_SEPTETS, septetsOf, shortened } from './gsm.ts';
import { TWO_SEGMENTS_UNITS } from './ucs2.ts';
import type { TurnTexts } from '../copy/en/texts.ts';
import { turnTextCatalogues } from '../copy/guest-texts.ts';
import type { Language } from '../languages.ts';
import { HOLD_MAX_MS } from '../limits.ts';

export type TurnText = {
  businessName: string;
  /** Used where the name cannot be written in the alphabet of texts. */
  username: string;
  language: Language;
  /** Whole minutes that the spot is held; 0: come now. */
  minutes: number;
  /** The guest's page. */
  link: string;
  /** Whether it is the first text to this number: then it says how to stop them. */
  isFirst: boolean;
  /** The owner's words for this location, with the placeholders below; null: our own words. */
  ownWords: string | null;
};

/** The longest words an owner can write: more fits into no text. */
export const OWN_WORDS_MAX_LENGTH = SEGMENT_SEPTETS;

/** The placeholders in the owner's words. */
const BUSINESS = '{business}';
const MINUTES = '{minutes}';
const LINK = '{link}';
const placeholders = [BUSINESS, MINUTES, LINK] as const;

/** A link to a guest's page as long as they are (`visit-link.ts` in the Worker): no guest's. `origin` is where the page is. */
export function exampleLink(origin: string, username: string): string {
  return `${origin}/queue/${encodeURIComponent(username)}?v=Qk3vX8pLr0ZtB5nWc7yHdGm2s9e4f1`;
}

/** The shortest part of a name that still identifies it. */
const NAME_MIN_SEPTETS = 12;
/** The part of a name that is kept before our own words become shorter. */
const NAME_GOOD_SEPTETS = 24;

/** How much a text may hold, and how much of that a part of it takes. */
type Letters = { room: number; lengthOf: (text: string) => number };
const gsm: Letters = { room: SEGMENT_SEPTETS, lengthOf: septetsOf };
const ucs2: Letters = { room: TWO_SEGMENTS_UNITS, lengthOf: (text) => text.length };

/** Arabic has no letter of GSM-7; every other language of guests is written in it. */
function lettersOf(language: Language): Letters {
  return language === 'ar' ? ucs2 : gsm;
}

/** The language of a text to whoever reads `language`, by what was paid for it: Arabic takes two credits, else it is English. */
export function textLanguage(language: Language, credits: number): Language {
  if (credits > 1) return 'ar';
  return language === 'ar' ? 'en' : language;
}

/** The text. One segment whatever the names, in Arabic two, as long as the link leaves room for a name. */
export function turnText(about: TurnText): string {
  const { minutes, ownWords, language, isFirst, link } = about;
  const { stop, ...ours } = turnTextCatalogues[language];
  const letters = lettersOf(language);
  const name = nameToTell(about, letters);
  const own =
    // Words that name minutes are not used for less than one.
    ownWords !== null && minutes > 0 ? filledOwn(ownWords, { isFirst, stop }, { name, minutes, link }) : null;
  const variants = minutes === 0 ? ours.now : minutes === 1 ? ours.one : ours.many;
  return own ?? said(variants, { isFirst, stop }, { name, minutes, link }, letters);
}

/** Composes the "almost there" text, by the same rules. */
export function almostThereText(about: Omit<TurnText, 'minutes' | 'ownWords'>): string {
  const { language, isFirst, link } = about;
  const { nearly, stop } = turnTextCatalogues[language];
  const letters = lettersOf(language);
  return said(nearly, { isFirst, stop }, { name: nameToTell(about, letters), minutes: 0, link }, letters);
}

type Ending = Pick<TurnText, 'isFirst'> & Pick<TurnTexts, 'stop'>;

/** The first of our wordings that leaves room for the name; the note on how to stop gets shorter before they do. */
function said(
  [usual, brief, briefest]: readonly [string, string, string],
  { isFirst, stop }: Ending,
  values: Values,
  letters: Letters,
): string {
  const ending = (note: string) => (isFirst ? ` ${note}` : '');
  return (
    filled(usual + ending(stop[0]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(usual + ending(stop[1]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(brief + ending(stop[1]), values, NAME_GOOD_SEPTETS, letters) ??
    filled(briefest + ending(stop[1]), values, NAME_MIN_SEPTETS, letters) ??
    lastResort(values, letters)
  );
}

/** Named as the sentences about them in `settingsCopy.texts`. */
type OwnWordsProblem = 'unknownPlaceholder' | 'foreignLink' | 'tooLong';

/**
 * The problem of an owner's words, null where there is none: an unknown placeholder, an address besides the link, or
 * more than fits into one text with the longest hold and the note on how to stop.
 */
export function ownWordsProblem(
  ownWords: string,
  about: Pick<TurnText, 'businessName' | 'username' | 'link'>,
): OwnWordsProblem | null {
  const plain = withoutPlaceholders(ownWords);
  if (/[{}]/.test(plain)) return 'unknownPlaceholder';
  if (withoutLinks(inGsm(plain)) !== inGsm(plain)) return 'foreignLink';
  const values = { name: nameToTell(about, gsm), minutes: HOLD_MAX_MS / 60_000, link: about.link };
  const fits = filledOwn(ownWords, { isFirst: true, stop: turnTextCatalogues.en.stop }, values) !== null;
  return fits ? null : 'tooLong';
}

type Values = { name: string; minutes: number; link: string };

/**
 * The owner's words with the missing placeholders added and the longer or the shorter note; null where neither fits.
 */
function filledOwn(ownWords: string, { isFirst, stop }: Ending, values: Values): string | null {
  const ending = (note: string) => (isFirst ? ` ${note}` : '');
  const named = ownWords.includes(BUSINESS) ? ownWords : `${BUSINESS}: ${ownWords}`;
  const whole = inGsm(named.includes(LINK) ? named : `${named} ${LINK}`);
  return (
    filled(whole + ending(stop[0]), values, NAME_MIN_SEPTETS, gsm) ??
    filled(whole + ending(stop[1]), values, NAME_MIN_SEPTETS, gsm)
  );
}

/** The sentence with its values; null where it is too long even with a name of `nameLength`. */
function filled(
  sentence: string,
  { name, minutes, link }: Values,
  nameLength: number,
  { room: most, lengthOf }: Letters,
): string | null {
  const parts = sentence
    .replaceAll(MINUTES, String(minutes))
    .replaceAll(LINK, () => link)
    .split(BUSINESS);
  const room = Math.floor((most - lengthOf(parts.join(''))) / (parts.length - 1));
  if (room < Math.min(lengthOf(name), nameLength)) return null;
  // Added last and not by its placeholder, as a name can look like one.
  return parts.join(shortened(name, room, lengthOf));
}

function lastResort({ name, link }: Values, { room, lengthOf }: Letters): string {
  const shown = shortened(name, room - lengthOf(`: ${link}`), lengthOf);
  return shown === '' ? link : `${shown}: ${link}`;
}

/** The business's name in these letters; its username where less than half of the name can be written in them. */
function nameToTell(
  { businessName, username }: Pick<TurnText, 'businessName' | 'username'>,
  letters: Letters,
): string {
  if (letters === ucs2) return withoutLinks(businessName.normalize('NFC')) || withoutLinks(username);
  const plain = withoutLinks(inGsm(businessName));
  const isTold = /[\p{L}\p{N}]/u.test(plain) && keptShare(businessName) >= 0.5;
  return isTold ? plain : withoutLinks(username);
}

/** Removes addresses from a name: what a phone would make a link of becomes a space. */
function withoutLinks(text: string): string {
  return text
    .replace(/:?\/+|(?<=\S)\.(?=\S)/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function withoutPlaceholders(text: string): string {
  return placeholders.reduce((rest, placeholder) => rest.replaceAll(placeholder, ''), text);
}

/** What a text may take on its way without the minutes it names being fewer. */
const ON_THE_WAY_MS = 15_000;

/** The text of an admission, whose spot is held for `leftMs` from now: whole minutes, never more than there are. */
export function admissionText(leftMs: number, about: Omit<TurnText, 'minutes'>): string {
  return turnText({ ...about, minutes: Math.floor((leftMs + ON_THE_WAY_MS) / 60_000) });
}
