import { useEffect, useEffectEvent } from 'react';
import type { GuestLocation } from '../../../../shared/contracts/guest.ts';
import { DOOR_POLL_MS } from '../../../../shared/limits.ts';
import { loadLocations } from '../visit/calls.ts';

/**
 * Polls the locations while the guest waits for a location that accepts no guests now (`isWaiting`). A failed
 * poll is ignored; the next one follows.
 */
export function usePollUntilOpen(
  username: string,
  isWaiting: boolean,
  onLocations: (locations: GuestLocation[]) => void,
): void {
  const tell = useEffectEvent(onLocations);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const stop = new AbortController();
    const look = () => void loadLocations(username, stop.signal).then(tell, () => undefined);
    const timer = setInterval(look, DOOR_POLL_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isWaiting, username]);
}
