/** Charts of a location, from its hourly figures. Pure (`docs/spec.md` section 9, 10.6 and 10.12). */
import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { CHART_DAYS, CHART_WEEKS } from '../../../shared/limits.ts';
import { addDays, sundayOf } from '../../../shared/time/local-hour.ts';
import type { DayCounts } from './visit-hours.ts';

const DAYS_OF_WEEK = 7;

/** The days of the charts: from the Sunday that begins the first of `CHART_WEEKS` weeks, to today. */
export function chartRange(today: string): { from: string; to: string } {
  return { from: addDays(sundayOf(today), -DAYS_OF_WEEK * (CHART_WEEKS - 1)), to: today };
}

/** Returns the charts. `days`: the figures of the days in `chartRange(today)`. */
export function chartsOf(days: DayCounts[], today: string): Analytics {
  const { from } = chartRange(today);
  const inDays = (first: string, count: number) => {
    const after = addDays(first, count);
    return days.filter(({ day }) => day >= first && day < after);
  };
  const weeks = Array.from({ length: CHART_WEEKS }, (_, n) => addDays(from, DAYS_OF_WEEK * n));
  const lastDays = Array.from({ length: CHART_DAYS }, (_, n) => addDays(today, n + 1 - CHART_DAYS));
  return {
    daily: lastDays.map((day) => ({ day, ...figuresOf(inDays(day, 1)) })),
    weekly: weeks.map((weekOf) => ({ weekOf, ...figuresOf(inDays(weekOf, DAYS_OF_WEEK)) })),
    peakHours: peakHoursOf(days),
    waitTimes: [
      { fromMinutes: 0, toMinutes: 5, served: total(days, 'waitsUnder5') },
      { fromMinutes: 5, toMinutes: 10, served: total(days, 'waitsUnder10') },
      { fromMinutes: 10, toMinutes: 15, served: total(days, 'waitsUnder15') },
      { fromMinutes: 15, toMinutes: 30, served: total(days, 'waitsUnder30') },
      { fromMinutes: 30, toMinutes: null, served: total(days, 'waitsLonger') },
    ],
    promise: promiseOf(days),
  };
}

function figuresOf(days: DayCounts[]) {
  const served = total(days, 'served');
  return {
    served,
    averageWaitMinutes: served === 0 ? null : Math.round(total(days, 'waitedMs') / served / 60_000),
    noShows: total(days, 'noShows'),
  };
}

function peakHoursOf(days: DayCounts[]): Analytics['peakHours'] {
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    joined: days.reduce((sum, { joinsByHour }) => sum + (joinsByHour[hour] ?? 0), 0),
  })).filter(({ joined }) => joined > 0);
}

function promiseOf(days: DayCounts[]): Analytics['promise'] {
  const n = total(days, 'promises');
  if (n === 0) return { mae: null, coverage: null, n };
  return {
    mae: Math.round((total(days, 'promiseErrorMs') / n / 60_000) * 10) / 10,
    coverage: Math.round((total(days, 'promisesKept') / n) * 1000) / 1000,
    n,
  };
}

function total(days: DayCounts[], name: Exclude<keyof DayCounts, 'day' | 'joinsByHour'>): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}
