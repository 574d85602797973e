/** The server's time on this device. A wrong device clock changes nothing: only `performance.now()` is read. */

/** An offset that is this far below the known one means that the server's clock was set, not that an answer was slow. */
const CLOCK_SET_MS = 5_000;

type ServerClock = {
  /**
   * Learns from an answer's `serverNow` (ISO 8601) or `Date` header, at the moment the answer came. `tookMs` ago it was
   * asked for, or less: so old what it says may be.
   */
  adopt(serverNow: string, tookMs?: number): void;
  /** Epoch milliseconds by the server; by the device until a first answer came. */
  now(): number;
};

/** @param monotonicMs milliseconds of a clock that never steps; another one in tests */
export function createServerClock(monotonicMs: () => number = () => performance.now()): ServerClock {
  let offsetMs: number | null = null;
  return {
    adopt(serverNow, tookMs = 0) {
      const offset = Date.parse(serverNow) - monotonicMs();
      if (Number.isNaN(offset)) return;
      // A slow answer is old when it comes: its offset is too small. So the largest one is the truest, and a
      // countdown does not jump back and forth with the network.
      const wasSet = offsetMs !== null && offset + tookMs < offsetMs - CLOCK_SET_MS;
      if (offsetMs === null || offset > offsetMs || wasSet) offsetMs = offset;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicMs() + offsetMs),
  };
}

/** The clock of this page. */
export const serverClock = createServerClock();
