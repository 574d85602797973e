import { useId, useState, type PointerEvent } from 'react';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { relativeTime } from '../../../../shared/copy/en/durations.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Button } from '../../../ui/form/button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { isOverdue } from '../live/lists.ts';
import { GuestName, Party } from './party.tsx';
import type { MenuAction, RowAction } from '../live/predict.ts';
import styles from '../queue.module.css';
import { Replies } from './replies.tsx';
import { TextCost, TextLine } from './text-line.tsx';

const say = ownerCopy.dashboard;
const { tools } = ownerCopy;

type Props = {
  visit: VisitView;
  position: number;
  /** The length of the line. */
  count: number;
  /** Further actions on the visit. */
  menu: readonly MenuAction[];
  now: number;
  blocked: boolean;
  /** Whether the guest joined while the list was open: the row lights up for 2 s. */
  isNew: boolean;
  onAct: (action: RowAction) => void;
  /** Starts dragging the row; absent if rows cannot be dragged. */
  onDrag?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
};

/** The row of a waiting party: position, facts, two buttons and a menu. */
export function QueueRow({ visit, position, count, menu, now, blocked, isNew, onAct, onDrag }: Props) {
  const [fresh] = useState(isNew);
  const id = useId();
  const nameId = `${id}-name`;
  // The buttons' accessible names include the guest, such as 'Admit Mara Lindqvist', for a screen reader's list of
  // buttons.
  const named = (kind: 'admit' | 'remove') => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
    'data-kind': kind,
    busy: blocked,
    onClick: () => onAct({ kind, visit }),
  });
  const items = [...movesOf(visit, position, count), ...menu];
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
        {visit.textCredits !== undefined && <TextCost credits={visit.textCredits} />}
      </div>
      <div className={styles.actions}>
        <Button tone={position === 1 ? 'primary' : 'quiet'} className={styles.admit} {...named('admit')}>
          {say.admit}
        </Button>
        <Button tone="quiet" className={styles.remove} {...named('remove')}>
          {say.remove}
        </Button>
      </div>
      {items.length > 0 && (
        <MenuButton
          className={styles.more}
          label={tools.more(fullName(visit))}
          data-kind="more"
          items={items.map(({ action, ...item }) => ({ ...item, run: () => onAct(action) }))}
        />
      )}
    </li>
  );
}

/** The moves that are possible from this position; none in a line of one. */
function movesOf(visit: VisitView, position: number, count: number): MenuAction[] {
  const moveTo = (to: number): RowAction => ({ kind: 'move', visit, position: to });
  const up = [
    { label: tools.toFront, action: moveTo(1) },
    { label: tools.moveUp, action: moveTo(position - 1) },
  ];
  const down = [
    { label: tools.skip, action: { kind: 'skip', visit } as const },
    { label: tools.toEnd, action: moveTo(count) },
  ];
  return [...(position > 1 ? up : []), ...(position < count ? down : [])];
}
