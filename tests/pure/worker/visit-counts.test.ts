/** The counts that one visit adds to the counts of its location. */
import { expect, test } from 'vitest';
import type { VisitStatus } from '../../../src/shared/contracts/queue-view.ts';
import {
  countsOf,
  takenBack,
  type CountedVisit,
} from '../../../src/worker/deliveries/history/visit-counts.ts';

const MINUTE_MS = 60_000;
const joinedAt = Date.parse('2026-06-10T08:50:00.000Z');

function aVisit(about: Partial<CountedVisit> = {}): CountedVisit {
  return {
    locationId: 'place',
    outcome: 'arrived',
    joinedAt,
    admittedAt: joinedAt + 12 * MINUTE_MS,
    endedAt: joinedAt + 16 * MINUTE_MS,
    promisedMinutes: 10,
    promisedLow: 5,
    promisedHigh: 20,
    moved: false,
    timezone: 'UTC',
    ...about,
  };
}

const nothing = {
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
const place = { locationId: 'place', day: '2026-06-10' };
const join = { ...place, hour: 8, ...nothing, joined: 1 };
const promise = { promises: 1, promiseErrorMs: 2 * MINUTE_MS, promisesKept: 1 };
const service = {
  ...place,
  hour: 9,
  ...nothing,
  ...promise,
  served: 1,
  waitedMs: 12 * MINUTE_MS,
  waitsUnder15: 1,
};

test.each(['admitted', 'arrived'] as const)(
  'who is %s counts as a join in its hour and as served in the hour of the admission',
  (outcome) => {
    expect(countsOf(aVisit({ outcome }))).toEqual([join, service]);
  },
);

test('a no-show counts in the hour of its admission and keeps its promise’s worth', () => {
  expect(countsOf(aVisit({ outcome: 'no_show' }))).toEqual([
    join,
    { ...place, hour: 9, ...nothing, ...promise, noShows: 1 },
  ]);
});

test('who left counts as a no-show in the hour of leaving, as the spec has it', () => {
  const endedAt = Date.parse('2026-06-10T11:00:00.000Z');
  expect(countsOf(aVisit({ outcome: 'left', admittedAt: null, endedAt }))).toEqual([
    join,
    { ...place, hour: 11, ...nothing, noShows: 1 },
  ]);
});

test.each<VisitStatus>(['removed', 'waiting'])('who is %s counts as a join only', (outcome) => {
  expect(countsOf(aVisit({ outcome, admittedAt: null }))).toEqual([join]);
});

test.each([
  [0, 'waitsUnder5'],
  [5 * MINUTE_MS - 1, 'waitsUnder5'],
  [5 * MINUTE_MS, 'waitsUnder10'],
  [10 * MINUTE_MS, 'waitsUnder15'],
  [15 * MINUTE_MS - 1, 'waitsUnder15'],
  [15 * MINUTE_MS, 'waitsUnder30'],
  [30 * MINUTE_MS - 1, 'waitsUnder30'],
  [30 * MINUTE_MS, 'waitsLonger'],
  [600 * MINUTE_MS, 'waitsLonger'],
] as const)('a wait of %i ms is one of %s', (waitedMs, bucket) => {
  const [, served] = countsOf(aVisit({ admittedAt: joinedAt + waitedMs }));
  const { waitsUnder5, waitsUnder10, waitsUnder15, waitsUnder30, waitsLonger } = served ?? join;
  const none = { waitsUnder5: 0, waitsUnder10: 0, waitsUnder15: 0, waitsUnder30: 0, waitsLonger: 0 };
  expect({ waitsUnder5, waitsUnder10, waitsUnder15, waitsUnder30, waitsLonger }).toEqual({
    ...none,
    [bucket]: 1,
  });
});

test('a join that a clock running back put after its admission waited no time', () => {
  const [, served] = countsOf(aVisit({ admittedAt: joinedAt - 3_000 }));
  expect(served).toMatchObject({ served: 1, waitedMs: 0, waitsUnder5: 1 });
});

test('whom the owner moved or put back is served, and the promise is not judged by it', () => {
  const [, served] = countsOf(aVisit({ moved: true }));
  expect(served).toEqual({ ...service, promises: 0, promiseErrorMs: 0, promisesKept: 0 });
});

test.each([
  [4 * MINUTE_MS, { promises: 1, promiseErrorMs: 6 * MINUTE_MS, promisesKept: 0 }],
  [5 * MINUTE_MS, { promises: 1, promiseErrorMs: 5 * MINUTE_MS, promisesKept: 1 }],
  [20 * MINUTE_MS, { promises: 1, promiseErrorMs: 10 * MINUTE_MS, promisesKept: 1 }],
  [21 * MINUTE_MS - 1, { promises: 1, promiseErrorMs: 11 * MINUTE_MS - 1, promisesKept: 1 }],
  [21 * MINUTE_MS, { promises: 1, promiseErrorMs: 11 * MINUTE_MS, promisesKept: 0 }],
])('after %i ms the promise of 10 minutes, 5 to 20, is worth %j', (waitedMs, worth) => {
  expect(countsOf(aVisit({ admittedAt: joinedAt + waitedMs }))[1]).toMatchObject(worth);
});

test('an undone visit leaves no counts', () => {
  for (const counts of countsOf(aVisit())) {
    const back = takenBack(counts);
    const left = Object.keys(nothing).map(
      (name) => Number(Reflect.get(counts, name)) + Number(Reflect.get(back, name)),
    );
    expect(left).toEqual(Object.keys(nothing).map(() => 0));
    expect(back).toMatchObject({ locationId: 'place', day: counts.day, hour: counts.hour });
  }
});

test('days and hours are those of the location on both sides of the date line', () => {
  const hoursIn = (timezone: string) =>
    countsOf(aVisit({ timezone, joinedAt: Date.parse('2026-06-10T10:30:00.000Z'), outcome: 'waiting' })).map(
      ({ day, hour }) => [day, hour],
    );
  expect(hoursIn('Pacific/Kiritimati')).toEqual([['2026-06-11', 0]]);
  expect(hoursIn('Pacific/Pago_Pago')).toEqual([['2026-06-09', 23]]);
  expect(hoursIn('Asia/Kathmandu')).toEqual([['2026-06-10', 16]]);
});

test('on a day of 23 hours the skipped hour has no visits', () => {
  // In New York on 8 March 2026, the clock goes from 02:00 to 03:00 at 07:00 UTC.
  const joins = ['06:59:59.999', '07:00:00.000'].flatMap((time) =>
    countsOf(
      aVisit({
        timezone: 'America/New_York',
        outcome: 'waiting',
        joinedAt: Date.parse(`2026-03-08T${time}Z`),
      }),
    ),
  );
  expect(joins.map(({ day, hour }) => [day, hour])).toEqual([
    ['2026-03-08', 1],
    ['2026-03-08', 3],
  ]);
});

test('on a day of 25 hours the hour shown twice is one, and midnight is hour 0', () => {
  // In Berlin on 25 October 2026, the hour from 02:00 comes twice: at 00:00 UTC and at 01:00 UTC.
  const joins = ['24T22:00', '25T00:30', '25T01:30', '25T22:59'].flatMap((time) =>
    countsOf(
      aVisit({
        timezone: 'Europe/Berlin',
        outcome: 'waiting',
        joinedAt: Date.parse(`2026-10-${time}:00.000Z`),
      }),
    ),
  );
  expect(joins.map(({ day, hour }) => [day, hour])).toEqual([
    ['2026-10-25', 0],
    ['2026-10-25', 2],
    ['2026-10-25', 2],
    ['2026-10-25', 23],
  ]);
});
