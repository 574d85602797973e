import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';

/** These formatters use UTC, because calendar days have no time zone. */
const monthAndDay = new Intl.DateTimeFormat(pageLocale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(pageLocale, { weekday: 'short', timeZone: 'UTC' });

const dateOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

/** A day ('YYYY-MM-DD') as 'Sat, Nov 21'. */
export function dayLabel(day: string): string {
  return `${weekday.format(dateOf(day))}, ${monthAndDay.format(dateOf(day))}`;
}

/** A week, named by its Sunday, as 'Week of Nov 15' (`docs/spec.md` section 9). */
export function weekLabel(sunday: string): string {
  return analyticsCopy.performance.weekOf(monthAndDay.format(dateOf(sunday)));
}
