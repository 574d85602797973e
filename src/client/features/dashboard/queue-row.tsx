import { useId, useState, type RefObject } from 'react';
import { ownerCopy, relativeTime } from '../../../shared/copy/owner.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { Button } from '../../ui/button.tsx';
import { GuestName, Party } from './party.tsx';
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
  const id = useId();
  const nameId = `${id}-name`;
  // 'Admit Mara Lindqvist': in a reader's list of buttons, too, each says whom it is about.
  const named = (kind: VisitAction['kind']) => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
  });
  return (
    <li className={styles.row} data-fresh={fresh || undefined}>
      <span className={styles.place}>{position}</span>
      <div className={styles.who}>
        <GuestName visit={visit} id={nameId} />
        <Party visit={visit} when={say.joined(relativeTime(now - Date.parse(visit.joinedAt)))} />
      </div>
      <div className={styles.actions}>
        <Button
          tone={position === 1 ? 'primary' : 'quiet'}
          className={styles.admit}
          {...named('admit')}
          data-kind="admit"
          busy={blocked}
          onClick={() => onAct('admit')}
        >
          {say.admit}
        </Button>
        <Button
          tone="quiet"
          className={styles.remove}
          {...named('remove')}
          data-kind="remove"
          busy={blocked}
          onClick={() => onAct('remove')}
        >
          {say.remove}
        </Button>
      </div>
    </li>
  );
}
