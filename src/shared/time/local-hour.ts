/** Local days and hours of a location. */
import { calendarDay } from './day-figures.ts';

/**
 * A local day, 'YYYY-MM-DD', and its hour, 0 to 23. If the clock shows an hour twice, both are the same `LocalHour`.
 */
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
    // For an unknown zone UTC is used, as in `calendarDay`.
    format = new Intl.DateTimeFormat('en', { ...hour, timeZone: 'UTC' });
  }
  hourFormats.set(timezone, format);
  return format;
}

/** The local day and hour of an instant (epoch milliseconds) in an IANA time zone. */
export function localHour(atMs: number, timezone: string): LocalHour {
  return { day: calendarDay(atMs, timezone), hour: Number(hourFormat(timezone).format(atMs)) };
}

/** Adds calendar days; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The Sunday on or before the day. Weeks begin on Sunday (`docs/spec.md` section 9). */
export function sundayOf(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00.000Z`).getUTCDay());
}
