import { useState } from 'react';
import { readStored, store } from '../../../lib/storage.ts';

const KEY = 'holdline:location';

/** A chosen location, and the time of the choice: on `performance.now()`, and on this device's clock. */
export type Choice = { id: string | null; atMs: number; onClockMs: number };

function chooseNow(id: string | null): Choice {
  return { id, atMs: performance.now(), onClockMs: Date.now() };
}

/** The next page with a line shows the stored location. */
export function storeChosenLocation(id: string): void {
  store(KEY, id);
}

/**
 * Returns the location that was last chosen on this device. If there is none, returns the first location. Undefined if
 * there are no locations.
 */
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
