/**
 * The server's time on this device. The clock does not depend on the device's clock, because it uses
 * `performance.now()`.
 */

/**
 * If an offset is lower than the known offset by more than this value, the server's clock was set back. A smaller
 * difference means that the answer was slow.
 */
const CLOCK_SET_MS = 5_000;

type ServerClock = {
  /**
   * Sets the clock by a time of the server: `serverNow` (ISO 8601) or the `Date` header of an answer. `tookMs`: how old
   * the time `serverNow` can be at most when it arrives. `arrivedAt`: the time of the arrival on the monotonic clock;
   * default: now.
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
      // A slow answer gives an offset that is too small, so the largest offset is the most accurate. Only larger
      // offsets are accepted, so that countdowns do not jump.
      const wasSet = offsetMs !== null && offset + tookMs < offsetMs - CLOCK_SET_MS;
      if (offsetMs === null || offset > offsetMs || wasSet) offsetMs = offset;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicMs() + offsetMs),
  };
}

export const serverClock = createServerClock();
