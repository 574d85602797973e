import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { readVisitHours } from './visit-hours.ts';
import { chartRange, chartsOf } from './charts.ts';

/**
 * The charts of a location as of now (epoch milliseconds), in its current time zone. One round trip to D1.
 */
export async function loadAnalytics(
  { DB }: Pick<Env, 'DB'>,
  { id, timezone }: { id: string; timezone: string },
  now: number,
): Promise<Analytics> {
  const today = calendarDay(now, timezone);
  return chartsOf(await readVisitHours(DB, id, chartRange(today)), today);
}
