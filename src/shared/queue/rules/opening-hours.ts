/** Whether a location is open at an instant, and when it opens again, in its local time. Pure. */
import { Temporal } from 'temporal-polyfill';
import { CLOSED_MIN_MS, DAY_MS } from '../../limits.ts';
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
 * On a day when the clock changes an opening has no gap. A period begins when its time is first shown and ends when its
 * time is last shown. A time that the clock skips means the moment of the change.
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

/** A time while a location is open. `until` is the moment when the location closes. */
type OpenTime = { from: number; until: number };

function timesOf({ opens, closes }: Opening, day: Temporal.PlainDate, timezone: string): OpenTime {
  const lastDay = closes <= opens ? day.add({ days: 1 }) : day;
  return {
    from: instantOf(day, opens, timezone, 'earlier'),
    until: instantOf(lastDay, closes, timezone, 'later'),
  };
}

/** The start of the local day that has this instant. */
export function dayStart(timezone: string, atMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).startOfDay()
    .epochMilliseconds;
}

/** When the location opens or closes after the instant, in order, within this time of at most a day. */
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

/** Cache of the last answer of `reopensAt`, which is valid between two instants. */
const lastReopenings = new WeakMap<
  OpeningHours,
  { timezone: string; from: number; until: number; reopens: number | null }
>();

/**
 * When the location opens again for guests who came at this instant: the opening after the one that holds the instant,
 * or that comes next. Null if the location does not open again within a day. Breaks of less than four hours do not
 * count.
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
 * When the duty of somebody ends by itself who goes on duty at this instant: at the closing of the opening that holds the
 * instant or comes next on that local day; otherwise, or without hours, at the end of the day. Breaks of less than four
 * hours do not count, and an opening without an end within a day has no closing.
 */
export function dutyEndsAt(hours: OpeningHours | null, timezone: string, atMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  const dayEnd = now.startOfDay().add({ days: 1 }).epochMilliseconds;
  if (hours === null) return dayEnd;
  const own = openTimesAround(hours, timezone, now.toPlainDate()).find(({ until }) => atMs < until);
  const closes = own !== undefined && own.from < dayEnd && own.until <= atMs + DAY_MS;
  return closes ? own.until : dayEnd;
}

/** The open times from the day before this one until two days after it. */
function openTimesAround(hours: OpeningHours, timezone: string, today: Temporal.PlainDate): OpenTime[] {
  return openTimes(
    [-1, 0, 1, 2].flatMap((days) => {
      const day = today.add({ days });
      return openingsOf(hours, day).map((opening) => timesOf(opening, day, timezone));
    }),
  );
}

/** The times in order; times without a real break between them are joined. */
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
