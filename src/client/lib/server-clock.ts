/**
 * The server's time on this device. The clock does not depend on the device's clock, because it uses
 * `performance.now()`.
 */

/**
 * An offset that is lower than the known one by this much means that the server's clock was set back, not that an
 * answer was slow.
 */
const CLOCK_SET_MS = 5_000;

type ServerClock = {
  /**
   * Takes the server's time from `serverNow` (ISO 8601) or the `Date` header of an answer. `tookMs`: the largest possible
   * age of that time when it arrived. `arrivedAt`: by the monotonic clock; default: now.
   */
  adopt(serverNow: string, tookMs?: number, arrivedAt?: number): void;
  /** Epoch milliseconds by the server's clock; by the device's clock before the first answer. */
  now(): number;
};

/** @param monotonicMs milliseconds of a monotonic clock; tests pass their own */
export function createServerClock(monotonicMs: () => number = () => performance.now()): ServerClock {
  let offsetMs: number | null = null;
  return {
    adopt(serverNow, tookMs = 0, arrivedAt = monotonicMs()) {
      const offset = Date.parse(serverNow) - arrivedAt;
      if (Number.isNaN(offset)) return;
      // A slow answer gives an offset that is too small. So the largest offset is the most accurate one, and countdowns do
      // not jump.
      const wasSet = offsetMs !== null && offset + tookMs < offsetMs - CLOCK_SET_MS;
      if (offsetMs === null || offset > offsetMs || wasSet) offsetMs = offset;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicMs() + offsetMs),
  };
}

/** The clock of this page. */
export const serverClock = createServerClock();
