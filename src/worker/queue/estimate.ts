/** How long a party will wait, pure. Whole minutes. */
import { MINUTES_PER_PARTY } from '../../shared/limits.ts';

/** `minutes` is the promise; `low` to `high` the range it stands for. */
export type WaitEstimate = { minutes: number; low: number; high: number; method: 'fixed' };

/**
 * The spec's estimate: people ahead x 5 minutes (`spec.md` section 9). With nothing learned of the place yet, the
 * range is honest and wide: from half to twice that.
 */
export function estimateWait(ahead: number): WaitEstimate {
  const minutes = ahead * MINUTES_PER_PARTY;
  return { minutes, low: Math.floor(minutes / 2), high: minutes * 2, method: 'fixed' };
}
