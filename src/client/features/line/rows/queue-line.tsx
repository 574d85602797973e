import { useRef, type PointerEvent } from 'react';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import styles from '../queue.module.css';
import { QueueRow } from './queue-row.tsx';
import { dragRow } from './row-drag.ts';
import type { FocusTarget } from './use-restored-focus.ts';

/** From this length on, rows out of sight are not rendered. */
const LONG_LINE = 60;

type Props = {
  location: LocationView;
  /** In order: the whole line, or the parties found by the search. */
  shown: VisitView[];
  now: number;
  isBlocked: (visitId: string) => boolean;
  isNew: (visitId: string) => boolean;
  onAct: (action: RowAction, focus: FocusTarget) => void;
};

/** The parties in line, next one first. A mouse can drag a row by its number; every move is also in the row's menu. */
export function QueueLine({ location, shown, now, isBlocked, isNew, onAct }: Props) {
  const count = location.queue.length;
  const list = useRef<HTMLOListElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const canDrag = count > 1 && shown.length === count;

  function act(action: RowAction, index: number): void {
    const isMove = action.kind === 'move' || action.kind === 'skip';
    onAct(action, {
      list: 'queue',
      index,
      kind: isMove ? 'more' : action.kind,
      ...(isMove && { visitId: action.visit.id }),
    });
  }

  function drag(event: PointerEvent<HTMLElement>, visit: VisitView, index: number): void {
    // A touch scrolls the page instead.
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const row = event.currentTarget.closest('li');
    if (row === null || list.current === null || marker.current === null) return;
    event.preventDefault();
    const parts = { list: list.current, row, marker: marker.current, startY: event.clientY };
    dragRow(parts, (position) => act({ kind: 'move', visit, position }, index));
  }

  return (
    <div className={styles.lineBox}>
      <ol
        ref={list}
        className={styles.line}
        aria-label={ownerCopy.dashboard.queueList}
        data-list="queue"
        data-long={count > LONG_LINE || undefined}
        data-part={shown.length < count || undefined}
      >
        {shown.map((visit, index) => (
          <QueueRow
            key={visit.id}
            visit={visit}
            position={visit.position ?? index + 1}
            count={count}
            menu={menuOf(location, visit, now)}
            now={now}
            blocked={isBlocked(visit.id)}
            isNew={isNew(visit.id)}
            onAct={(action) => act(action, index)}
            onDrag={canDrag ? (event) => drag(event, visit, index) : undefined}
          />
        ))}
      </ol>
      <div ref={marker} className={styles.marker} hidden />
    </div>
  );
}
