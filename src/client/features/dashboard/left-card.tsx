import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { relativeTime } from '../../../shared/copy/owner/durations.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { endedAtMs, recentlyLeft } from '../line/live/lists.ts';
import { GuestName, Party } from '../line/party/party.tsx';
import styles from './left-card.module.css';

const say = ownerCopy.dashboard;

/** Recently Left Customers (`docs/spec.md` section 2). */
export function LeftCard({ location, now }: { location: LocationView | undefined; now: number }) {
  const visits = location ? recentlyLeft(location, now) : [];
  return (
    <Card title={say.leftTitle} subtitle={say.leftSubtitle}>
      {visits.length === 0 ? (
        <p className={styles.nothing}>{say.leftEmpty}</p>
      ) : (
        <ul className={styles.list}>
          {visits.map((visit) => {
            const left = visit.status === 'left';
            const ago = relativeTime(now - endedAtMs(visit));
            return (
              <li key={visit.id} className={styles.gone}>
                <span className={styles.mark} data-left={left || undefined}>
                  <Icon name={left ? 'exit' : 'cross'} size={18} />
                </span>
                <div className={styles.goneWho}>
                  <GuestName visit={visit} />
                  <Party visit={visit} when={left ? say.left(ago) : say.removed(ago)} />
                  <Badge tone={left ? 'neutral' : 'danger'}>{left ? say.badgeLeft : say.badgeRemoved}</Badge>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
