/**
 * Formats times of day as in the reader's region. The browser does not use `Intl`, because the first use of `Intl`
 * blocks a cheap phone for a tenth of a second. The server sends two sample times, whose format the browser copies.
 */
import { languageOfTag, languages, type Language } from '../languages.ts';

/** Two sample times, 6:07 and 18:07, as the region writes them: '6:07 AM' and '6:07 PM', or '06.07' and '18.07'. */
export type ClockSamples = { morning: string; evening: string };

export type ClocksByLanguage = Record<Language, ClockSamples>;

/** Matches the hours and minutes of a sample. */
const digits = /\d+(\D+)\d+/;

/**
 * The sample times for each of our languages. `tags`: the reader's language tags (RFC 5646), the preferred tag first.
 * The first tag of a language gives the region. The digits are 0 to 9, as on all our pages.
 */
export function clockSamples(tags: readonly string[]): ClocksByLanguage {
  const of = (language: Language) =>
    samplesIn(tags.find((tag) => languageOfTag(tag) === language) ?? language, language);
  return { en: of('en'), id: of('id'), es: of('es'), ar: of('ar') };
}

/** The local time of `at`, in the format of the samples: '6:37 PM'. */
export function timeLike({ morning, evening }: ClockSamples, at: Date): string {
  const hours = at.getHours();
  const counted = evening.includes('18') ? hours : hours % 12 || 12;
  const hour = morning.includes('06') ? twoDigits(counted) : counted;
  return (hours < 12 ? morning : evening).replace(
    digits,
    (_, between: string) => `${hour}${between}${twoDigits(at.getMinutes())}`,
  );
}

/** Cache of the samples of tags without a region. Other tags are not cached. */
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
    // Extensions of the tag, such as a calendar, are left out.
    return new Intl.DateTimeFormat(new Intl.Locale(tag).baseName, look);
  } catch {
    // An `Accept-Language` header can contain an invalid tag, which throws a RangeError.
    return new Intl.DateTimeFormat(language, look);
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
