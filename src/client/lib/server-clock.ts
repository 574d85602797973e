/** The server's time on this device. A wrong device clock changes nothing: only `performance.now()` is read. */

/** An offset that is this far below the known one means that the server's clock was set, not that an answer was slow. */
const CLOCK_SET_MS = 5_000;

type ServerClock = {
  /**
   * Takes the server's time from an answer's `serverNow` (ISO 8601) or `Date` header, when the answer arrives.
   * `tookMs`: the answer may be up to this old.
   */
  adopt(serverNow: string, tookMs?: number): void;
  /** Epoch milliseconds by the server's clock; by the device's until a first answer came. */
  now(): number;
};

/** @param monotonicMs milliseconds of a clock that never steps; another one in tests */
export function createServerClock(monotonicMs: () => number = () => performance.now()): ServerClock {
  let offsetMs: number | null = null;
  return {
    adopt(serverNow, tookMs = 0) {
      const offset = Date.parse(serverNow) - monotonicMs();
      if (Number.isNaN(offset)) return;
      // A slow answer gives an offset that is too small. The largest offset is the most accurate, so countdowns do not
      // jump with the network.
      const wasSet = offsetMs !== null && offset + tookMs < offsetMs - CLOCK_SET_MS;
      if (offsetMs === null || offset > offsetMs || wasSet) offsetMs = offset;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicMs() + offsetMs),
  };
}

/** The clock of this page. */
export const serverClock = createServerClock();
