/** Whether a location is open at an instant, in its local time. Pure. */
import { Temporal } from 'temporal-polyfill';
import { weekdays, type Opening, type OpeningHours } from '../../time/opening-hours.ts';

/**
 * Cache of the last answer, by minute. The calendar is slow, every join needs it, and openings change on whole minutes.
 */
const lastAnswers = new WeakMap<OpeningHours, { timezone: string; minute: number; isOpen: boolean }>();
const MINUTE_MS = 60_000;

/**
 * Whether the instant (epoch milliseconds) is in an opening that began today or yesterday in local time. `timezone` is
 * an IANA name that the runtime knows.
 *
 * On a day when the clock changes an opening has no gap. It begins when its time is first shown and ends when its time
 * is last shown. A time that the clock skips means the moment of the change.
 */
export function isOpenAt(hours: OpeningHours, timezone: string, atMs: number): boolean {
  const minute = Math.floor(atMs / MINUTE_MS);
  const last = lastAnswers.get(hours);
  if (last?.timezone === timezone && last.minute === minute) return last.isOpen;
  const isOpen = lookUp(hours, timezone, atMs);
  lastAnswers.set(hours, { timezone, minute, isOpen });
  return isOpen;
}

function lookUp(hours: OpeningHours, timezone: string, atMs: number): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).toPlainDate();
  return [today.subtract({ days: 1 }), today].some((day) =>
    openingsOf(hours, day).some((opening) => holds(opening, day, timezone, atMs)),
  );
}

function openingsOf(hours: OpeningHours, day: Temporal.PlainDate): Opening[] {
  const name = weekdays[day.dayOfWeek - 1];
  return name === undefined ? [] : hours[name];
}

function holds({ opens, closes }: Opening, day: Temporal.PlainDate, timezone: string, atMs: number): boolean {
  const lastDay = closes <= opens ? day.add({ days: 1 }) : day;
  return (
    atMs >= instantOf(day, opens, timezone, 'earlier') && atMs < instantOf(lastDay, closes, timezone, 'later')
  );
}

/** The instant of a local time. If the clock shows that time twice, `which` chooses. */
function instantOf(
  day: Temporal.PlainDate,
  time: string,
  timezone: string,
  which: 'earlier' | 'later',
): number {
  const local = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const instant = local.toZonedDateTime(timezone, { disambiguation: which });
  if (instant.toPlainDateTime().equals(local)) return instant.epochMilliseconds;
  // The clock skips this time. Both results of Temporal are wrong: the moment of the clock change lies
  // between them.
  const before = local.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? instant.epochMilliseconds;
}
