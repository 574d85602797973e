import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { relativeTime } from '../../../../shared/copy/en/durations.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import styles from './party.module.css';

const { tools } = ownerCopy;

/** The replies of a guest. Replies need no action, but help the owner to decide which guest to call next. */
export function Replies({ visit, now }: { visit: VisitView; now: number }) {
  const { onMyWayAt, moreTimeAt } = visit;
  if (onMyWayAt === undefined && moreTimeAt === undefined) return null;
  return (
    <p className={styles.replies}>
      {onMyWayAt !== undefined && (
        <Badge icon="walk">{tools.onMyWay(relativeTime(now - Date.parse(onMyWayAt)))}</Badge>
      )}
      {moreTimeAt !== undefined && <Badge icon="clock">{tools.moreTime}</Badge>}
    </p>
  );
}
