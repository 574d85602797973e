import { useEffect, useState } from 'react';
import type { LiveState } from './live-socket.ts';

/** Shorter interruptions are not shown: a release lasts up to 3 s on a page. */
const WORTH_TELLING_MS = 4_000;

/**
 * The connection state to show: offline and live at once, reconnecting only if it lasts. `live` while no state is
 * known.
 */
export function useStableConnection(state: LiveState = 'live'): LiveState {
  const [stable, setStable] = useState<LiveState>('live');
  useEffect(() => {
    const timer = setTimeout(() => setStable(state), state === 'reconnecting' ? WORTH_TELLING_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);
  return stable;
}
