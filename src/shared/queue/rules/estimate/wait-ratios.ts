/**
 * The real waits of the last admits, divided by their learned waits. The range of an estimate is computed from these
 * ratios. Pure.
 */

/**
 * `first`: ratios of parties that joined an empty line. `behind`: ratios of all other parties. The newest ratio is
 * last.
 */
export type WaitRatios = { first: number[]; behind: number[] };

export const noRatios: WaitRatios = { first: [], behind: [] };

/** Size of each of the two lists: together the lists have the last 150 ratios of `docs/spec.md` 10.12. */
const RATIOS_MAX = 75;
/** The highest stored ratio, for extreme cases such as hours of wait after a promise of seconds. */
const RATIO_MAX = 100;
/** The range if no ratio is known. These two values are always added to the known ratios. */
const RATIO_PRIORS = [0.5, 2];
const orders = new WeakMap<number[], number[]>();

/** Adds the wait of an admitted party to a list. */
export function withRatio(
  ratios: WaitRatios,
  of: keyof WaitRatios,
  waitedMs: number,
  learnedMs: number,
): WaitRatios {
  if (learnedMs <= 0) return ratios;
  // Two decimals keep the stored text short.
  const ratio = Math.min(Math.round((waitedMs / learnedMs) * 100) / 100, RATIO_MAX);
  return { ...ratios, [of]: [...ratios[of], ratio].slice(-RATIOS_MAX) };
}

/**
 * A quantile of the known ratios, interpolated at the rank `share` * (n + 1). With few known ratios, the value at this
 * rank is one of `RATIO_PRIORS`, so the range is wide.
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
 * The ratios with the priors, ascending. Cached, because each change of the line needs these values once for each open
 * page.
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
