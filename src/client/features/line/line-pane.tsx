import { useId, useState } from 'react';
import type { LocationView, VisitView } from '../../../shared/contracts/queue-view.ts';
import { lineCopy } from '../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { LINE_ACTION, useMay } from '../../member-area/may.tsx';
import { Button } from '../../ui/form/button.tsx';
import type { Duty } from './actions/use-duty.ts';
import type { Servers } from './actions/use-servers.ts';
import type { VisitActions } from './actions/use-visit-actions.ts';
import { CountAndRefresh } from './count-and-refresh.tsx';
import { PaneHead } from './desk/pane-head.tsx';
import type { LineControls } from './desk/use-line-controls.ts';
import { DutyStrip } from './duty-strip.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { passes, type LineFilter } from './filters/filters.ts';
import styles from './line-pane.module.css';
import { LazyPanels } from './lazy-panels.tsx';
import type { RowAction } from './live/predict.ts';
import { useNewGuests } from './new-guests/use-new-guests.ts';
import { LineList } from './rows/line-list.tsx';
import { rowInFocus, stepRow } from './rows/row-focus.ts';
import { SelectionBar } from './rows/selection-bar.tsx';
import { withUndoRows } from './rows/undo-rows.ts';
import type { FocusTarget } from './rows/use-restored-focus.ts';
import { FoundList } from './search/found-list.tsx';
import { searchAll } from './search/search.ts';
import { ServersSelect } from './servers-select.tsx';
import type { Shortcut } from './shortcuts/shortcuts.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

const say = ownerCopy.dashboard;
/** Shortcuts that act on the line. */
const actions: ReadonlySet<Shortcut> = new Set(['admit', 'remove', 'undo', 'walk-in', 'move']);

type Props = {
  /** The look of the stand: no head, and Remove only in the menu of a row. */
  look?: 'stand' | undefined;
  location: LocationView;
  username: string;
  now: number;
  controls: LineControls;
  visits: VisitActions;
  servers: Servers;
  duty: Duty;
  /** While true, Admit, Remove and Refresh do nothing. */
  blocked: boolean;
  onAct: (action: RowAction, focus: FocusTarget) => void;
  onRefresh: () => void;
};

/**
 * The pane of the waiting parties: Queue Management (`docs/spec.md` section 2). `location.queue` is the line to show,
 * with predictions applied. The pane scrolls separately from the page.
 */
export function LinePane(props: Props) {
  const { look, location, username, now, controls, visits, servers, duty, blocked, onAct, onRefresh } = props;
  const titleId = useId();
  const { queue } = location;
  const { search, adding, helping, opened, sound, shortcuts } = controls;
  const [filter, setFilter] = useState<LineFilter | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [movingId, setMovingId] = useState<string | null>(null);
  const { isNew, markOwn } = useNewGuests(location, sound.on);
  const mayAct = useMay(LINE_ACTION);
  useShortcuts(shortcuts.on, handleShortcut);

  const found = searchAll(location, search.typed, now);
  const offers = visits.offers.filter(
    // Parties that a sender notice removed (`discard`) get no undo row, because the notice has one undo for all
    // parties.
    ({ kind, locationId, visit }) => kind !== 'discard' && locationId === location.id && isInLine(visit),
  );
  const rows = withUndoRows(queue, offers).filter(
    ({ visit }) => filter === null || passes(filter, visit, now),
  );
  const shown = rows.filter(({ undo }) => undo === undefined).map(({ visit }) => visit);
  // The selected parties that the filter does not hide. An action changes only these parties.
  const chosen = shown.filter(({ id }) => selected?.has(id));
  const isBlocked = (visitId: string) => blocked || visits.isResting(visitId);

  function handleShortcut(shortcut: Shortcut): boolean {
    if (typeof shortcut === 'object') return toggleFilter(shortcut.filter);
    if (!mayAct && actions.has(shortcut)) return false;
    switch (shortcut) {
      case 'admit':
      case 'remove':
        return actOnRow(shortcut);
      case 'undo':
        return undoLast();
      case 'walk-in':
        adding.set(true);
        return true;
      case 'move':
        return openMove();
      case 'search':
        search.open();
        return true;
      case 'help':
        helping.set(true);
        return true;
      case 'close':
        return close();
      case 'next-row':
      case 'previous-row':
        return stepRow(shortcut === 'next-row' ? 1 : -1);
    }
  }

  /**
   * Applies a shortcut to the guest whose row has the focus. If no row has the focus, Admit acts on the first shown
   * party, and Remove does nothing. If the focus is in the list of arrivals, the shortcut does nothing.
   */
  function actOnRow(kind: 'admit' | 'remove'): boolean {
    if (found !== null || rowInFocus('arriving') !== null) return false;
    const row = rowInFocus('queue');
    const isNext = row === null && kind === 'admit';
    const visit = isNext ? shown[0] : shown.find(({ id }) => id === row);
    if (visit === undefined) return false;
    onAct({ kind, visit }, { list: 'queue', index: shown.indexOf(visit), kind });
    return true;
  }

  function undoLast(): boolean {
    const last = visits.offers.at(-1);
    if (last?.untilMs === undefined) return false;
    visits.undo(last);
    return true;
  }

  function openMove(): boolean {
    const row = rowInFocus('queue');
    if (row === null || queue.length < 2) return false;
    setMovingId(row);
    return true;
  }

  function toggleFilter(next: LineFilter): boolean {
    setFilter(next === filter ? null : next);
    return true;
  }

  /** Closes only the first open part, in this order: panel, selection, search, filter. */
  function close(): boolean {
    if (adding.on || opened.id !== null) {
      adding.set(false);
      opened.set(null);
    } else if (selected !== null) setSelected(null);
    else if (search.typed !== '') search.close();
    else if (filter === null) return false;
    else setFilter(null);
    return true;
  }

  function toggle({ id }: VisitView): void {
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  function actOnSelected(kind: 'admit' | 'remove'): void {
    visits.actOnAll(kind, chosen);
    setSelected(null);
  }

  return (
    <section aria-labelledby={titleId} className={styles.pane}>
      <div className={styles.top}>
        {look === 'stand' ? (
          <h2 id={titleId} className="sr">
            {say.queueTitle}
          </h2>
        ) : (
          <PaneHead
            id={titleId}
            title={say.queueTitle}
            note={say.queueSubtitle(location.address)}
            action={
              <>
                {duty.people.length === 0 && <ServersSelect servers={servers} />}
                <CountAndRefresh count={queue.length} blocked={blocked} onRefresh={onRefresh} />
              </>
            }
          />
        )}
        <DutyStrip duty={duty} />
        {queue.length > 0 && found === null && (
          <div className={styles.filters}>
            <FilterBar
              queue={queue}
              now={now}
              chosen={filter}
              onChoose={setFilter}
              selecting={selected !== null}
              onSelecting={(on) => setSelected(on ? new Set() : null)}
            />
          </div>
        )}
      </div>
      <div className={styles.rest}>
        {found !== null ? (
          <FoundList
            location={location}
            found={found}
            typed={search.typed}
            now={now}
            isBlocked={isBlocked}
            onAct={(action) => onAct(action, { list: 'queue', index: 0, kind: action.kind })}
            onOpen={({ id }) => opened.set(id)}
            onEnd={search.close}
          />
        ) : rows.length > 0 ? (
          <LineList
            location={location}
            rows={rows}
            isPart={filter !== null}
            hasRowMenus={look === 'stand'}
            now={now}
            isBlocked={isBlocked}
            isNew={isNew}
            selected={selected}
            onSelect={toggle}
            onOpen={({ id }) => opened.set(id)}
            onMoveTo={({ id }) => setMovingId(id)}
            onAct={onAct}
            onUndo={visits.undo}
          />
        ) : filter === null || queue.length === 0 ? (
          <EmptyQueue username={username} />
        ) : (
          <div className={styles.nobody}>
            <p>{lineCopy.filters.nobody}</p>
            <Button tone="quiet" onClick={() => setFilter(null)}>
              {lineCopy.filters.end}
            </Button>
          </div>
        )}
      </div>
      {selected !== null && (
        <SelectionBar
          count={chosen.length}
          busy={blocked}
          onAct={actOnSelected}
          onEnd={() => setSelected(null)}
        />
      )}
      <LazyPanels
        location={location}
        username={username}
        now={now}
        controls={controls}
        visits={visits}
        blocked={blocked}
        moving={queue.find(({ id }) => id === movingId)}
        onMove={setMovingId}
        onSelect={(visit) => {
          opened.set(null);
          toggle(visit);
        }}
        onAct={onAct}
        onAdded={markOwn}
      />
    </section>
  );
}

/** Whether the action of an undo offer was on a waiting party. */
function isInLine({ status }: VisitView): boolean {
  return status === 'waiting';
}
