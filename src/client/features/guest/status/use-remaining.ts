import { useEffect, useState } from 'react';
import { serverClock } from '../../../lib/server-clock.ts';

/** Often enough that no second is skipped on screen. */
const TICK_MS = 250;

/**
 * Milliseconds left until a server time (ISO 8601), counted on the server's clock; 0 at the end and after it. The first
 * value comes from the answer's own `serverNow`, so that server and page render the same.
 */
export function useRemaining(until: string, serverNow: string): number {
  const [remainingMs, setRemainingMs] = useState(() =>
    Math.max(0, Date.parse(until) - Date.parse(serverNow)),
  );
  useEffect(() => {
    const end = Date.parse(until);
    const tick = () => setRemainingMs(Math.max(0, end - serverClock.now()));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return remainingMs;
}
