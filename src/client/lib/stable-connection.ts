import { useEffect, useState } from 'react';
import type { LiveState } from './live-socket.ts';

/** A drop shorter than this is nothing a person should be told. */
const WORTH_TELLING_MS = 2_000;

/** The state to show, `live` where none is known yet: being offline at once, a lost line only when it lasts, being live again at once. */
export function useStableConnection(state: LiveState = 'live'): LiveState {
  const [settled, setSettled] = useState<LiveState>('live');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), state === 'reconnecting' ? WORTH_TELLING_MS : 0);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}
