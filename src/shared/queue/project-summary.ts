/** Projection of a whole location for the overview of all locations of a business. Pure. */
import type { LocationNews } from '../contracts/overview.ts';
import { DAY_MS } from '../limits.ts';
import { calendarDay } from '../time/day-figures.ts';
import { iso } from '../time/iso.ts';
import type { OpeningHours } from '../time/opening-hours.ts';
import { promisedMinutes } from '../time/rounded-wait.ts';
import { databaseView, serversView, settingsView, textsView } from './project.ts';
import { promiseView } from './project-visit.ts';
import type { IsOpenAt } from '../time/opening-hours.ts';
import type { QueueStorage } from './storage.ts';

/** The functions of `rules/opening-hours.ts`, passed as an argument. Times are epoch milliseconds. */
export type Calendar = {
  isOpenAt: IsOpenAt;
  /** The times within `withinMs` after `atMs` at which these hours open or close. */
  turnsAfter: (hours: OpeningHours, timezone: string, atMs: number, withinMs: number) => number[];
  /** The start of the day of `atMs`. */
  dayStart: (timezone: string, atMs: number) => number;
};

/**
 * The message about a location to the overview: a summary, or `gone` if the location is closed. Null if there is no
 * location.
 */
export function newsOf(state: QueueStorage, calendar: Calendar, now: number): LocationNews | null {
  const location = state.location();
  if (location === null) return null;
  if (location.profile.closedAt !== null) return { type: 'gone', id: state.locationId };
  const { hours, timezone } = location.settings;
  const line = state.waiting().map(({ joinedAt, promise }) => {
    const minutes = promisedMinutes(promiseView(promise));
    return { joinedAt, minutes, lateFrom: joinedAt + minutes * 60_000 };
  });
  const [longest] = line.toSorted((one, other) => one.joinedAt - other.joinedAt);
  return {
    type: 'location',
    id: state.locationId,
    address: location.profile.address,
    timezone,
    waiting: line.length,
    ...(longest && {
      longest: { joinedAt: iso(longest.joinedAt), promisedMinutes: longest.minutes },
      lateFrom: iso(Math.min(...line.map(({ lateFrom }) => lateFrom))),
    }),
    arriving: arriving(state),
    today: {
      day: calendarDay(now, timezone),
      ...state.countsSince(calendar.dayStart(timezone, now)),
    },
    open: hours === null || calendar.isOpenAt(hours, timezone, now),
    turns: hours === null ? [] : calendar.turnsAfter(hours, timezone, now, DAY_MS).map(iso),
    paused: settingsView(location).paused,
    ...serversView(location),
    texts: textsView(state, location, now),
    database: databaseView(location),
    serverNow: iso(now),
  };
}

function arriving(state: QueueStorage): number {
  const always = Number.MAX_SAFE_INTEGER;
  return state.holdsEndedBy(always).length + state.unresolvedBy(always).length;
}
