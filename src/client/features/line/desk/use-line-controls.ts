import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readStored, store } from '../../../lib/storage.ts';
import { armNewGuestSound, playNewGuestSound } from '../new-guests/new-guest-sound.ts';
import { useScreenOn } from './use-screen-on.ts';

export type LineControls = ReturnType<typeof useLineControls>;

export type Switch = { on: boolean; set: (on: boolean) => void };

/** The initial states of the switches, for a device that has stored no states. */
export type ControlDefaults = { screenOn: boolean };

/** The state that the bar, the tabs and the line pane share: search, panels, list of shortcuts, and stored switches. */
export function useLineControls({ screenOn: screenOnAtFirst }: ControlDefaults = { screenOn: false }) {
  const search = useSearch();
  const [adding, setAdding] = useState(false);
  const [helping, setHelping] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const sound = useStoredSwitch('holdline:new-guest-sound', false);
  const screenOn = useStoredSwitch('holdline:screen-on', screenOnAtFirst);
  const shortcuts = useStoredSwitch('holdline:shortcuts', true);
  useScreenOn(screenOn.on);

  return {
    search,
    /**
     * The id of the visit whose sheet is open. The sheet replaces the walk-in panel, but the text typed in the panel is
     * kept.
     */
    opened: {
      id: openedId,
      set(id: string | null): void {
        setOpenedId(id);
        if (id !== null) setAdding(false);
      },
    },
    /** Whether the walk-in panel is open. */
    adding: { on: adding, set: setAdding },
    /** Whether the list of shortcuts is open. */
    helping: { on: helping, set: setHelping },
    sound: {
      on: sound.on,
      /** A press that turns the sound on also permits the page to play the sound, and plays the sound once. */
      set(on: boolean): void {
        sound.set(on);
        if (on) void armNewGuestSound().then(playNewGuestSound);
      },
    },
    screenOn,
    shortcuts,
  };
}

/** The bar's search field. While the field has text, the line pane shows only the parties that match the text. */
function useSearch() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  return {
    field,
    typed,
    set: setTyped,
    /** On a narrow screen: whether the search field stands in the bar in place of the location. */
    isOpen,
    /** Shows and focuses the search field. */
    open(): void {
      flushSync(() => setOpen(true));
      field.current?.focus();
    },
    close(): void {
      setTyped('');
      setOpen(false);
    },
  };
}

/** A switch that is stored on this device. */
function useStoredSwitch(key: string, initially: boolean): Switch {
  const [on, setOn] = useState(() => (readStored(key) ?? String(initially)) === 'true');
  return {
    on,
    set(next) {
      store(key, String(next));
      setOn(next);
    },
  };
}
