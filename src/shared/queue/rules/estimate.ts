/**
 * How long a party will wait, pure: the fixed estimate at first, then what the location has learned of its own pace
 * (`docs/decisions/0007-fixed-estimate-first.md`). `npm run bench:estimate` measures both on simulated days.
 *
 * The formula is that of `docs/spec.md` 10.12, with five changes that the bench asked for:
 * - A party that joins an empty line waits, too, but not for a whole gap. These waits have a mean of their own (`first`),
 *   times their middle ratio; in the mean of the gaps they would make every line look faster than it is.
 * - Every other party waits half a gap more than the gaps of those ahead: one gap is running already.
 * - The share of the line that leaves grows with the square of the number ahead and flattens out, as people who wait longer
 *   give up sooner. How fast it grows is learned slowly, because leaving is rare.
 * - The half-life is 60 admits, not 12: the mean of so few gaps is mostly noise.
 * - The last 150 ratios are 75 of parties that joined an empty line and 75 of the others.
 */
import { MINUTES_PER_PARTY } from '../../limits.ts';

/** What a guest is told. Whole minutes; `low` to `high` is the 80 % range. */
export type WaitEstimate = { minutes: number; low: number; high: number; method: 'fixed' | 'learned' };

/**
 * What a guest was told when joining, stored with the visit. `learnedMs` is the bare learned wait at that time, before
 * any ratio: the ratios need it even while the fixed estimate is told.
 */
export type WaitPromise = WaitEstimate & { learnedMs: number };

/** A decayed mean: `sum / weight`. */
type Mean = { sum: number; weight: number };

/** What a location has learned of its pace. Plain JSON, about 2 KB at most; times are epoch milliseconds. */
export type PaceModel = {
  version: 1;
  /** Admits with somebody waiting; counted no further than the learned estimate needs. */
  admits: number;
  /** Milliseconds from one admit to the next, of a line that did not get empty in between. */
  gap: Mean;
  /** Milliseconds from the first join of an empty line to the next admit. */
  first: Mean;
  /** Parties that left or were removed, by half the squared number of those that each party found ahead. */
  gone: Mean;
  waiting: number;
  /** Since when somebody waits without a break; null while nobody does. */
  lineSince: number | null;
  /** The running stretch of the busy clock; null while nobody waits. */
  busySince: number | null;
  /** Busy time since the last admit, before the running stretch. */
  busyMs: number;
  /** Whether somebody was left in line after the last admit. */
  admittedFromMore: boolean;
  /** Actual wait / `learnedMs` of the last admits: of those that joined an empty line, and of all others. */
  ratios: { first: number[]; behind: number[] };
};

const MINUTE_MS = 60_000;
const LEARNED_FROM_ADMITS = 20;
const PRIOR: Mean = { sum: 3 * MINUTES_PER_PARTY * MINUTE_MS, weight: 3 };
const KEPT_PER_ADMIT = 0.5 ** (1 / 60);
const KEPT_PER_END = 0.5 ** (1 / 200);
/** As if lines of some length had been seen without anybody leaving, so that the first who leaves does not mean much. */
const PRIOR_GONE: Mean = { sum: 0, weight: 20 };
/** No line is taken to lose more than half of its people, however long it is. */
const STAYING_MIN = 0.5;
/** Together the last 150 of `docs/spec.md` 10.12. */
const RATIOS_MAX = 75;
/** Ratios of a freak (a wait of hours after a promise of seconds) say no more than this, and stay short as text. */
const RATIO_MAX = 100;
/** The range before any ratio is known; it stays among the ratios as one more at either end. */
const RATIO_PRIORS = [0.5, 2];
const orders = new WeakMap<number[], number[]>();

/**
 * A gap counts as no more than four means, and never as less than ten minutes: a night with a forgotten guest in line
 * is not pace. Of honest gaps, uneven as they are, hardly one in fifty is longer; and a place that has become slower
 * still gets there within a few admits.
 */
const GAP_MEANS_MAX = 4;
const GAP_MAX_AT_LEAST_MS = 10 * MINUTE_MS;

/** Nothing learned yet. */
export const unknownPace: PaceModel = {
  version: 1,
  admits: 0,
  gap: PRIOR,
  first: PRIOR,
  gone: PRIOR_GONE,
  waiting: 0,
  lineSince: null,
  busySince: null,
  busyMs: 0,
  admittedFromMore: false,
  ratios: { first: [], behind: [] },
};

/** The wait of a party with so many ahead. Never shorter for a party further back. */
export function estimateWait(pace: PaceModel, ahead: number): WaitEstimate {
  if (pace.admits < LEARNED_FROM_ADMITS) return fixedWait(ahead);
  const first = learnedFirst(pace);
  if (ahead === 0) return first;
  const behind = learnedBehind(pace, ahead);
  return {
    minutes: Math.max(first.minutes, behind.minutes),
    low: Math.max(first.low, behind.low),
    high: Math.max(first.high, behind.high),
    method: 'learned',
  };
}

/** How many parties are usually admitted in so many milliseconds, at the present pace: at least one. */
export function admitsWithin(pace: PaceModel, ms: number): number {
  const isLearned = pace.admits >= LEARNED_FROM_ADMITS;
  // Whole milliseconds: a mean that is a hair below a divisor must not cost one party more.
  const gapMs = isLearned ? Math.round(meanOf(pace.gap)) : MINUTES_PER_PARTY * MINUTE_MS;
  return Math.ceil(ms / gapMs);
}

/** What a party is told when joining, with what its wait will be compared to. */
export function promiseWait(pace: PaceModel, ahead: number): WaitPromise {
  return { ...estimateWait(pace, ahead), learnedMs: Math.round(learnedMs(pace, ahead)) };
}

/** The length of the line after a change at `now`; called after every change. Starts and stops the busy clock. */
export function recordLength(pace: PaceModel, waiting: number, now: number): PaceModel {
  if (waiting === pace.waiting) return pace;
  if (waiting === 0)
    return { ...pace, waiting, lineSince: null, busySince: null, busyMs: busyTime(pace, now) };
  // Who came found the others ahead. Half the square: what `stayingOf` falls by, times this, is the share that leaves.
  const found = waiting > pace.waiting ? pace.waiting ** 2 / 2 : 0;
  return {
    ...pace,
    waiting,
    gone: { ...pace.gone, weight: pace.gone.weight + found },
    lineSince: pace.lineSince ?? now,
    busySince: pace.busySince ?? now,
  };
}

/**
 * An admission at `now`, called before `recordLength` of the same change. `waited` is the visit's wait in milliseconds with
 * its promise, null when it says nothing about the promise's worth (the owner moved the visit or put it back); the gap
 * counts all the same. Without anybody known to wait nothing is learned.
 */
export function recordAdmission(
  pace: PaceModel,
  waited: { ms: number; promise: WaitPromise } | null,
  now: number,
): PaceModel {
  if (pace.lineSince === null) return pace;
  const of = pace.admittedFromMore ? 'gap' : 'first';
  return {
    ...pace,
    admits: Math.min(pace.admits + 1, LEARNED_FROM_ADMITS),
    [of]: withGap(pace[of], busyTime(pace, now)),
    gone: decayed(pace.gone, KEPT_PER_END),
    busySince: now,
    busyMs: 0,
    admittedFromMore: pace.waiting > 1,
    ratios: waited === null ? pace.ratios : withRatio(pace.ratios, waited, now - waited.ms <= pace.lineSince),
  };
}

/** A waiting party left or was removed; called before `recordLength` of the same change. */
export function recordDeparture(pace: PaceModel): PaceModel {
  const { sum, weight } = decayed(pace.gone, KEPT_PER_END);
  return { ...pace, gone: { sum: sum + 1, weight } };
}

function fixedWait(ahead: number): WaitEstimate {
  const minutes = ahead * MINUTES_PER_PARTY;
  return { minutes, low: Math.floor(minutes / 2), high: minutes * 2, method: 'fixed' };
}

/** Of an empty line: many walk straight in and some wait long, so that the middle ratio tells more than the mean. */
function learnedFirst(pace: PaceModel): WaitEstimate {
  const ms = learnedMs(pace, 0);
  return ranged(ms, ms * quantile(pace.ratios.first, 0.5), pace.ratios.first);
}

function learnedBehind(pace: PaceModel, ahead: number): WaitEstimate {
  const ms = learnedMs(pace, ahead);
  return ranged(ms, ms, pace.ratios.behind);
}

function ranged(ms: number, toldMs: number, ratios: number[]): WaitEstimate {
  const minutes = wholeMinutes(toldMs);
  return {
    minutes,
    low: Math.min(minutes, wholeMinutes(ms * quantile(ratios, 0.1))),
    high: Math.max(minutes, wholeMinutes(ms * quantile(ratios, 0.9))),
    method: 'learned',
  };
}

function learnedMs(pace: PaceModel, ahead: number): number {
  if (ahead === 0) return meanOf(pace.first);
  return (stayingOf(pace, ahead) + 0.5) * meanOf(pace.gap);
}

/** How many of those ahead will usually still be there: nearly all of a short line, at least half of any. */
function stayingOf(pace: PaceModel, ahead: number): number {
  return Math.max(ahead / Math.sqrt(1 + meanOf(pace.gone) * ahead ** 2), ahead * STAYING_MIN);
}

/**
 * The quantile of what is known, between the neighbours of rank share x (n + 1): with few ratios that is one of the
 * priors at the ends, so that the range is wider.
 */
function quantile(ratios: number[], share: number): number {
  const sorted = inOrder(ratios);
  const last = sorted.length - 1;
  const rank = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), last);
  const below = sorted[Math.floor(rank)] ?? 1;
  const above = sorted[Math.ceil(rank)] ?? 1;
  return below + (above - below) * (rank - Math.floor(rank));
}

/** The ratios with the priors, ascending; kept, because a change of the line asks for them once for each open page. */
function inOrder(ratios: number[]): number[] {
  const known = orders.get(ratios);
  if (known !== undefined) return known;
  const order = [...RATIO_PRIORS, ...ratios].toSorted((one, other) => one - other);
  orders.set(ratios, order);
  return order;
}

function withGap(mean: Mean, gapMs: number): Mean {
  const counted = Math.min(gapMs, Math.max(GAP_MEANS_MAX * meanOf(mean), GAP_MAX_AT_LEAST_MS));
  const { sum, weight } = decayed(mean, KEPT_PER_ADMIT);
  return { sum: sum + counted, weight: weight + 1 };
}

function withRatio(
  ratios: PaceModel['ratios'],
  { ms, promise }: { ms: number; promise: WaitPromise },
  joinedEmptyLine: boolean,
): PaceModel['ratios'] {
  if (promise.learnedMs <= 0) return ratios;
  // Two decimals keep the stored text short.
  const ratio = Math.min(Math.round((ms / promise.learnedMs) * 100) / 100, RATIO_MAX);
  const of = joinedEmptyLine ? 'first' : 'behind';
  return { ...ratios, [of]: [...ratios[of], ratio].slice(-RATIOS_MAX) };
}

function busyTime(pace: PaceModel, now: number): number {
  return pace.busyMs + (pace.busySince === null ? 0 : Math.max(0, now - pace.busySince));
}

function meanOf({ sum, weight }: Mean): number {
  return sum / weight;
}

function decayed({ sum, weight }: Mean, kept: number): Mean {
  return { sum: sum * kept, weight: weight * kept };
}

function wholeMinutes(ms: number): number {
  return Math.round(ms / MINUTE_MS);
}

/** Reads what the object stored. Anything unreadable or of an older shape is `unknownPace`. */
export function readPace(json: unknown): PaceModel {
  return isPaceModel(json) ? json : unknownPace;
}

function isPaceModel(json: unknown): json is PaceModel {
  return (
    isRecord(json) &&
    json.version === 1 &&
    [json.admits, json.waiting, json.busyMs].every(isCount) &&
    [json.gap, json.first, json.gone].every(isMean) &&
    [json.lineSince, json.busySince].every((time) => time === null || isCount(time)) &&
    typeof json.admittedFromMore === 'boolean' &&
    isRecord(json.ratios) &&
    [json.ratios.first, json.ratios.behind].every((list) => Array.isArray(list) && list.every(isCount))
  );
}

function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null;
}

function isMean(json: unknown): boolean {
  return isRecord(json) && isCount(json.sum) && isCount(json.weight) && json.weight > 0;
}

function isCount(json: unknown): json is number {
  return Number.isFinite(json) && Number(json) >= 0;
}
