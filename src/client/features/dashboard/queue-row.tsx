import { useId, useState, type PointerEvent } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { relativeTime } from '../../../shared/copy/durations.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx';
import { fullName } from './deed-words.ts';
import type { Deed } from './deeds.ts';
import { isOverdue } from './lists.ts';
import { GuestName, Party } from './party.tsx';
import styles from './queue.module.css';
import { Replies } from './replies.tsx';
import { TextLine } from './text-line.tsx';

const say = ownerCopy.dashboard;
const { tools } = ownerCopy;

type Props = {
  visit: VisitView;
  position: number;
  /** How many wait. */
  count: number;
  now: number;
  blocked: boolean;
  /** A guest who came while the list stood: the row lights up for 2 s. */
  isNew: boolean;
  onAct: (deed: Deed) => void;
  /** Starts dragging the row; absent where rows have no place to be dragged to. */
  onDrag?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
};

/** One waiting party on the line, with its place, its facts, its two buttons and, behind three dots, its moves. */
export function QueueRow({ visit, position, count, now, blocked, isNew, onAct, onDrag }: Props) {
  const [fresh] = useState(isNew);
  const id = useId();
  const nameId = `${id}-name`;
  // 'Admit Mara Lindqvist': in a reader's list of buttons, too, each says whom it is about.
  const named = (kind: 'admit' | 'remove') => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
    'data-kind': kind,
    busy: blocked,
    onClick: () => onAct({ kind, visit }),
  });
  const moves = movesOf(visit, position, count);
  return (
    <li
      className={styles.row}
      data-visit={visit.id}
      data-next={position === 1 || undefined}
      data-fresh={fresh || undefined}
    >
      <span
        className={styles.place}
        data-drag={onDrag !== undefined || undefined}
        title={onDrag && tools.dragHint}
        onPointerDown={onDrag}
      >
        {position}
      </span>
      <div className={styles.who}>
        <GuestName visit={visit} id={nameId} />
        <Party
          visit={visit}
          when={say.joined(relativeTime(now - Date.parse(visit.joinedAt)))}
          late={isOverdue(visit, now) ? tools.overdue(visit.promised?.high ?? 0) : undefined}
        />
        <Replies visit={visit} now={now} />
        {visit.message && <TextLine state={visit.message} />}
      </div>
      <div className={styles.actions}>
        <Button tone={position === 1 ? 'primary' : 'quiet'} className={styles.admit} {...named('admit')}>
          {say.admit}
        </Button>
        <Button tone="quiet" className={styles.remove} {...named('remove')}>
          {say.remove}
        </Button>
      </div>
      {moves.length > 0 && (
        <MenuButton
          className={styles.more}
          label={tools.more(fullName(visit))}
          data-kind="more"
          items={moves.map(([label, deed]): MenuItem => ({ label, run: () => onAct(deed) }))}
        />
      )}
    </li>
  );
}

/** Where the visit can be moved from its place: nowhere in a line of one. */
function movesOf(visit: VisitView, position: number, count: number): [label: string, deed: Deed][] {
  const moves: [label: string, deed: Deed][] = [];
  if (position > 1) {
    moves.push(
      [tools.toFront, { kind: 'move', visit, position: 1 }],
      [tools.moveUp, { kind: 'move', visit, position: position - 1 }],
    );
  }
  if (position < count) {
    moves.push(
      [tools.skip, { kind: 'skip', visit, position: position + 1 }],
      [tools.toEnd, { kind: 'move', visit, position: count }],
    );
  }
  return moves;
}
