import { useId } from 'react';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { PaneHead } from './desk/pane-head.tsx';
import type { LineControls } from './desk/use-line-controls.ts';
import { CountAndRefresh } from './count-and-refresh.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { found } from './live/lists.ts';
import type { RowAction } from './live/predict.ts';
import { useNewGuests } from './new-guests/use-new-guests.ts';
import { NobodyFound } from './queue-search.tsx';
import { QueueLine } from './rows/queue-line.tsx';
import { rowInFocus, stepRow } from './rows/row-focus.ts';
import type { FocusTarget } from './rows/use-restored-focus.ts';
import type { Shortcut } from './shortcuts/shortcuts.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { WalkInDialog } from './walk-in/walk-in-form.tsx';

const say = ownerCopy.dashboard;

type Props = {
  location: LocationView;
  username: string;
  now: number;
  /** Admit, Remove and Refresh do nothing while true. */
  blocked: boolean;
  controls: LineControls;
  /** Whether a row ignores presses because it has just moved. */
  isResting: (visitId: string) => boolean;
  /** Returns whether the action was started. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
  /** Undoes the last admit or remove; returns false if that is not possible. */
  onUndo: () => boolean;
  onRefresh: () => void;
};

/**
 * The pane of the waiting parties: Queue Management (`docs/spec.md` section 2). `location.queue` is the line to show, with
 * predictions. The pane scrolls by itself.
 */
export function LinePane({
  location,
  username,
  now,
  blocked,
  controls,
  isResting,
  onAct,
  onUndo,
  onRefresh,
}: Props) {
  const titleId = useId();
  const { queue } = location;
  const { search, adding, helping, sound, shortcuts } = controls;
  const shown = found(queue, search.typed);
  const { isNew, markOwn } = useNewGuests(location, sound.on);
  useShortcuts(shortcuts.on, handleShortcut);

  function handleShortcut(shortcut: Shortcut): boolean {
    switch (shortcut) {
      case 'admit':
      case 'remove':
        return actOnRow(shortcut);
      case 'undo':
        return onUndo();
      case 'search':
        search.field.current?.focus();
        return true;
      case 'help':
        helping.set(true);
        return true;
      case 'next-row':
      case 'previous-row':
        return stepRow(shortcut === 'next-row' ? 1 : -1);
    }
  }

  /**
   * Applies a shortcut to the guest whose row has the focus. Without a focused row, Admit takes the next shown party
   * and Remove does nothing. If the focus is in the list of arrivals, the shortcut does nothing.
   */
  function actOnRow(kind: 'admit' | 'remove'): boolean {
    if (rowInFocus('arriving') !== null) return false;
    const row = rowInFocus('queue');
    const isNext = row === null && kind === 'admit';
    const visit = isNext ? shown[0] : shown.find(({ id }) => id === row);
    if (visit === undefined) return false;
    onAct({ kind, visit }, { list: 'queue', index: shown.indexOf(visit), kind });
    return true;
  }

  return (
    <section aria-labelledby={titleId}>
      <PaneHead
        id={titleId}
        title={say.queueTitle}
        note={say.queueSubtitle(location.address)}
        action={<CountAndRefresh count={queue.length} blocked={blocked} onRefresh={onRefresh} />}
      />
      {queue.length === 0 && <EmptyQueue username={username} />}
      {queue.length > 0 && shown.length === 0 && <NobodyFound onEnd={() => search.set('')} />}
      {shown.length > 0 && (
        <QueueLine
          location={location}
          shown={shown}
          now={now}
          isBlocked={(visitId) => blocked || isResting(visitId)}
          isNew={isNew}
          onAct={onAct}
        />
      )}
      <WalkInDialog
        locationId={location.id}
        open={adding.on}
        onAdded={markOwn}
        onClose={() => adding.set(false)}
      />
      <ShortcutsDialog
        open={helping.on}
        enabled={shortcuts.on}
        onEnable={shortcuts.set}
        onClose={() => helping.set(false)}
      />
    </section>
  );
}
