/** Charts by member: the outcomes of the parties that each person admitted. */
import type { MemberCharts } from '../../../shared/contracts/analytics.ts';
import { CHART_DAYS } from '../../../shared/limits.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { addDays } from '../../../shared/time/local-hour.ts';
import { ActorNames } from '../../identity/actor-names.ts';
import type { LocationRecord } from '../../identity/members.ts';
import type { Result } from '../../location/rpc.ts';
import { loadFiguresByActor, locationById } from '../../location/stubs.ts';
import { startOfDay } from './zoned-time.ts';

/** The figures of today and of the last seven days, in the location's time zone. */
export async function loadMemberCharts(
  env: Env,
  { id, timezone, businessId }: LocationRecord,
  now: number,
): Promise<Result<{ charts: MemberCharts }>> {
  const location = locationById(env, id);
  if (location === null) return { ok: false, code: 'not_found' };
  const today = calendarDay(now, timezone);
  const names = await ActorNames.of(env, businessId);
  const since = (day: string) => loadFiguresByActor(location, startOfDay(day, timezone), names.owner);
  const [ofToday, ofWeek] = await Promise.all([since(today), since(addDays(today, 1 - CHART_DAYS))]);
  if (!ofToday.ok) return ofToday;
  if (!ofWeek.ok) return ofWeek;
  const named = ({ figures }: typeof ofToday) => figures.map((one) => names.named(one));
  return { ok: true, charts: { today: named(ofToday), week: named(ofWeek) } };
}
