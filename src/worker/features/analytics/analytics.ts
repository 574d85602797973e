import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { readVisitHours } from './visit-hours.ts';
import { chartRange, chartsOf } from './charts.ts';

/**
 * Returns the charts of a location at the time `now` (epoch milliseconds), in the location's current time zone, by one
 * query of D1.
 */
export async function loadAnalytics(
  { DB }: Pick<Env, 'DB'>,
  { id, timezone }: { id: string; timezone: string },
  now: number,
): Promise<Analytics> {
  const today = calendarDay(now, timezone);
  return chartsOf(await readVisitHours(DB, id, chartRange(today)), today);
}
