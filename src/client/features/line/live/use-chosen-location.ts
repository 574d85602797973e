import { useState } from 'react';
import { readStored, store } from '../../../lib/storage.ts';

const KEY = 'holdline:location';

/** A chosen location, and when it was chosen: on `performance.now()`, and on this device's clock. */
export type Choice = { id: string | null; atMs: number; onClockMs: number };

function chooseNow(id: string | null): Choice {
  return { id, atMs: performance.now(), onClockMs: Date.now() };
}

/** Stores the location that the next page with a line shows. */
export function storeChosenLocation(id: string): void {
  store(KEY, id);
}

/** The selected location: the one chosen last on this device, or the first. Undefined if there are none. */
export function useChosenLocation(locations: readonly { id: string }[]) {
  const [chosen, setChosen] = useState(() => chooseNow(readStored(KEY)));
  const location = locations.find(({ id }) => id === chosen.id) ?? locations[0];
  return {
    locationId: location?.id,
    chosen,
    choose(id: string): void {
      storeChosenLocation(id);
      setChosen(chooseNow(id));
    },
  };
}
