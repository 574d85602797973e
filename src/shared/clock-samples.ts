/**
 * Times of day as a reader's region writes them, without asking the browser how: the first time of day that one writes takes a
 * cheap phone a tenth of a second, in which it answers no tap. The server sends along how it looks.
 */
import { languageOfTag, type Language } from './languages.ts';

/** One time before noon and one after it, 6:07 and 18:07, as they are written: '6:07 AM' and '6:07 PM', or '06.07' and '18.07'. */
export type ClockSamples = { morning: string; evening: string };

/**
 * How times look to a reader of `language`: as in the region of the first of their languages' tags (RFC 5646) that asks for it;
 * in the digits of our pages, whatever those of the language are.
 */
export function clockSamples(tags: readonly string[], language: Language): ClockSamples {
  const format = formatOf(tags.find((tag) => languageOfTag(tag) === language) ?? language, language);
  const sample = (hour: number) => format.format(Date.UTC(2000, 0, 1, hour, 7));
  return { morning: sample(6), evening: sample(18) };
}

/** The time of day that `at` is in this machine's zone, written like the samples: '6:37 PM'. */
export function timeLike({ morning, evening }: ClockSamples, at: Date): string {
  const hours = at.getHours();
  const counted = evening.includes('18') ? hours : hours % 12 || 12;
  const hour = morning.includes('06') ? twoDigits(counted) : counted;
  return (hours < 12 ? morning : evening).replace(
    /\d+(\D)\d+/,
    (_, between: string) => `${hour}${between}${twoDigits(at.getMinutes())}`,
  );
}

function formatOf(tag: string, language: Language): Intl.DateTimeFormat {
  const look = { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(tag, look);
  } catch {
    // The RangeError of a tag that is none: a header may say anything.
    return new Intl.DateTimeFormat(language, look);
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
