import { useEffect, useEffectEvent } from 'react';
import type { GuestLocation } from '../../../../shared/contracts/guest.ts';
import { DOOR_POLL_MS } from '../../../../shared/limits.ts';
import { loadLocations } from '../visit/calls.ts';

/**
 * While the guest joins (`isJoining`), polls the locations of the business, to learn whether they accept guests and how
 * long their lines are. A hidden page does not poll. A failed poll is ignored, because the page polls again soon.
 */
export function usePollLocations(
  username: string,
  isJoining: boolean,
  onLocations: (locations: GuestLocation[]) => void,
): void {
  const tell = useEffectEvent(onLocations);
  useEffect(() => {
    if (!isJoining) return undefined;
    const stop = new AbortController();
    const look = () => {
      if (!document.hidden) void loadLocations(username, stop.signal).then(tell, () => undefined);
    };
    const timer = setInterval(look, DOOR_POLL_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isJoining, username]);
}
