/** The clock on a location's wall. */
import { calendarDay } from './day-figures.ts';

/** A day, 'YYYY-MM-DD', and an hour of it, 0 to 23. An hour that the clock shows twice is one. */
export type LocalHour = { day: string; hour: number };

const hourFormats = new Map<string, Intl.DateTimeFormat>();

function hourFormat(timezone: string): Intl.DateTimeFormat {
  const known = hourFormats.get(timezone);
  if (known) return known;
  const hour = { hour: '2-digit', hourCycle: 'h23' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { ...hour, timeZone: timezone });
  } catch {
    // A zone this runtime does not know: UTC, as for the day.
    format = new Intl.DateTimeFormat('en', { ...hour, timeZone: 'UTC' });
  }
  hourFormats.set(timezone, format);
  return format;
}

/** What calendar and clock show at an instant (epoch milliseconds) in an IANA time zone. */
export function localHour(atMs: number, timezone: string): LocalHour {
  return { day: calendarDay(atMs, timezone), hour: Number(hourFormat(timezone).format(atMs)) };
}

/** The day that many days later (negative: earlier) on the calendar. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The Sunday on or before the day: `docs/spec.md` section 9 begins weeks with it. */
export function sundayOf(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00.000Z`).getUTCDay());
}
