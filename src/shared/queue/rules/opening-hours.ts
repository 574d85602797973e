/**
 * Opening hours of a location in local time: whether the location is open at an instant, and when it opens and closes.
 * Pure.
 */
import { Temporal } from 'temporal-polyfill';
import { CLOSED_MIN_MS, DAY_MS } from '../../limits.ts';
import { weekdays, type Opening, type OpeningHours } from '../../time/opening-hours.ts';

/**
 * Cache of the last answer of `isOpenAt`. The answer is cached because every join needs it and the calendar is slow. An
 * answer is valid for a minute, because openings begin and end on whole minutes.
 */
const lastAnswers = new WeakMap<OpeningHours, { timezone: string; minute: number; isOpen: boolean }>();
const MINUTE_MS = 60_000;

/**
 * Whether the instant (epoch milliseconds) is in an opening that began today or yesterday in local time. `timezone` is
 * an IANA name that the runtime knows.
 *
 * A clock change does not interrupt an opening. If the clock shows the opening time twice, the location opens at the
 * first time. If the clock shows the closing time twice, the location closes at the second time. An opening or closing
 * time that the clock skips is treated as the moment of the clock change.
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

function holds(opening: Opening, day: Temporal.PlainDate, timezone: string, atMs: number): boolean {
  const { from, until } = timesOf(opening, day, timezone);
  return atMs >= from && atMs < until;
}

/** A period in which a location is open. `until` is the moment when the location closes. */
type OpenTime = { from: number; until: number };

function timesOf({ opens, closes }: Opening, day: Temporal.PlainDate, timezone: string): OpenTime {
  const lastDay = closes <= opens ? day.add({ days: 1 }) : day;
  return {
    from: instantOf(day, opens, timezone, 'earlier'),
    until: instantOf(lastDay, closes, timezone, 'later'),
  };
}

export function dayStart(timezone: string, atMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).startOfDay()
    .epochMilliseconds;
}

/** The times after `atMs` at which the location opens or closes, within `withinMs` (at most a day), in order. */
export function turnsAfter(hours: OpeningHours, timezone: string, atMs: number, withinMs: number): number[] {
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).toPlainDate();
  const times = [-1, 0, 1].flatMap((days) => {
    const day = today.add({ days });
    return openingsOf(hours, day).map((opening) => timesOf(opening, day, timezone));
  });
  const isOpen = (at: number) => times.some(({ from, until }) => from <= at && at < until);
  return [...new Set(times.flatMap(({ from, until }) => [from, until]))]
    .filter((at) => at > atMs && at <= atMs + withinMs && isOpen(at) !== isOpen(at - 1))
    .toSorted((one, other) => one - other);
}

/** Cache of the last answer of `reopensAt`. The answer is valid from `from` until `until`. */
const lastReopenings = new WeakMap<
  OpeningHours,
  { timezone: string; from: number; until: number; reopens: number | null }
>();

/**
 * The time when the location opens again for guests who came at this instant: the start of the opening that follows the
 * guests' own opening. The guests' own opening is the present opening or, if the location is closed, the next opening.
 * Null if the location does not open again within a day. Openings with a break of less than four hours between them are
 * treated as one opening.
 */
export function reopensAt(hours: OpeningHours, timezone: string, atMs: number): number | null {
  const last = lastReopenings.get(hours);
  if (last?.timezone === timezone && last.from <= atMs && atMs < last.until) return last.reopens;
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  const times = openTimesAround(hours, timezone, now.toPlainDate());
  const own = times.findIndex(({ until }) => atMs < until);
  const before = own === -1 ? times.at(-1) : times[own - 1];
  const reopens = (own === -1 ? undefined : times[own + 1])?.from ?? null;
  const midnight = now.startOfDay();
  lastReopenings.set(hours, {
    timezone,
    from: Math.max(midnight.epochMilliseconds, before?.until ?? 0),
    until: Math.min(midnight.add({ days: 1 }).epochMilliseconds, times[own]?.until ?? Infinity),
    reopens,
  });
  return reopens;
}

/**
 * The latest end of a duty that begins at this instant: the end of the present opening or, if the location is closed,
 * of the next opening on this day. If the location has no hours, if this day has no such opening, or if the opening
 * lasts longer than a day, the duty ends at the end of the local day. Openings with a break of less than four hours
 * between them are treated as one opening.
 */
export function dutyEndsAt(hours: OpeningHours | null, timezone: string, atMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  const dayEnd = now.startOfDay().add({ days: 1 }).epochMilliseconds;
  if (hours === null) return dayEnd;
  const own = openTimesAround(hours, timezone, now.toPlainDate()).find(({ until }) => atMs < until);
  const closes = own !== undefined && own.from < dayEnd && own.until <= atMs + DAY_MS;
  return closes ? own.until : dayEnd;
}

/** The periods in which the location is open, from the day before `today` to two days after `today`. */
function openTimesAround(hours: OpeningHours, timezone: string, today: Temporal.PlainDate): OpenTime[] {
  return openTimes(
    [-1, 0, 1, 2].flatMap((days) => {
      const day = today.add({ days });
      return openingsOf(hours, day).map((opening) => timesOf(opening, day, timezone));
    }),
  );
}

/**
 * The given openings as periods, sorted by their start. If the break between two periods is shorter than
 * `CLOSED_MIN_MS`, the two periods become one period.
 */
function openTimes(openings: OpenTime[]): OpenTime[] {
  const times: OpenTime[] = [];
  for (const next of openings.toSorted((one, other) => one.from - other.from)) {
    const last = times.at(-1);
    if (last !== undefined && next.from < last.until + CLOSED_MIN_MS)
      last.until = Math.max(last.until, next.until);
    else times.push({ ...next });
  }
  return times;
}

/** The instant of a local time. `which`: which instant to return if the clock shows this time twice. */
function instantOf(
  day: Temporal.PlainDate,
  time: string,
  timezone: string,
  which: 'earlier' | 'later',
): number {
  const local = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const instant = local.toZonedDateTime(timezone, { disambiguation: which });
  if (instant.toPlainDateTime().equals(local)) return instant.epochMilliseconds;
  // The clock skips this local time. For a skipped time, Temporal returns an instant before or after the clock change.
  // This function returns the moment of the clock change instead.
  const before = local.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? instant.epochMilliseconds;
}
