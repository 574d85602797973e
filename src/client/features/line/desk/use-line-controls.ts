import { useRef, useState } from 'react';
import { readStored, store } from '../../../lib/storage.ts';
import { armNewGuestSound, playNewGuestSound } from '../new-guests/new-guest-sound.ts';
import { useScreenOn } from './use-screen-on.ts';

export type LineControls = ReturnType<typeof useLineControls>;

export type Switch = { on: boolean; set: (on: boolean) => void };

/**
 * State that the bar, the tabs and the line pane share: the search, the panels, the list of shortcuts, and
 * switches that are stored on this device.
 */
export function useLineControls() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const [helping, setHelping] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const sound = useStoredSwitch('holdline:new-guest-sound', false);
  const screenOn = useStoredSwitch('holdline:screen-on', false);
  const shortcuts = useStoredSwitch('holdline:shortcuts', true);
  useScreenOn(screenOn.on);

  return {
    /** The text of the bar's search field. While the text is not empty, the line pane shows what was found. */
    search: { field, typed, set: setTyped },
    /** The visit whose sheet is open. */
    opened: { id: openedId, set: setOpenedId },
    /** Whether the walk-in panel is open. */
    adding: { on: adding, set: setAdding },
    /** Whether the list of shortcuts is open. */
    helping: { on: helping, set: setHelping },
    sound: {
      on: sound.on,
      /** The press that switches the sound on also allows the page to play it, and plays a sample. */
      set(on: boolean): void {
        sound.set(on);
        if (on) void armNewGuestSound().then(playNewGuestSound);
      },
    },
    screenOn,
    shortcuts,
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
