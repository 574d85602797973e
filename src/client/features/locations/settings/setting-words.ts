/** Formats settings as words and parses typed settings. Pure, except that the words are in the page's language. */
import { clockLocale } from '../../../../shared/copy/page-language.ts';
import type { LocationSettings } from '../../../../shared/queue/settings.ts';
import { isTimeZone } from '../../../../shared/queue/settings.ts';
import { settingsCopy, settingWords } from '../../../../shared/copy/owner/settings.ts';
import { lengthInWords } from '../../../../shared/copy/owner/durations.ts';
import { withPlainDigits } from '../../../../shared/typing/plain-digits.ts';
import type { Opening } from '../../../../shared/time/opening-hours.ts';
import { clockTime } from '../../../lib/format.ts';
import { isComplete, isWholeDay } from './week.ts';

const say = settingsCopy.queue;

/** The facts that the closed panel shows: the settings that differ most between locations. */
export function settingFacts({ holdMs, hours, capacity }: LocationSettings): string[] {
  return [
    say.holdFact(lengthInWords(holdMs)),
    hours === null ? say.alwaysOpen : say.weekdayFact,
    capacity === null ? settingWords.capacity.none : say.capacityFact(capacity),
  ];
}

/**
 * Parses an optional whole number. Null if the text is empty; undefined if the text is not a whole number from `min` to
 * `max`.
 */
export function numberFrom(
  typed: string,
  { min, max }: { min: number; max: number },
): number | null | undefined {
  const text = withPlainDigits(typed).trim();
  if (text === '') return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : undefined;
}

/**
 * Finds the IANA zone of a typed name. First searches `known` by full name or by a unique city, ignoring case; the name
 * may have spaces. Otherwise accepts any zone that this browser supports. Undefined if no zone matches.
 */
export function timeZoneFrom(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.trim().replace(/\s+/g, '_').toLowerCase();
  const whole = known.find((name) => name.toLowerCase() === wanted);
  if (whole !== undefined) return whole;
  const byCity = known.filter((name) => name.toLowerCase().split('/').at(-1) === wanted);
  if (byCity.length === 1) return byCity[0];
  if (!isTimeZone(wanted)) return undefined;
  return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone;
}

/** A time of day ('hh:mm') in the format of the reader's language: '2:00 AM'. */
export function timeInWords(time: string): string {
  return clockTime(Date.parse(`1970-01-01T${time}Z`), 'UTC', clockLocale);
}

/** A note for an opening that ends on the next day; undefined if it ends on the same day. */
export function openingInWords(opening: Opening): string | undefined {
  const { opens, closes } = opening;
  if (!isComplete(opening) || closes > opens) return undefined;
  return isWholeDay(opening) ? say.openAllDay : say.untilNextDay(timeInWords(closes));
}
