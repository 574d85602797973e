import { useEffect, useState } from 'react';
import type { LiveState } from './live-socket.ts';

/** Interruptions shorter than this time are not shown. An interruption by a release lasts up to 3 s on a page. */
const WORTH_TELLING_MS = 4_000;

/**
 * The state of the connection to show. `offline` and `live` are shown at once, `reconnecting` only after
 * `WORTH_TELLING_MS`. An unknown state counts as `live`.
 */
export function useStableConnection(state: LiveState = 'live'): LiveState {
  const [stable, setStable] = useState<LiveState>('live');
  useEffect(() => {
    const timer = setTimeout(() => setStable(state), state === 'reconnecting' ? WORTH_TELLING_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);
  return stable;
}
