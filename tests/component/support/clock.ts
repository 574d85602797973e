/**
 * The clocks of a page: the device's clock, which a test can replace, and the page's estimate of the server's clock.
 */
import { vi } from 'vitest';
import { serverClock } from '../../../src/client/lib/server-clock.ts';

/**
 * The time from the loss of a socket until the page says "Reconnecting". The page does not announce shorter
 * interruptions.
 */
export const INTERRUPTION_MS = 4_000;

const timers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;

/**
 * Replaces the device's clock for the rest of the test. The clock keeps running, and `vi.advanceTimersByTimeAsync`
 * moves the clock forward immediately. Before axe-core runs, the real clock must be restored (`vi.useRealTimers`).
 */
export function takeClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance', ...timers], shouldAdvanceTime: true });
  resetServerClock();
}

/** Stops polling: intervals and the date stand still until the test advances them. */
export function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
}

/** Sets the page's estimate of the server's time to the device's time. The next answer corrects the estimate. */
export function resetServerClock(): void {
  // 0 comes first, because `serverClock` accepts an earlier time only if that time is far from the clock's own time.
  for (const time of [0, Date.now()]) serverClock.adopt(new Date(time).toISOString());
}
