import { useId, useState, type RefObject } from 'react';
import { ownerCopy, relativeTime } from '../../../shared/copy/owner.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { Button } from '../../ui/button.tsx';
import { fullName, Party } from './party.tsx';
import styles from './queue.module.css';
import type { VisitAction } from './use-visit-actions.ts';

const say = ownerCopy.dashboard;

type Props = {
  visit: VisitView;
  position: number;
  now: number;
  blocked: boolean;
  /** Whether the list stood before this row came: then the row is a new guest and lights up for 2 s. */
  painted: RefObject<boolean>;
  onAct: (kind: VisitAction['kind']) => void;
};

/** One waiting party on the line, with its place, its facts and its two buttons. */
export function QueueRow({ visit, position, now, blocked, painted, onAct }: Props) {
  const [fresh] = useState(() => painted.current);
  const nameId = useId();
  return (
    <li className={styles.row} data-fresh={fresh || undefined}>
      <span className={styles.place}>{position}</span>
      <div className={styles.who}>
        <h3 id={nameId}>
          <bdi>{fullName(visit)}</bdi>
        </h3>
        <Party visit={visit} when={say.joined(relativeTime(now - Date.parse(visit.joinedAt)))} />
      </div>
      <div className={styles.actions}>
        <Button
          tone={position === 1 ? 'primary' : 'quiet'}
          className={styles.admit}
          data-kind="admit"
          busy={blocked}
          aria-describedby={nameId}
          onClick={() => onAct('admit')}
        >
          {say.admit}
        </Button>
        <Button
          tone="quiet"
          className={styles.remove}
          data-kind="remove"
          busy={blocked}
          aria-describedby={nameId}
          onClick={() => onAct('remove')}
        >
          {say.remove}
        </Button>
      </div>
    </li>
  );
}
