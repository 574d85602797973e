/** The form in which guests read a wait: the range that an estimate shows, and the rounding of this range. Pure. */
import { MINUTES_PER_PARTY } from '../limits.ts';
import type { WaitEstimate } from '../queue/rules/estimate/estimate.ts';

type Range = { low: number; high: number };

/**
 * The range that an estimate shows. For the fixed formula the range is a single figure, because the error of the
 * formula is not known.
 */
export function toldRange({ minutes, low, high, method }: WaitEstimate): Range {
  return method === 'fixed' ? { low: minutes, high: minutes } : { low, high };
}

/**
 * Rounds a range to whole steps: the low end down and the high end up. So the rounded range never claims to be more
 * exact than the estimate. A single figure is not rounded. Null means "any moment": the wait is 0, or the high end of
 * the range is at most ten minutes.
 */
export function roundedWait({ low, high }: Range): [low: number, high: number] | null {
  if (low === high) return high === 0 ? null : [low, high];
  if (high <= ANY_MOMENT_MINUTES) return null;
  return [
    Math.max(1, Math.floor(low / stepOf(low)) * stepOf(low)),
    Math.ceil(high / stepOf(high)) * stepOf(high),
  ];
}

/**
 * The promised wait of a party as one number of minutes: the figure that the guest was told, or the middle of the
 * range. The number is at least `MINUTES_PER_PARTY`, even if no wait was promised because the line was empty.
 */
export function promisedMinutes({ low, high, minutes }: Range & { minutes?: number | undefined }): number {
  return Math.max(minutes ?? Math.round((low + high) / 2), MINUTES_PER_PARTY);
}

const ANY_MOMENT_MINUTES = 10;

/** The step of rounding, in minutes. Long waits are less exact, so their steps are larger. */
function stepOf(minutes: number): number {
  if (minutes < 5) return 1;
  return minutes < 60 ? 5 : minutes < 180 ? 10 : 30;
}
