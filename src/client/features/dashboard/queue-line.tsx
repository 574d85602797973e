import { useRef, type PointerEvent } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import type { Deed } from './deeds.ts';
import styles from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import { dragRow } from './row-drag.ts';
import type { FocusWish } from './use-focus-kept.ts';

/** From this many parties on, rows out of sight are not drawn. */
const LONG_LINE = 60;

type Props = {
  /** In order; the whole line or the part that was looked for. */
  shown: VisitView[];
  /** How many wait. */
  count: number;
  now: number;
  isBlocked: (visitId: string) => boolean;
  isNew: (visitId: string) => boolean;
  onAct: (deed: Deed, focus: FocusWish) => void;
};

/** The parties in line, next one first. A mouse drags a row by its number; every move is in the row's menu, too. */
export function QueueLine({ shown, count, now, isBlocked, isNew, onAct }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const canDrag = count > 1 && shown.length === count;

  function act(deed: Deed, index: number): void {
    const isMove = deed.kind === 'move' || deed.kind === 'skip';
    onAct(deed, {
      list: 'queue',
      index,
      kind: isMove ? 'more' : deed.kind,
      ...(isMove && { visitId: deed.visit.id }),
    });
  }

  function drag(event: PointerEvent<HTMLElement>, visit: VisitView, index: number): void {
    // A finger scrolls the page.
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
            now={now}
            blocked={isBlocked(visit.id)}
            isNew={isNew(visit.id)}
            onAct={(deed) => act(deed, index)}
            onDrag={canDrag ? (event) => drag(event, visit, index) : undefined}
          />
        ))}
      </ol>
      <div ref={marker} className={styles.marker} hidden />
    </div>
  );
}
