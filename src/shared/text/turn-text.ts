/**
 * Composes the turn text: the business's name, the length of the hold and the link to the guest's page. The
 * first text to a number also says how to stop texts. The text has one segment (`gsm.ts`), in Arabic two
 * (`ucs2.ts`). To fit, the name may be shortened; the link is never shortened. Pure; the owner's preview uses
 * it too.
 */
import { inGsm, keptShare, septetsOf, shortened } from './gsm.ts';
import { SEGMENT_SEPTETS } from './segment.ts';
import { TWO_SEGMENTS_UNITS } from './ucs2.ts';
import type { TurnTexts } from '../copy/en/texts.ts';
import { turnTextCatalogues } from '../copy/guest-texts.ts';
import type { Language } from '../languages.ts';
import { HOLD_MAX_MS } from '../limits.ts';

export type TurnText = {
  businessName: string;
  /** Used instead of the name if the alphabet of texts cannot write the name. */
  username: string;
  language: Language;
  /** Whole minutes until the hold ends; 0: come now. */
  minutes: number;
  /** The address of the guest's page. */
  link: string;
  /** Whether this is the first text to the number: only that one says how to stop texts. */
  isFirst: boolean;
  /** The owner's own wording, with the placeholders below; null: our wording. */
  ownWords: string | null;
};

/** The placeholders of an owner's wording. */
const BUSINESS = '{business}';
const MINUTES = '{minutes}';
const LINK = '{link}';
const placeholders = [BUSINESS, MINUTES, LINK] as const;

/** An example link of the length of real links (`visit-link.ts` in the Worker). The example belongs to no guest. */
export function exampleLink(origin: string, username: string): string {
  return `${origin}/queue/${encodeURIComponent(username)}?v=Qk3vX8pLr0ZtB5nWc7yHdGm2s9e4f1`;
}

/** The fewest septets of a name that still identify the business. */
const NAME_MIN_SEPTETS = 12;
/** The septets of a name that are kept before our wording is shortened. */
const NAME_GOOD_SEPTETS = 24;

/** An encoding: the room of a text, and the length of a part of it. */
type Letters = { room: number; lengthOf: (text: string) => number };
const gsm: Letters = { room: SEGMENT_SEPTETS, lengthOf: septetsOf };
const ucs2: Letters = { room: TWO_SEGMENTS_UNITS, lengthOf: (text) => text.length };

/** Arabic has no letters in GSM-7; all other guest languages use GSM-7. */
function lettersOf(language: Language): Letters {
  return language === 'ar' ? ucs2 : gsm;
}

/**
 * The language of a text to a guest who reads `language`. Arabic needs two paid credits; with one the text is in
 * English.
 */
export function textLanguage(language: Language, credits: number): Language {
  if (credits > 1) return 'ar';
  return language === 'ar' ? 'en' : language;
}

/**
 * Composes the turn text. The text fits into one segment (two in Arabic), as long as the link leaves room for
 * a name.
 */
export function turnText(about: TurnText): string {
  const { minutes, ownWords, language, isFirst, link } = about;
  const { stop, ...ours } = turnTextCatalogues[language];
  const letters = lettersOf(language);
  const name = nameToTell(about, letters);
  const own =
    // The owner's wording contains the minutes, so it is not used for less than one minute.
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

/**
 * The first of our wordings that leaves room for the name. The note on how to stop is shortened before the wording is.
 */
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

/** The names are keys of `settingsCopy.texts`. */
type OwnWordsProblem = 'unknownPlaceholder' | 'foreignLink' | 'tooLong';

/**
 * The problem of an owner's wording, or null: an unknown placeholder, a link other than `{link}`, or too long
 * for one text. The length is checked with the longest hold and the note on how to stop.
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

/** The owner's wording with missing placeholders and the longer or the shorter note added; null if neither fits. */
function filledOwn(ownWords: string, { isFirst, stop }: Ending, values: Values): string | null {
  const ending = (note: string) => (isFirst ? ` ${note}` : '');
  const named = ownWords.includes(BUSINESS) ? ownWords : `${BUSINESS}: ${ownWords}`;
  const whole = inGsm(named.includes(LINK) ? named : `${named} ${LINK}`);
  return (
    filled(whole + ending(stop[0]), values, NAME_MIN_SEPTETS, gsm) ??
    filled(whole + ending(stop[1]), values, NAME_MIN_SEPTETS, gsm)
  );
}

/** Fills in the values; null if the result is too long even with a name of `nameLength`. */
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
  // The name is added last, because it may contain a placeholder.
  return parts.join(shortened(name, room, lengthOf));
}

function lastResort({ name, link }: Values, { room, lengthOf }: Letters): string {
  const shown = shortened(name, room - lengthOf(`: ${link}`), lengthOf);
  return shown === '' ? link : `${shown}: ${link}`;
}

/** The business's name in this encoding; its username if less than half of the name can be written in it. */
function nameToTell(
  { businessName, username }: Pick<TurnText, 'businessName' | 'username'>,
  letters: Letters,
): string {
  if (letters === ucs2) return withoutLinks(businessName.normalize('NFC')) || withoutLinks(username);
  const plain = withoutLinks(inGsm(businessName));
  const isTold = /[\p{L}\p{N}]/u.test(plain) && keptShare(businessName) >= 0.5;
  return isTold ? plain : withoutLinks(username);
}

/** Removes links from a name: characters that would make a phone show a link become spaces. */
function withoutLinks(text: string): string {
  return text
    .replace(/:?\/+|(?<=\S)\.(?=\S)/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function withoutPlaceholders(text: string): string {
  return placeholders.reduce((rest, placeholder) => rest.replaceAll(placeholder, ''), text);
}

/** Rounding tolerance: up to 15 seconds of delivery do not lower the minutes. */
const ON_THE_WAY_MS = 15_000;

/** The text of an admission whose hold ends in `leftMs`, in whole minutes, rounded down with that tolerance. */
export function admissionText(leftMs: number, about: Omit<TurnText, 'minutes'>): string {
  return turnText({ ...about, minutes: Math.floor((leftMs + ON_THE_WAY_MS) / 60_000) });
}
