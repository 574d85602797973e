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
import type { FocusTarget } from './rows/use-focus-kept.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useNewGuests } from './new-guests/use-new-guests.ts';
import { usePause } from './actions/use-pause.ts';
import { useScreenOn } from './use-screen-on.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { useStoredSwitch } from './use-stored-switch.ts';
import { WalkInDialog } from './walk-in/walk-in-dialog.tsx';

const say = ownerCopy.dashboard;
/** From this many parties on, a guest is looked for sooner than scrolled to. */
const SEARCHED_FROM = 9;
/** Where there is room for the tools beside Refresh; below it they have a row of their own. */
const BESIDE_REFRESH = '(min-width: 48rem)';

type Props = {
  location: LocationView;
  username: string;
  now: number;
  /** Admit, Remove and Refresh do nothing while true. */
  blocked: boolean;
  /** Whether the same goes for one row, which has just moved. */
  isResting: (visitId: string) => boolean;
  /** Answers whether anything was done. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
  /** Takes the last admit or remove back, if that can be had. */
  onUndo: () => boolean;
  onRefresh: () => void;
};

/** Queue Management (`docs/spec.md` section 2). `location.queue` is the line as it is to be shown. */
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

  /** The press that switches it on is what lets the page sound, and the sample says how it will. */
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
   * On the guest in focus. Without one, Admit means the next of those who are shown; Remove takes nobody by accident, and
   * neither does anything to the line while the focus is among those who arrive.
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

/** The part of the line that is looked for: the whole while nothing is typed. */
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
    /** Goes to the field; false where there is nobody to find. */
    open(): boolean {
      if (queue.length === 0) return false;
      flushSync(() => setAsked(true));
      field.current?.focus();
      return true;
    },
    /** Empties the field, which goes where the line is short enough to be seen at once. */
    close(): void {
      setTyped('');
      setAsked(false);
    },
  };
}
