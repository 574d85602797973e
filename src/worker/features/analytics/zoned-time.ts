/**
 * Converts epoch milliseconds to and from the calendar of an IANA time zone. The time of an unknown zone is computed in
 * UTC.
 */
import { isTimeZone } from '../../../shared/queue/settings.ts';
import { Temporal } from 'temporal-polyfill';

/**
 * Returns the start of a day ('YYYY-MM-DD') in epoch milliseconds. If the day has no midnight, returns the time of the
 * clock change.
 */
export function startOfDay(day: string, timezone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(knownZone(timezone)).epochMilliseconds;
}

/** The local time as text, for example '2026-11-21 18:05:09', which spreadsheets read as a time. */
export function wallTime(atMs: number, timezone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(knownZone(timezone));
  return time.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

const known = new Map<string, boolean>();

function knownZone(timezone: string): string {
  const isKnown = known.get(timezone) ?? isTimeZone(timezone);
  known.set(timezone, isKnown);
  return isKnown ? timezone : 'UTC';
}
