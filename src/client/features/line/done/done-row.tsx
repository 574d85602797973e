import { deskCopy } from '../../../../shared/copy/en/desk.ts';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../../lib/format.ts';
import { fullName } from '../actions/action-toasts.ts';
import type { DoneVisit } from '../live/lists.ts';
import styles from './done.module.css';

const say = deskCopy.done;
const { dashboard } = ownerCopy;

/** The row of a visit that is over: when it ended, its size, name and outcome. */
export function DoneRow({ done: { visit, atMs }, timezone }: { done: DoneVisit; timezone: string }) {
  const { words, tone } = outcomeOf(visit);
  return (
    <li className={styles.row} data-visit={visit.id}>
      <time>{clockTime(atMs, timezone, 'en-GB')}</time>
      <span className={styles.size} aria-hidden="true">
        {visit.numGuests}
      </span>
      <div className={styles.who}>
        <h3>
          <bdi>{fullName(visit)}</bdi>
        </h3>
        <p className={styles.outcome} data-tone={tone}>
          {words}
        </p>
        <span className="sr">{dashboard.guests(visit.numGuests)}</span>
      </div>
    </li>
  );
}

/** What became of a visit, in words. */
function outcomeOf(visit: VisitView): { words: string; tone?: 'ok' | 'bad' } {
  switch (visit.status) {
    case 'arrived':
      return { words: say.arrivedAfter(waitedMinutes(visit)), tone: 'ok' };
    case 'no_show':
      return { words: say.noShow, tone: 'bad' };
    case 'left':
      return { words: dashboard.badgeLeft };
    case 'removed':
      return { words: dashboard.badgeRemoved, tone: 'bad' };
    case 'waiting':
    case 'admitted':
      return { words: say.called };
  }
}

function waitedMinutes({ joinedAt, admittedAt }: VisitView): number {
  return admittedAt === undefined ? 0 : Math.round((Date.parse(admittedAt) - Date.parse(joinedAt)) / 60_000);
}
