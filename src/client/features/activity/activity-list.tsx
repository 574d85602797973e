import { clockLocale } from '../../../shared/copy/page-language.ts';
import type { ActivityEvent, LoggedKind } from '../../../shared/contracts/activity.ts';
import { sentenceOf } from '../../../shared/event-words.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { clockTime, longDate } from '../../lib/format.ts';
import { Icon, type IconName } from '../../ui/owner-icon.tsx';
import styles from './activity.module.css';

const icons: Record<LoggedKind, IconName> = {
  joined: 'plus',
  added: 'plus',
  preference_changed: 'phone',
  edited: 'note',
  moved: 'move',
  on_my_way: 'walk',
  more_time: 'clock',
  almost_there_told: 'message',
  admitted: 'bell',
  called_again: 'bell',
  hold_ended: 'clock',
  put_back: 'refresh',
  undone: 'refresh',
  recalled: 'refresh',
  arrived: 'check',
  no_show: 'cross',
  auto_resolved: 'check',
  left: 'exit',
  removed: 'cross',
  erased: 'trash',
  paused: 'pause',
  resumed: 'pause',
  servers_set: 'users',
  duty_began: 'users',
  duty_ended: 'users',
  settings_changed: 'menu',
  address_changed: 'note',
  credits_set: 'card',
};

type Props = { events: readonly ActivityEvent[]; timezone: string };

/** Events under the days on which they happened, in the location's time zone. */
export function ActivityList({ events, timezone }: Props) {
  const byDay = Map.groupBy(events, ({ at }) => calendarDay(Date.parse(at), timezone));
  return [...byDay].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={day}>
      <h2 id={day} className={styles.day}>
        {longDate(Date.parse(ofDay[0]?.at ?? ''), timezone, clockLocale)}
      </h2>
      <ol className={styles.list}>
        {ofDay.map((event) => (
          <li key={event.n} data-kind={event.kind}>
            <time dateTime={event.at}>{clockTime(Date.parse(event.at), timezone, clockLocale)}</time>
            <Icon name={isKnown(event.kind) ? icons[event.kind] : 'note'} size={18} />
            <span>{sentenceOf(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  ));
}

function isKnown(kind: string): kind is LoggedKind {
  return Object.hasOwn(icons, kind);
}
