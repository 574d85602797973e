/**
 * Times of day as a reader's region writes them, without asking the browser how: the first time of day that one writes takes a
 * cheap phone a tenth of a second, in which it answers no tap. The server sends along how they look.
 */
import { languageOfTag, languages, type Language } from '../languages.ts';

/** One time before noon and one after it, 6:07 and 18:07, as they are written: '6:07 AM' and '6:07 PM', or '06.07' and '18.07'. */
export type ClockSamples = { morning: string; evening: string };

export type ClocksByLanguage = Record<Language, ClockSamples>;

/** What a sample's digits stand in. */
const digits = /\d+(\D+)\d+/;

/**
 * How times look to a reader in each of our languages: as in the region of the first of `tags` (RFC 5646, the reader's
 * languages, the best first) that asks for it; in the digits of our pages, whatever those of the language are.
 */
export function clockSamples(tags: readonly string[]): ClocksByLanguage {
  const of = (language: Language) =>
    samplesIn(tags.find((tag) => languageOfTag(tag) === language) ?? language, language);
  return { en: of('en'), id: of('id'), es: of('es'), ar: of('ar') };
}

/** The time of day that `at` is in this machine's zone, written like the samples: '6:37 PM'. */
export function timeLike({ morning, evening }: ClockSamples, at: Date): string {
  const hours = at.getHours();
  const counted = evening.includes('18') ? hours : hours % 12 || 12;
  const hour = morning.includes('06') ? twoDigits(counted) : counted;
  return (hours < 12 ? morning : evening).replace(
    digits,
    (_, between: string) => `${hour}${between}${twoDigits(at.getMinutes())}`,
  );
}

/** Those of the bare languages: most readers' pages need no more than one other. */
const usual = new Map<string, ClockSamples>();

function samplesIn(tag: string, language: Language): ClockSamples {
  const known = usual.get(tag);
  if (known !== undefined) return known;
  const format = formatOf(tag, language);
  const sample = (hour: number) => format.format(Date.UTC(2000, 0, 1, hour, 7));
  const samples = { morning: sample(6), evening: sample(18) };
  if (languages.some((one) => one === tag)) usual.set(tag, samples);
  return samples;
}

function formatOf(tag: string, language: Language): Intl.DateTimeFormat {
  const look = { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  try {
    // Without what a tag may ask for beside its region.
    return new Intl.DateTimeFormat(new Intl.Locale(tag).baseName, look);
  } catch {
    // The RangeError of a tag that is none: a header may say anything.
    return new Intl.DateTimeFormat(language, look);
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
