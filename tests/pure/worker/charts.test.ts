/** Charts computed from a location's hourly counts. */
import { expect, test } from 'vitest';
import { addDays, sundayOf } from '../../../src/shared/time/local-hour.ts';
import { chartRange, chartsOf } from '../../../src/worker/features/analytics/charts.ts';
import type { DayCounts } from '../../../src/worker/features/analytics/visit-hours.ts';

function aDay(day: string, about: Partial<DayCounts> = {}): DayCounts {
  return {
    day,
    joinsByHour: {},
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
    ...about,
  };
}
const nobody = { served: 0, averageWaitMinutes: null, noShows: 0 };

/** Weeks begin on Sunday, so this Saturday is the last day of its week. */
const saturday = '2026-11-21';

test.each([
  ['2026-11-21', '2026-11-15'],
  ['2026-11-15', '2026-11-15'],
  ['2026-01-01', '2025-12-28'],
  ['2028-03-01', '2028-02-27'],
])('the week of %s began on Sunday %s', (day, sunday) => {
  expect(sundayOf(day)).toBe(sunday);
});

test('days are added on the calendar, over ends of months, leap days and changes of the clock', () => {
  expect([addDays('2026-10-24', 2), addDays('2028-02-28', 1), addDays('2026-03-01', -1)]).toEqual([
    '2026-10-26',
    '2028-02-29',
    '2026-02-28',
  ]);
});

test('the range is five weeks from a Sunday, the present one unfinished', () => {
  expect(chartRange(saturday)).toEqual({ from: '2026-10-18', to: '2026-11-21' });
  expect(chartRange('2026-11-15')).toEqual({ from: '2026-10-18', to: '2026-11-15' });
});

test('a location without visits has empty days and weeks, no hours, no waits and no promise', () => {
  expect(chartsOf([], saturday)).toEqual({
    daily: ['15', '16', '17', '18', '19', '20', '21'].map((day) => ({ day: `2026-11-${day}`, ...nobody })),
    weekly: ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15'].map((weekOf) => ({
      weekOf,
      ...nobody,
    })),
    peakHours: [],
    waitTimes: [
      { fromMinutes: 0, toMinutes: 5, served: 0 },
      { fromMinutes: 5, toMinutes: 10, served: 0 },
      { fromMinutes: 10, toMinutes: 15, served: 0 },
      { fromMinutes: 15, toMinutes: 30, served: 0 },
      { fromMinutes: 30, toMinutes: null, served: 0 },
    ],
    promise: { mae: null, coverage: null, n: 0 },
  });
});

test('days and weeks have their own means, rounded to whole minutes', () => {
  const days = [
    aDay('2026-11-08', { served: 1, waitedMs: 90 * 60_000 }),
    aDay('2026-11-14', { served: 3, waitedMs: 30 * 60_000, noShows: 2 }),
    aDay('2026-11-15', { served: 2, waitedMs: 25 * 60_000 }),
    aDay('2026-11-21', { served: 1, waitedMs: 5 * 60_000, noShows: 1 }),
  ];
  const { daily, weekly } = chartsOf(days, saturday);
  expect(daily.filter(({ served }) => served > 0)).toEqual([
    { day: '2026-11-15', served: 2, averageWaitMinutes: 13, noShows: 0 },
    { day: '2026-11-21', served: 1, averageWaitMinutes: 5, noShows: 1 },
  ]);
  expect(weekly.slice(-2)).toEqual([
    { weekOf: '2026-11-08', served: 4, averageWaitMinutes: 30, noShows: 2 },
    { weekOf: '2026-11-15', served: 3, averageWaitMinutes: 10, noShows: 1 },
  ]);
});

test('joins are added up by hour over all days; hours without one are left out', () => {
  const days = [
    aDay('2026-10-18', { joinsByHour: { 23: 1, 9: 0 } }),
    aDay('2026-11-21', { joinsByHour: { 0: 2, 9: 0, 23: 4 } }),
  ];
  expect(chartsOf(days, saturday).peakHours).toEqual([
    { hour: 0, joined: 2 },
    { hour: 23, joined: 5 },
  ]);
});

test('waits and promises are those of all five weeks', () => {
  const days = [
    aDay('2026-10-18', {
      waitsUnder5: 1,
      waitsLonger: 2,
      promises: 1,
      promiseErrorMs: 60_000,
      promisesKept: 1,
    }),
    aDay('2026-11-21', { waitsUnder5: 3, waitsUnder15: 4, promises: 2, promiseErrorMs: 500_000 }),
  ];
  const { waitTimes, promise } = chartsOf(days, saturday);
  expect(waitTimes.map(({ served }) => served)).toEqual([4, 0, 4, 0, 2]);
  expect(promise).toEqual({ mae: 3.1, coverage: 0.333, n: 3 });
});
