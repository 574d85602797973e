/** The wait in the form that guests read: the words for an estimate, and the rounding of its range. Pure. */
import type { WaitEstimate } from '../queue/rules/estimate.ts';

type Range = { low: number; high: number };

/** The range that an estimate shows. The fixed formula gives one figure, because nothing is known of its error. */
export function toldRange({ minutes, low, high, method }: WaitEstimate): Range {
  return method === 'fixed' ? { low: minutes, high: minutes } : { low, high };
}

/**
 * The range is rounded outwards to whole steps, so that it promises no more than the estimate; one figure stays as it
 * is. Null means any moment: within ten minutes.
 */
export function roundedWait({ low, high }: Range): [low: number, high: number] | null {
  if (low === high) return high === 0 ? null : [low, high];
  if (high <= ANY_MOMENT_MINUTES) return null;
  return [
    Math.max(1, Math.floor(low / stepOf(low)) * stepOf(low)),
    Math.ceil(high / stepOf(high)) * stepOf(high),
  ];
}

const ANY_MOMENT_MINUTES = 10;

/** The step of rounding, in minutes. Long waits are less exact, so their steps are larger. */
function stepOf(minutes: number): number {
  if (minutes < 5) return 1;
  return minutes < 60 ? 5 : minutes < 180 ? 10 : 30;
}
