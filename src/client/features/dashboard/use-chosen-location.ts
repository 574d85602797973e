import { useState } from 'react';
import type { LocationView } from '../../../shared/queue-view.ts';
import { readStored, store } from '../../lib/storage.ts';

const KEY = 'holdline:location';

/** The selected location: the one chosen last on this device, else the first. Undefined when there are none. */
export function useChosenLocation(locations: LocationView[]) {
  const [chosenId, setChosenId] = useState(() => readStored(KEY));
  const chosen = locations.find((location) => location.id === chosenId) ?? locations[0];
  return {
    locationId: chosen?.id,
    choose(id: string): void {
      store(KEY, id);
      setChosenId(id);
    },
  };
}
