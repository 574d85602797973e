import { useState } from 'react';
import { readStored, store } from '../../lib/storage.ts';

/** Something switched on or off on this device, and kept there. */
export function useStoredSwitch(key: string, initially: boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => (readStored(key) ?? String(initially)) === 'true');
  return [
    on,
    (next) => {
      store(key, String(next));
      setOn(next);
    },
  ];
}
