/** The clocks of a page: the device's, which a test can take over, and the server's, which the page keeps by itself. */
import { vi } from 'vitest';
import { serverClock } from '../../../src/client/lib/server-clock.ts';

/** Shorter interruptions of the connection are not told: the time until a page says "Reconnecting". */
export const INTERRUPTION_MS = 4_000;

const timers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;

/**
 * Takes over the device's clock for the rest of the test. It goes on by itself, and `vi.advanceTimersByTimeAsync` lets more time
 * pass at once. For axe-core it has to be given back (`vi.useRealTimers`).
 */
export function takeClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance', ...timers], shouldAdvanceTime: true });
  resetServerClock();
}

/** The pages ask for nothing in their own rhythm: intervals rest, and the date with them, until the test moves them. */
export function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
}

/** The page's idea of the server's time is the device's, until an answer says otherwise. */
export function resetServerClock(): void {
  // The clock adopts an earlier time only where that is far from its own.
  for (const time of [0, Date.now()]) serverClock.adopt(new Date(time).toISOString());
}
