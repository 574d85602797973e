/** Settings in words, and what an owner types read as a setting. Pure but for the reader's language. */
import type { LocationSettings } from '../../../../shared/queue/settings.ts';
import { isTimeZone } from '../../../../shared/queue/settings.ts';
import { settingsCopy, settingWords } from '../../../../shared/copy/en/settings.ts';
import { lengthInWords } from '../../../../shared/copy/en/durations.ts';
import type { Opening } from '../../../../shared/time/opening-hours.ts';
import { clockTime } from '../../../lib/format.ts';
import { isComplete, isWholeDay } from './week.ts';

const say = settingsCopy.queue;

/** The settings shown in the closed panel: those that differ most between locations. */
export function settingFacts({ holdMs, hours, capacity }: LocationSettings): string[] {
  return [
    say.holdFact(lengthInWords(holdMs)),
    hours === null ? say.alwaysOpen : say.weekdayFact,
    capacity === null ? settingWords.capacity.none : say.capacityFact(capacity),
  ];
}

/**
 * An optional whole number, from what was typed: null where the field is empty, undefined where it is no whole number
 * within these bounds.
 */
export function numberFrom(
  typed: string,
  { min, max }: { min: number; max: number },
): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : undefined;
}

/**
 * The IANA zone of a typed name: one of `known`, in any case, with spaces, or its city alone where that is unique;
 * else any zone that this browser knows. Undefined where there is none.
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

/** A time of day, 'hh:mm', as the reader's language writes it: '2:00 AM'. */
export function timeInWords(time: string): string {
  return clockTime(Date.parse(`1970-01-01T${time}Z`), 'UTC');
}

/** A note on an opening that ends on the next day; undefined where it ends on the same day. */
export function openingInWords(opening: Opening): string | undefined {
  const { opens, closes } = opening;
  if (!isComplete(opening) || closes > opens) return undefined;
  return isWholeDay(opening) ? say.openAllDay : say.untilNextDay(timeInWords(closes));
}
