/** What an estimate told to a guest was worth (`docs/decisions/0007-fixed-estimate-first.md`). */

/** Whole minutes; `low` to `high` is the range. */
type Promised = { minutes: number; low: number; high: number };

/** What a promise was worth, at admit: how much longer the wait was (negative: shorter), and whether the range held. */
export function promiseKept(promise: Promised, waitedMs: number): { errorMs: number; inRange: boolean } {
  return {
    errorMs: waitedMs - promise.minutes * 60_000,
    inRange: waitedMs >= promise.low * 60_000 && waitedMs <= promise.high * 60_000,
  };
}
