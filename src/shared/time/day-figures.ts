/**
 * The dashboard's figures: the five figures of `docs/spec.md` (sections 9 and 10.6), and the counts of two outcomes.
 * "Today" is the current day in the location's time zone.
 */
import type { LocationView, VisitView } from '../contracts/queue-view.ts';

type DayFigures = {
  totalQueue: number;
  /** Mean wait from join to admission of today's served visits, in whole minutes; 0 if nobody was served. */
  averageWaitMinutes: number;
  servedToday: number;
  /** A whole number from 0 to 100; 100 if no visit has ended today. */
  successRatePercent: number;
  leftToday: number;
  /**
   * Today's called parties with a known outcome. `cameToday` is the number of parties that arrived, and `noShowsToday`
   * is the number of parties that did not come.
   */
  cameToday: number;
  noShowsToday: number;
};

const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timezone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timezone);
  if (known) return known;
  // Swedish short dates are 'YYYY-MM-DD'. A formatter with `dateStyle` is created faster than a formatter with `year`,
  // `month` and `day`, which saves 30 ms on a slow phone.
  const look = { dateStyle: 'short' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('sv', { ...look, timeZone: timezone });
  } catch {
    // An older browser may not know the zone. For an unknown zone UTC is used, as on the server.
    format = new Intl.DateTimeFormat('sv', { ...look, timeZone: 'UTC' });
  }
  dayFormats.set(timezone, format);
  return format;
}

/**
 * The calendar day ('YYYY-MM-DD') of an instant (epoch milliseconds) in a time zone. To compare days, compare these
 * strings. Never add 24 hours to get the next day, because days with a clock change have 23 or 25 hours.
 */
export function calendarDay(atMs: number, timezone: string): string {
  return dayFormat(timezone).format(atMs);
}

/** The figures of one location at an instant (epoch milliseconds of the server's clock). */
export function dayFigures(
  location: Pick<LocationView, 'queue' | 'admittedCustomers' | 'removedCustomers' | 'timezone'>,
  nowMs: number,
): DayFigures {
  const today = calendarDay(nowMs, location.timezone);
  const isToday = (at: string | undefined) =>
    at !== undefined && calendarDay(Date.parse(at), location.timezone) === today;

  const ended = [...location.admittedCustomers, ...location.removedCustomers].filter(
    ({ discarded }) => !discarded,
  );
  // A no-show is counted on the day of its admission, as a served visit is.
  const admitted = ended.filter((visit) => visit.status !== 'waiting' && isToday(visit.admittedAt));
  const served = admitted.filter(wasServed);
  const noShows = admitted.filter((visit) => visit.status === 'no_show');
  const gone = ended.filter(
    (visit) => endedWithoutAdmission(visit) && isToday(visit.leftAt ?? visit.removedAt),
  );

  const waitedMs = served.reduce((sum, visit) => sum + waitMs(visit), 0);
  const notServed = gone.length + noShows.length;
  const all = served.length + notServed;
  return {
    totalQueue: location.queue.length,
    averageWaitMinutes: served.length === 0 ? 0 : Math.round(waitedMs / served.length / 60_000),
    servedToday: served.length,
    successRatePercent: all === 0 ? 100 : Math.round((served.length / all) * 100),
    leftToday: ended.filter((visit) => isToday(visit.leftAt)).length,
    cameToday: admitted.filter((visit) => visit.status === 'arrived').length,
    noShowsToday: noShows.length,
  };
}

function wasServed(visit: VisitView): boolean {
  return visit.status === 'admitted' || visit.status === 'arrived';
}

function endedWithoutAdmission(visit: VisitView): boolean {
  return visit.status === 'left' || visit.status === 'removed';
}

function waitMs(visit: VisitView): number {
  return visit.admittedAt === undefined ? 0 : Date.parse(visit.admittedAt) - Date.parse(visit.joinedAt);
}
