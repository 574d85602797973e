import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import type { LocationView, VisitView } from '../../../shared/contracts/queue-view.ts';
import { Card } from '../../ui/card.tsx';
import { CountAndRefresh } from './count-and-refresh.tsx';
import type { RowAction } from './live/predict.ts';
import { EmptyQueue } from './empty-queue.tsx';
import { arriving, found } from './live/lists.ts';
import { armNewGuestSound, playNewGuestSound } from './new-guests/new-guest-sound.ts';
import { QueueLine } from './rows/queue-line.tsx';
import { NobodyFound, QueueSearch } from './queue-search.tsx';
import { PausedNote, QueueTools, ToArriving } from './queue-tools.tsx';
import { rowInFocus, stepRow } from './rows/row-focus.ts';
import type { Shortcut } from './shortcuts/shortcuts.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import tools from './tools.module.css';
import type { FocusTarget } from './rows/use-restored-focus.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useNewGuests } from './new-guests/use-new-guests.ts';
import { usePause } from './actions/use-pause.ts';
import { useScreenOn } from './use-screen-on.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { WalkInDialog } from './walk-in/walk-in-form.tsx';
import { readStored, store } from '../../lib/storage.ts';

const say = ownerCopy.dashboard;
/** The search is shown from this length of the line on. */
const SEARCHED_FROM = 9;
/** From this width on the tools are beside Refresh; on narrower screens they have their own row. */
const BESIDE_REFRESH = '(min-width: 48rem)';

type Props = {
  location: LocationView;
  username: string;
  now: number;
  /** Admit, Remove and Refresh do nothing while true. */
  blocked: boolean;
  /** Whether a row ignores presses because it has just moved. */
  isResting: (visitId: string) => boolean;
  /** Returns whether the action was started. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
  /** Undoes the last admit or remove; returns false if that is not possible. */
  onUndo: () => boolean;
  onRefresh: () => void;
};

/** Queue Management (`docs/spec.md` section 2). `location.queue` is the line to show, with predictions. */
export function QueueCard({ location, username, now, blocked, isResting, onAct, onUndo, onRefresh }: Props) {
  const { queue } = location;
  const search = useSearch(queue);
  const [adding, setAdding] = useState(false);
  const [helping, setHelping] = useState(false);
  const [sounding, setSounding] = useStoredSwitch('holdline:new-guest-sound', false);
  const [screenOn, setScreenOn] = useStoredSwitch('holdline:screen-on', false);
  const [withKeys, setWithKeys] = useStoredSwitch('holdline:shortcuts', true);
  const { paused, setPaused } = usePause(location);
  const { isNew, markOwn } = useNewGuests(location, sounding);
  const isWide = useMedia(BESIDE_REFRESH);
  useScreenOn(screenOn);
  useShortcuts(withKeys, handleShortcut);

  /** The press that switches the sound on also allows the page to play it, and plays a sample. */
  function switchSound(on: boolean): void {
    setSounding(on);
    if (on) void armNewGuestSound().then(playNewGuestSound);
  }

  function handleShortcut(shortcut: Shortcut): boolean {
    switch (shortcut) {
      case 'admit':
      case 'remove':
        return actOnRow(shortcut);
      case 'undo':
        return onUndo();
      case 'search':
        return search.open();
      case 'help':
        setHelping(true);
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
    const visit = isNext ? search.shown[0] : search.shown.find(({ id }) => id === row);
    if (visit === undefined) return false;
    onAct({ kind, visit }, { list: 'queue', index: search.shown.indexOf(visit), kind });
    return true;
  }

  const called = arriving(location, now).length;
  const toArriving = queue.length > 0 && called > 0 && <ToArriving count={called} />;
  const lineTools = (
    <QueueTools
      toArriving={!isWide && toArriving}
      paused={{ on: paused, set: setPaused }}
      sound={{ on: sounding, set: switchSound }}
      screenOn={{ on: screenOn, set: setScreenOn }}
      onAdd={() => setAdding(true)}
      onHelp={() => setHelping(true)}
    />
  );
  return (
    <Card
      title={say.queueTitle}
      subtitle={say.queueSubtitle(location.address)}
      action={
        <>
          <CountAndRefresh count={queue.length} blocked={blocked} onRefresh={onRefresh} />
          {isWide && lineTools}
        </>
      }
    >
      <div className={tools.bar}>
        {isWide ? toArriving : lineTools}
        {search.isOpen && (
          <QueueSearch
            field={search.field}
            typed={search.typed}
            onType={search.setTyped}
            onEnd={search.close}
            shown={search.shown.length}
            all={queue.length}
          />
        )}
      </div>
      {paused && <PausedNote onResume={() => setPaused(false)} />}
      {queue.length === 0 && <EmptyQueue username={username} />}
      {queue.length > 0 && search.shown.length === 0 && <NobodyFound onEnd={search.close} />}
      {search.shown.length > 0 && (
        <QueueLine
          location={location}
          shown={search.shown}
          now={now}
          isBlocked={(visitId) => blocked || isResting(visitId)}
          isNew={isNew}
          onAct={onAct}
        />
      )}
      <WalkInDialog
        locationId={location.id}
        open={adding}
        onAdded={markOwn}
        onClose={() => setAdding(false)}
      />
      <ShortcutsDialog
        open={helping}
        enabled={withKeys}
        onEnable={setWithKeys}
        onClose={() => setHelping(false)}
      />
    </Card>
  );
}

/** The search in the line: its text and the matching parties; all parties while the text is empty. */
function useSearch(queue: VisitView[]) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  return {
    field,
    isOpen: queue.length >= SEARCHED_FROM || (queue.length > 0 && asked) || typed !== '',
    typed,
    setTyped,
    shown: found(queue, typed),
    /** Opens and focuses the search field; returns false while nobody waits. */
    open(): boolean {
      if (queue.length === 0) return false;
      flushSync(() => setAsked(true));
      field.current?.focus();
      return true;
    },
    /** Clears the field. The field disappears if the line is short. */
    close(): void {
      setTyped('');
      setAsked(false);
    },
  };
}

/** A switch that is stored on this device. */
function useStoredSwitch(key: string, initially: boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => (readStored(key) ?? String(initially)) === 'true');
  return [
    on,
    (next) => {
      store(key, String(next));
      setOn(next);
    },
  ];
}
