/**
 * Estimates how long a party will wait: at first by a fixed formula, later from the location's own pace. See
 * `docs/decisions/0007-fixed-estimate-first.md`. `npm run bench:estimate` measures both estimates on simulated days.
 *
 * The learned estimate has the formula of `docs/spec.md` 10.12, with five changes that gave better results in the
 * benchmark. A gap is the time between two admissions.
 * - A party that joins an empty line also waits, but less than one mean gap. The waits of first parties would make the
 *   mean gap too short, so they have a separate mean (`first`). The estimate for a first party is the mean `first`
 *   times the median of the ratios (`wait-ratios.ts`).
 * - The estimate for a party behind others is one gap for each party ahead plus half a gap.
 * - In a longer line, a larger share of the parties ahead is expected to leave, up to a limit, because people give up
 *   long waits. The model learns this share slowly, because guests rarely leave.
 * - The half-life of the means is 60 admissions, not 12, because the mean of a few gaps is mostly noise.
 * - Of the last 150 ratios, 75 belong to parties that joined an empty line, and 75 to other parties.
 *
 * If staff set the number of servers on duty, a change of the number changes the mean gap at once. The estimate then
 * also uses the usual number of servers in the next hours (`usual-servers.ts`).
 */
import { MINUTES_PER_PARTY } from '../../../limits.ts';
import { isBusyHours, noHours, recordHour, type BusyHours } from './busy-hours.ts';
import {
  HEAD_START_PARTIES,
  isServers,
  noServers,
  recordServerHour,
  serversAt,
  timeToCall,
  withCount,
  type Servers,
} from './usual-servers.ts';
import { areRatios, noRatios, quantile, withRatio, type WaitRatios } from './wait-ratios.ts';

/** The estimate shown to a guest, in whole minutes. `low` to `high` is the 80 % range. */
export type WaitEstimate = { minutes: number; low: number; high: number; method: 'fixed' | 'learned' };

/**
 * The estimate shown at the join, stored with the visit. `learnedMs` is the learned wait before it is multiplied by a
 * ratio. The value is stored even if the guest got the fixed estimate, because the visit's ratio is later computed from
 * the value.
 */
export type WaitPromise = WaitEstimate & { learnedMs: number };

/** A wait in whole minutes that staff gave a guest instead of the estimate. */
export type ToldWait = Pick<WaitEstimate, 'low' | 'high'>;

/** A mean, `sum / weight`, in which older values have a smaller weight. */
type Mean = { sum: number; weight: number };

/** The learned pace of a location. Stored as JSON of at most about 2 KB. Times are epoch milliseconds. */
export type PaceModel = {
  version: 1;
  /** The number of admissions, counted only up to `LEARNED_FROM_ADMITS`. */
  admits: number;
  /**
   * The mean of the busy time between two admissions, in milliseconds. A gap is counted only if parties were still in
   * line after the first of the two admissions.
   */
  gap: Mean;
  /** The milliseconds from the first join in an empty line to the next admission. */
  first: Mean;
  /** `sum`: the parties that left or were removed. `weight`: half the squared line length, summed over all joins. */
  gone: Mean;
  waiting: number;
  /** The time since which the line has not been empty; null if the line is empty now. */
  lineSince: number | null;
  /** The start of the busy time that is not yet in `busyMs`; null if the line is empty. */
  busySince: number | null;
  /** The milliseconds in which the line was not empty, from the last admission up to `busySince`. */
  busyMs: number;
  /** Whether parties were still waiting in line after the last admission. */
  admittedFromMore: boolean;
  ratios: WaitRatios;
  /** How many parties the location usually admits in its busiest hours (`busy-hours.ts`). */
  hours: BusyHours;
  servers: Servers;
};

const MINUTE_MS = 60_000;
const LEARNED_FROM_ADMITS = 20;
const PRIOR: Mean = { sum: 3 * MINUTES_PER_PARTY * MINUTE_MS, weight: 3 };
const KEPT_PER_ADMIT = 0.5 ** (1 / 60);
const KEPT_PER_END = 0.5 ** (1 / 200);
/** The prior of `gone`. The weight is high, so that the first departure has little effect. */
const PRIOR_GONE: Mean = { sum: 0, weight: 20 };
/** At most half of the parties ahead are expected to leave, however long the line is. */
const STAYING_MIN = 0.5;

/**
 * The longest gap that is counted: four mean gaps, but at least ten minutes. A longer gap says nothing about the pace,
 * for example if staff forgot a guest in line overnight. Fewer than one in fifty real gaps is longer than this limit.
 * If a location becomes slower, the mean gap still adapts within a few admissions.
 */
const GAP_MEANS_MAX = 4;
const GAP_MAX_AT_LEAST_MS = 10 * MINUTE_MS;

/** The model of a location that has learned nothing yet. */
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
  ratios: noRatios,
  hours: noHours,
  servers: noServers,
};

/** The estimate for a party with this number of parties ahead. More parties ahead never make the estimate shorter. */
export function estimateWait(pace: PaceModel, ahead: number, now: number): WaitEstimate {
  if (pace.admits < LEARNED_FROM_ADMITS) return fixedWait(ahead);
  const first = learnedFirst(pace);
  if (ahead === 0) return first;
  const behind = learnedBehind(pace, ahead, now);
  return {
    minutes: Math.max(first.minutes, behind.minutes),
    low: Math.max(first.low, behind.low),
    high: Math.max(first.high, behind.high),
    method: 'learned',
  };
}

/** The number of parties that are admitted within `ms` at the present pace; at least one. */
export function admitsWithin(pace: PaceModel, ms: number): number {
  const isLearned = pace.admits >= LEARNED_FROM_ADMITS;
  // Rounded, because a mean that is smaller than a divisor of `ms` by a rounding error would add one party.
  const gapMs = isLearned ? Math.round(meanOf(pace.gap)) : MINUTES_PER_PARTY * MINUTE_MS;
  return Math.ceil(ms / gapMs);
}

/**
 * The wait that is promised at a join. `told`: the range that staff gave instead of the estimate; the promise then has
 * the method `learned`, because pages show `learned` promises as a range.
 */
export function promiseWait(pace: PaceModel, ahead: number, now: number, told?: ToldWait): WaitPromise {
  const estimate: WaitEstimate =
    told === undefined
      ? estimateWait(pace, ahead, now)
      : { ...told, minutes: Math.round((told.low + told.high) / 2), method: 'learned' };
  return { ...estimate, learnedMs: Math.round(learnedMs(pace, ahead, now)) };
}

/** Records the length of the line after a change at `now`. Call this function after every change of the line. */
export function recordLength(pace: PaceModel, waiting: number, now: number): PaceModel {
  if (waiting === pace.waiting) return pace;
  if (waiting === 0)
    return { ...pace, waiting, lineSince: null, busySince: null, busyMs: busyTime(pace, now) };
  // A join adds half the squared line length to the weight of `gone`.
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
 * Records an admission at `now`. Call this function before you call `recordLength` for the same change. `waited`: the
 * wait in milliseconds and the promise; null if the visit was moved, because the wait of a moved visit does not show
 * the pace. Records nothing if the line was empty.
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
    hours: recordHour(pace.hours, now),
    servers: recordServerHour(pace.servers, now),
    ratios:
      waited === null
        ? pace.ratios
        : withRatio(
            pace.ratios,
            now - waited.ms <= pace.lineSince ? 'first' : 'behind',
            waited.ms,
            waited.promise.learnedMs,
          ),
  };
}

/** Records that a waiting party left or was removed. Call this function before `recordLength` of the same change. */
export function recordDeparture(pace: PaceModel): PaceModel {
  const { sum, weight } = decayed(pace.gone, KEPT_PER_END);
  return { ...pace, gone: { sum: sum + 1, weight } };
}

/**
 * Records that a waiting guest left. If no party was admitted since the guest joined, removes the join from the model
 * instead. Without this removal, a stranger who repeatedly joins and leaves could halve the estimates for other guests.
 */
export function recordLeaving(pace: PaceModel, joinedAt: number): PaceModel {
  const { busySince } = pace;
  return busySince !== null && busySince > joinedAt ? recordDeparture(pace) : forgetJoin(pace);
}

/** Removes the join of a party from the model. Call this function before `recordLength` of the same change. */
export function forgetJoin(pace: PaceModel): PaceModel {
  const { sum, weight } = pace.gone;
  const least = Math.min(weight, PRIOR_GONE.weight);
  return { ...pace, gone: { sum, weight: Math.max(least, weight - (pace.waiting - 1) ** 2 / 2) } };
}

/**
 * Records that a visit returned to the line, and subtracts its departure. Call this function instead of `recordLength`.
 * The subtraction is wrong if the departure was not recorded (`recordLeaving`); this error is accepted.
 */
export function recordReturn(pace: PaceModel, waiting: number, now: number): PaceModel {
  const { sum, weight } = pace.gone;
  return { ...recordLength(pace, waiting, now), gone: { sum: Math.max(0, sum - 1), weight } };
}

/**
 * Records the number of servers on duty that staff set at `now`; null: staff have removed the number. If the old and
 * the new number are both known, the mean gap is multiplied by the old number and divided by the new number. If one of
 * the two numbers is not known, the mean gap does not change. A guest who joined before the change and leaves after the
 * change always counts as a departure.
 */
export function recordServers(pace: PaceModel, count: number | null, now: number): PaceModel {
  const { gap, busySince } = pace;
  const servers = withCount(pace.servers, count, now);
  const before = pace.servers.count;
  if (before === null || count === null) return { ...pace, servers };
  const factor = before / count;
  const started = Math.max(0, count - before) * HEAD_START_PARTIES;
  return {
    ...pace,
    servers,
    gap: { sum: gap.sum * factor, weight: gap.weight },
    // New servers call their first party earlier than the mean gap predicts, so the difference is added to the busy
    // time.
    busyMs: (busyTime(pace, now) + (busySince === null ? 0 : started * meanOf(gap))) * factor,
    busySince: busySince === null ? null : now,
  };
}

function fixedWait(ahead: number): WaitEstimate {
  const minutes = ahead * MINUTES_PER_PARTY;
  return { minutes, low: Math.floor(minutes / 2), high: minutes * 2, method: 'fixed' };
}

/** The wait in an empty line. Uses the median ratio, because most parties are admitted at once but a few wait long. */
function learnedFirst(pace: PaceModel): WaitEstimate {
  const ms = meanOf(pace.first);
  return ranged(ms, ms * quantile(pace.ratios.first, 0.5), pace.ratios.first);
}

function learnedBehind(pace: PaceModel, ahead: number, now: number): WaitEstimate {
  const ms = learnedMs(pace, ahead, now);
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

function learnedMs(pace: PaceModel, ahead: number, now: number): number {
  if (ahead === 0) return meanOf(pace.first);
  const parties = stayingOf(pace, ahead) + 0.5;
  const { count } = pace.servers;
  if (count === null) return parties * meanOf(pace.gap);
  return timeToCall(parties, count * meanOf(pace.gap), (at) => serversAt(pace.servers, now, at), now);
}

/** The number of parties ahead that probably stay: nearly all in a short line, at least half in a long line. */
function stayingOf(pace: PaceModel, ahead: number): number {
  return Math.max(ahead / Math.sqrt(1 + meanOf(pace.gone) * ahead ** 2), ahead * STAYING_MIN);
}

function withGap(mean: Mean, gapMs: number): Mean {
  const counted = Math.min(gapMs, Math.max(GAP_MEANS_MAX * meanOf(mean), GAP_MAX_AT_LEAST_MS));
  const { sum, weight } = decayed(mean, KEPT_PER_ADMIT);
  return { sum: sum + counted, weight: weight + 1 };
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

/**
 * Reads the stored model. An invalid or outdated model becomes `unknownPace`. `hours` and `servers` may be absent in
 * models of earlier releases.
 */
export function readPace(json: unknown): PaceModel {
  const isEarlier = isRecord(json) && (json.hours === undefined || json.servers === undefined);
  const whole = isEarlier ? { hours: noHours, servers: noServers, ...json } : json;
  return isPaceModel(whole) ? whole : unknownPace;
}

function isPaceModel(json: unknown): json is PaceModel {
  return (
    isRecord(json) &&
    json.version === 1 &&
    [json.admits, json.waiting, json.busyMs].every(isCount) &&
    [json.gap, json.first, json.gone].every(isMean) &&
    [json.lineSince, json.busySince].every((time) => time === null || isCount(time)) &&
    typeof json.admittedFromMore === 'boolean' &&
    isBusyHours(json.hours) &&
    isServers(json.servers) &&
    areRatios(json.ratios)
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
