import { useEffect, useState } from 'react';
import { serverClock } from '../lib/server-clock.ts';

/** The server's time in epoch milliseconds, updated every `everyMs`, for relative times and countdowns. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
