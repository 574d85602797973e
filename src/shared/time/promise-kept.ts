/** Compares a promised wait with the real one (`docs/decisions/0007-fixed-estimate-first.md`). */

/** Whole minutes; `low` to `high` is the range. */
type Promised = { minutes: number; low: number; high: number };

/**
 * The outcome of a promise at the admission: how much longer the wait was (negative: shorter), and whether it was
 * within the promised range.
 */
export function promiseKept(promise: Promised, waitedMs: number): { errorMs: number; inRange: boolean } {
  return {
    errorMs: waitedMs - promise.minutes * 60_000,
    inRange: waitedMs >= promise.low * 60_000 && waitedMs <= promise.high * 60_000,
  };
}
