/**
 * The counts that one visit adds to the figures of its location. All charts use this definition. Pure. An update of a
 * visit subtracts the visit's old counts and adds its new counts. The table `visit_hours` stores the sums over all
 * visits.
 */
import { localHour, type LocalHour } from '../../../shared/time/local-hour.ts';
import { promiseKept } from '../../../shared/time/promise-kept.ts';
import type { visitHistory, visitHours } from '../../db/schema/locations.ts';

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

/** The counts that a visit adds to one hour of its location. */
export type HourCounts = { locationId: string } & LocalHour & Counts;

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
 * A join is counted in the hour of the join. Served visits and no-shows are counted in the hour of their admission, as
 * in the dashboard's figures (`day-figures.ts`). A visit with the outcome `left` is counted as a no-show in the hour of
 * leaving.
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
  // The join's time can be later than the admission's time, for example after a clock correction.
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

/** Negated counts, to subtract a visit. */
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
 * Compares the wait with the promise in whole minutes, because guests see whole minutes. For example, a wait of 40
 * seconds keeps a promise of 0 minutes. Visits that were moved in line or put back are not counted here, because their
 * wait says nothing about the estimate.
 */
function promiseOf(visit: CountedVisit, waitedMs: number): Partial<Counts> {
  const { promisedMinutes: minutes, promisedLow: low, promisedHigh: high } = visit;
  if (visit.moved) return {};
  const { errorMs } = promiseKept({ minutes, low, high }, waitedMs);
  const { inRange } = promiseKept({ minutes, low, high }, Math.floor(waitedMs / 60_000) * 60_000);
  return { promises: 1, promiseErrorMs: Math.abs(errorMs), promisesKept: Number(inRange) };
}
