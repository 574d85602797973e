import { analyticsCopy } from '../../../shared/copy/en/owner/analytics.ts';

/** Formats in UTC, because calendar days have no time zone. */
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const dateOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

/** A day ('YYYY-MM-DD') as 'Sat, Nov 21'. */
export function dayLabel(day: string): string {
  return `${weekday.format(dateOf(day))}, ${monthAndDay.format(dateOf(day))}`;
}

/** A week by its Sunday, as 'Week of Nov 15' (`docs/spec.md` section 9). */
export function weekLabel(sunday: string): string {
  return analyticsCopy.performance.weekOf(monthAndDay.format(dateOf(sunday)));
}
