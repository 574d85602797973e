/**
 * The rounded range of an estimated wait, as guests read it: outwards to whole steps, so that the range stays as honest
 * as the estimate. Null means any moment: the guest is called within ten minutes.
 */
export function roundedWait({
  low,
  high,
}: {
  low: number;
  high: number;
}): [low: number, high: number] | null {
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
