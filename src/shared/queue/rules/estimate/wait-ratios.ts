/**
 * The ratios of real waits to learned waits, for the last admissions. The range of an estimate is computed from these
 * ratios. Pure.
 */

/**
 * `first`: ratios of parties that joined an empty line. `behind`: ratios of all other parties. The newest ratio is
 * last.
 */
export type WaitRatios = { first: number[]; behind: number[] };

export const noRatios: WaitRatios = { first: [], behind: [] };

/** The length of each list, so that the two lists together have the 150 ratios of `docs/spec.md` 10.12. */
const RATIOS_MAX = 75;
/**
 * The highest ratio that is stored. A higher ratio is stored as this value, for example if a guest waited hours after a
 * promise of seconds.
 */
const RATIO_MAX = 100;
/**
 * Two ratios that are always added to the known ratios. At a location without ratios, these two alone give the range.
 */
const RATIO_PRIORS = [0.5, 2];
const orders = new WeakMap<number[], number[]>();

export function withRatio(
  ratios: WaitRatios,
  of: keyof WaitRatios,
  waitedMs: number,
  learnedMs: number,
): WaitRatios {
  if (learnedMs <= 0) return ratios;
  // Rounded to two decimals, so that the stored JSON is short.
  const ratio = Math.min(Math.round((waitedMs / learnedMs) * 100) / 100, RATIO_MAX);
  return { ...ratios, [of]: [...ratios[of], ratio].slice(-RATIOS_MAX) };
}

/**
 * A quantile of the ratios with the priors, interpolated at the rank `share` * (n + 1), where n is the number of ratios
 * and priors. If few ratios are known, the quantile is a prior, so the range is wide.
 */
export function quantile(ratios: number[], share: number): number {
  const sorted = inOrder(ratios);
  const last = sorted.length - 1;
  const rank = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), last);
  const below = sorted[Math.floor(rank)] ?? 1;
  const above = sorted[Math.ceil(rank)] ?? 1;
  return below + (above - below) * (rank - Math.floor(rank));
}

/**
 * The ratios with the priors, ascending. Cached, because each change of the line needs the sorted ratios once for each
 * open page.
 */
function inOrder(ratios: number[]): number[] {
  const known = orders.get(ratios);
  if (known !== undefined) return known;
  const order = [...RATIO_PRIORS, ...ratios].toSorted((one, other) => one - other);
  orders.set(ratios, order);
  return order;
}

export function areRatios(json: unknown): json is WaitRatios {
  if (typeof json !== 'object' || json === null) return false;
  const { first, behind }: Partial<Record<keyof WaitRatios, unknown>> = json;
  return [first, behind].every((list) => Array.isArray(list) && list.every(isRatio));
}

function isRatio(json: unknown): boolean {
  return typeof json === 'number' && Number.isFinite(json) && json >= 0;
}
