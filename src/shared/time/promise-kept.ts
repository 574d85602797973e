/** Compares a promised wait with the real wait (`docs/decisions/0007-fixed-estimate-first.md`). */

/** The promised wait in whole minutes; `low` to `high` is its range. */
type Promised = { minutes: number; low: number; high: number };

/**
 * The error of a promised wait. `errorMs`: how much longer the real wait was than the promised wait; negative if the
 * real wait was shorter. `inRange`: whether the real wait was within the promised range.
 */
export function promiseKept(promise: Promised, waitedMs: number): { errorMs: number; inRange: boolean } {
  return {
    errorMs: waitedMs - promise.minutes * 60_000,
    inRange: waitedMs >= promise.low * 60_000 && waitedMs <= promise.high * 60_000,
  };
}
