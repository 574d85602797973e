/**
 * What one visit adds to the figures of its location, pure: the one definition behind the charts. Whoever writes a visit
 * takes away what it counted before and adds what it counts now; the sum over all visits is the table `visit_hours`.
 */
import { localHour, type LocalHour } from '../../../shared/time/local-hour.ts';
import { promiseKept } from '../../../shared/time/promise-kept.ts';
import type { visitHistory, visitHours } from '../../db/schema/locations.ts';

/** The counted columns of `visit_hours`. */
export const countNames = [
  'joined',
  'served',
  'waitedMs',
  'noShows',
  'waitsUnder5',
  'waitsUnder10',
  'waitsUnder15',
  'waitsUnder30',
  'waitsLonger',
  'promises',
  'promiseErrorMs',
  'promisesKept',
] as const satisfies readonly Exclude<keyof typeof visitHours.$inferSelect, 'locationId' | keyof LocalHour>[];
export type Counts = Record<(typeof countNames)[number], number>;

/** What a visit adds in one hour of its location. */
export type HourCounts = { locationId: string } & LocalHour & Counts;

/** A visit as far as it is counted. */
export type CountedVisit = Pick<
  typeof visitHistory.$inferSelect,
  | 'locationId'
  | 'outcome'
  | 'joinedAt'
  | 'admittedAt'
  | 'endedAt'
  | 'promisedMinutes'
  | 'promisedLow'
  | 'promisedHigh'
  | 'moved'
  | 'timezone'
>;

const nothing: Counts = {
  joined: 0,
  served: 0,
  waitedMs: 0,
  noShows: 0,
  waitsUnder5: 0,
  waitsUnder10: 0,
  waitsUnder15: 0,
  waitsUnder30: 0,
  waitsLonger: 0,
  promises: 0,
  promiseErrorMs: 0,
  promisesKept: 0,
};

/**
 * The join counts in its hour. The served and the no-shows count in the hour of their admission, as in the figures of the
 * day, and those who left in the hour they did.
 */
export function countsOf(visit: CountedVisit): HourCounts[] {
  const { locationId, timezone, joinedAt } = visit;
  const at = (epochMs: number, counts: Partial<Counts>): HourCounts => ({
    locationId,
    ...localHour(epochMs, timezone),
    ...nothing,
    ...counts,
  });
  const join = at(joinedAt, { joined: 1 });
  const admittedAt = visit.admittedAt ?? visit.endedAt;
  // A clock that ran back, or two joins in one millisecond, put a join after its admission.
  const waitedMs = Math.max(0, admittedAt - joinedAt);
  switch (visit.outcome) {
    case 'admitted':
    case 'arrived':
      return [
        join,
        at(admittedAt, { served: 1, waitedMs, [waitOf(waitedMs)]: 1, ...promiseOf(visit, waitedMs) }),
      ];
    case 'no_show':
      return [join, at(admittedAt, { noShows: 1, ...promiseOf(visit, waitedMs) })];
    case 'left':
      return [join, at(visit.endedAt, { noShows: 1 })];
    case 'removed':
    case 'waiting':
      return [join];
  }
}

/** What a visit added, to be taken away again. */
export function takenBack(counts: HourCounts): HourCounts {
  const negated = { ...counts };
  for (const name of countNames) negated[name] = -counts[name];
  return negated;
}

/** The spec's buckets (`docs/spec.md` section 9): 0-5, 5-10, 10-15, 15-30 and 30+ minutes. */
function waitOf(waitedMs: number): keyof Counts {
  const minutes = waitedMs / 60_000;
  if (minutes < 5) return 'waitsUnder5';
  if (minutes < 10) return 'waitsUnder10';
  if (minutes < 15) return 'waitsUnder15';
  return minutes < 30 ? 'waitsUnder30' : 'waitsLonger';
}

/**
 * Guests are told whole minutes, and a promise is kept in whole minutes: who was told 0 and waited for 40 seconds was told
 * right. Whom the owner moved or put back waited as the owner chose, not as the line went: the estimate learns nothing of
 * such a wait, and is not judged by it.
 */
function promiseOf(visit: CountedVisit, waitedMs: number): Partial<Counts> {
  const { promisedMinutes: minutes, promisedLow: low, promisedHigh: high } = visit;
  if (visit.moved) return {};
  const { errorMs } = promiseKept({ minutes, low, high }, waitedMs);
  const { inRange } = promiseKept({ minutes, low, high }, Math.floor(waitedMs / 60_000) * 60_000);
  return { promises: 1, promiseErrorMs: Math.abs(errorMs), promisesKept: Number(inRange) };
}
