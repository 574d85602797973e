import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { usePaintedUnless } from '../../../ui/use-painted.ts';
import type { UndoOffer } from '../actions/use-undo-offers.ts';
import type { RowAction } from '../live/predict.ts';
import styles from './line-list.module.css';
import { LineRow, type RowEvents } from './line-row.tsx';
import { dragRow } from './row-drag.ts';
import { undoWords, type Row } from './undo-rows.ts';
import { UndoRow } from './undo-row.tsx';
import type { FocusTarget } from './use-restored-focus.ts';

/** If a line has more rows than this number, the rows that are out of sight are not drawn. */
const LONG_LINE = 40;
/**
 * The number of rows in the first paint on a phone. These rows fill the screen. The other rows are rendered directly
 * after the first paint.
 */
const FIRST_ROWS = 12;
const WIDER_THAN_PHONE = '(min-width: 36rem)';

type Props = {
  location: LocationView;
  /** The rows in order: the whole line, or only the parties that pass the filter. */
  rows: Row[];
  /** Whether the rows are only a part of the line. If true, no row can be dragged. */
  isPart: boolean;
  /** Whether each row has a menu with Remove, instead of a Remove button. */
  hasRowMenus: boolean;
  now: number;
  isBlocked: (visitId: string) => boolean;
  isNew: (visitId: string) => boolean;
  /** The selected parties; null while parties are not being selected. */
  selected: ReadonlySet<string> | null;
  onSelect: (visit: VisitView) => void;
  onOpen: (visit: VisitView) => void;
  onMoveTo: (visit: VisitView) => void;
  onAct: (action: RowAction, focus: FocusTarget) => void;
  onUndo: (offer: UndoOffer) => void;
};

/**
 * The list of the parties in line, the next party first. The grip of a row drags the row. Alt with an arrow key moves a
 * row by one place.
 */
export function LineList(props: Props) {
  const { location, rows, isPart, hasRowMenus, now, isBlocked, isNew, selected, onAct, onUndo } = props;
  const shown = rows.filter(({ undo }) => undo === undefined).map(({ visit }) => visit);
  const drawn = usePaintedUnless(WIDER_THAN_PHONE) ? rows : rows.slice(0, FIRST_ROWS);
  const count = location.queue.length;
  const mayAct = useMay(LINE_ACTION);
  const list = useRef<HTMLOListElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const events = useRowEvents({
    act: (kind, visit) => onAct({ kind, visit }, { list: 'queue', index: shown.indexOf(visit), kind }),
    open: props.onOpen,
    moveTo: props.onMoveTo,
    toggle: props.onSelect,
    drag,
  });

  function moveTo(visit: VisitView, position: number): void {
    const target = { list: 'queue', index: shown.indexOf(visit), kind: 'open', visitId: visit.id } as const;
    onAct({ kind: 'move', visit, position }, target);
  }

  function drag(event: PointerEvent<HTMLElement>, visit: VisitView): void {
    const row = event.currentTarget.closest('li');
    if (event.button !== 0 || row === null || list.current === null || marker.current === null) return;
    const parts = { list: list.current, row, marker: marker.current, startY: event.clientY };
    dragRow(parts, (position) => moveTo(visit, position));
  }

  function handleKeys(event: KeyboardEvent<HTMLElement>): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0 || !(event.target instanceof Element)) return;
    // An open menu of a row has already used the key.
    if (!mayAct || isPart || selected !== null || event.defaultPrevented) return;
    const id = event.target.closest<HTMLElement>('[data-visit]')?.dataset['visit'];
    const visit = shown.find((one) => one.id === id);
    const position = (visit?.position ?? 0) + by;
    if (visit === undefined || position < 1 || position > count) return;
    event.preventDefault();
    moveTo(visit, position);
  }

  return (
    <div className={styles.box} role="presentation" onKeyDown={handleKeys}>
      <ol
        ref={list}
        className={styles.list}
        aria-label={ownerCopy.dashboard.queueList}
        data-list="queue"
        data-long={count > LONG_LINE || undefined}
        data-part={isPart || undefined}
      >
        {drawn.map(({ visit, undo }) =>
          undo === undefined ? (
            <LineRow
              key={visit.id}
              visit={visit}
              position={visit.position ?? 1}
              now={now}
              blocked={isBlocked(visit.id)}
              isNew={isNew(visit.id)}
              canDrag={count > 1 && !isPart}
              hasMenu={hasRowMenus}
              selected={selected?.has(visit.id)}
              events={events}
            />
          ) : (
            <UndoRow
              key={`undo-${visit.id}`}
              visit={visit}
              words={undoWords(undo, location)}
              untilMs={undo.untilMs}
              onUndo={() => onUndo(undo)}
            />
          ),
        )}
      </ol>
      <div ref={marker} className={styles.marker} hidden />
    </div>
  );
}

/**
 * A ref to the newest event handlers. The ref object never changes, so that new handlers do not cause a new render of
 * the rows.
 */
function useRowEvents(newest: RowEvents) {
  const events = useRef(newest);
  useLayoutEffect(() => {
    events.current = newest;
  });
  return events;
}
