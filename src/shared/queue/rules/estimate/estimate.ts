/**
 * Estimates how long a party will wait: with a fixed formula at first, later from the location's own pace. Pure
 * (`docs/decisions/0007-fixed-estimate-first.md`). `npm run bench:estimate` measures both on simulated days.
 *
 * The formula is that of `docs/spec.md` 10.12, with five changes that improved the bench's results:
 * - The first party in an empty line also waits, but less than a gap. These waits have their own mean (`first`), which
 *   is multiplied by their median ratio. If these waits were counted as gaps, they would make every line look faster
 *   than it is.
 * - Every other party waits half a gap more than the gaps of those ahead, because one gap is running already.
 * - The share of the line that leaves grows with the square of the number ahead and then levels off, because people who
 *   wait longer give up sooner. This share is learned slowly, because guests rarely leave.
 * - The half-life is 60 admits, not 12, because the mean of a few gaps is mostly noise.
 * - The last 150 ratios: 75 of parties that joined an empty line, and 75 of the other parties.
 *
 * If staff tell how many servers are on duty, the pace is learned for each server: a change of their number changes the
 * mean gap at once, and a wait takes the usual servers of the coming hours into account (`usual-servers.ts`).
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
 * The estimate shown at the join, stored with the visit. `learnedMs` is the learned wait before any ratio; the ratios
 * need it even while the fixed estimate is shown.
 */
export type WaitPromise = WaitEstimate & { learnedMs: number };

/** A wait in whole minutes that staff gave a guest instead of the estimate. */
export type ToldWait = Pick<WaitEstimate, 'low' | 'high'>;

/** A decayed mean: `sum / weight`. */
type Mean = { sum: number; weight: number };

/** The learned pace of a location. Plain JSON, at most about 2 KB; times are epoch milliseconds. */
export type PaceModel = {
  version: 1;
  /** Number of admits while somebody waited. Counted only up to the number that the learned estimate needs. */
  admits: number;
  /** Milliseconds between two admits, if the line did not become empty in between; with the present servers. */
  gap: Mean;
  /** Milliseconds from the first join of an empty line to the next admit. */
  first: Mean;
  /** Parties that left or were removed, divided by the sum of half the squared line lengths at each join. */
  gone: Mean;
  waiting: number;
  /** Since when the line has not been empty; null while it is empty. */
  lineSince: number | null;
  /** Start of the busy clock's current run; null while nobody waits. */
  busySince: number | null;
  /** Busy time since the last admit, without the current run. */
  busyMs: number;
  /** Whether somebody still waited after the last admit. */
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
/** Prior: lines were seen without anybody leaving, so the first departure has little effect. */
const PRIOR_GONE: Mean = { sum: 0, weight: 20 };
/** At most half of the parties ahead are expected to leave, however long the line is. */
const STAYING_MIN = 0.5;

/**
 * Limits of one gap: four means, but at least ten minutes. A longer gap, such as a night with a forgotten
 * guest in line, says nothing about the pace. Hardly one in fifty real gaps is longer, and a location that
 * became slower still adapts within a few admits.
 */
const GAP_MEANS_MAX = 4;
const GAP_MAX_AT_LEAST_MS = 10 * MINUTE_MS;

/** The model before anything was learned. */
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

/** The wait of a party with this number of parties ahead. The estimate never decreases when more parties are ahead. */
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

/** How many parties are usually admitted within this time at the current pace; at least one. */
export function admitsWithin(pace: PaceModel, ms: number): number {
  const isLearned = pace.admits >= LEARNED_FROM_ADMITS;
  // Rounded to whole milliseconds: a mean slightly below a divisor would otherwise add one party.
  const gapMs = isLearned ? Math.round(meanOf(pace.gap)) : MINUTES_PER_PARTY * MINUTE_MS;
  return Math.ceil(ms / gapMs);
}

/**
 * The wait that a party is told at its join, with the value to which its real wait will be compared. `told`: the range
 * that staff gave instead of the estimate; it counts as `learned`, because both are ranges.
 */
export function promiseWait(pace: PaceModel, ahead: number, now: number, told?: ToldWait): WaitPromise {
  const estimate: WaitEstimate =
    told === undefined
      ? estimateWait(pace, ahead, now)
      : { ...told, minutes: Math.round((told.low + told.high) / 2), method: 'learned' };
  return { ...estimate, learnedMs: Math.round(learnedMs(pace, ahead, now)) };
}

/**
 * Records the length of the line after a change at `now`. Call this function after every change. Starts and stops the
 * busy clock.
 */
export function recordLength(pace: PaceModel, waiting: number, now: number): PaceModel {
  if (waiting === pace.waiting) return pace;
  if (waiting === 0)
    return { ...pace, waiting, lineSince: null, busySince: null, busyMs: busyTime(pace, now) };
  // A join adds half the squared line length to the weight. `stayingOf` has the expected share that stays.
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
 * Records an admission at `now`. Call this function before `recordLength` of the same change. `waited`: the visit's
 * wait in milliseconds and its promise; null if the owner moved the visit or put it back, because the wait then shows
 * nothing. The gap counts in both cases. Nothing is learned if no party was waiting.
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
 * Records that a waiting guest left. As `recordDeparture`, if anybody was admitted since the guest joined. Otherwise the
 * join is forgotten: a stranger who joined and left an empty line in a loop would halve the estimate of every later line.
 */
export function recordLeaving(pace: PaceModel, joinedAt: number): PaceModel {
  const { busySince } = pace;
  return busySince !== null && busySince > joinedAt ? recordDeparture(pace) : forgetJoin(pace);
}

/**
 * Forgets the join of a party that was no guest, as if the line had never grown by it. Call this function before
 * `recordLength` of the same change.
 */
export function forgetJoin(pace: PaceModel): PaceModel {
  const { sum, weight } = pace.gone;
  const least = Math.min(weight, PRIOR_GONE.weight);
  return { ...pace, gone: { sum, weight: Math.max(least, weight - (pace.waiting - 1) ** 2 / 2) } };
}

/**
 * Records that a visit is back whose departure was recorded: the departure does not count. Replaces `recordLength` of
 * the same change. Not exact for a guest who left before anybody was admitted, because nothing records that any more.
 */
export function recordReturn(pace: PaceModel, waiting: number, now: number): PaceModel {
  const { sum, weight } = pace.gone;
  return { ...recordLength(pace, waiting, now), gone: { sum: Math.max(0, sum - 1), weight } };
}

/**
 * Records that staff told the number of servers on duty at `now`; null: they no longer tell it. From one number to
 * another the pace of one server stays; otherwise the pace of the line stays. A guest who joined before the change and
 * leaves after it counts as a departure, even if nobody was admitted in between.
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
    // Servers who start call parties sooner than the pace tells, so this time counts as if it had passed.
    busyMs: (busyTime(pace, now) + (busySince === null ? 0 : started * meanOf(gap))) * factor,
    busySince: busySince === null ? null : now,
  };
}

function fixedWait(ahead: number): WaitEstimate {
  const minutes = ahead * MINUTES_PER_PARTY;
  return { minutes, low: Math.floor(minutes / 2), high: minutes * 2, method: 'fixed' };
}

/** The wait in an empty line. Uses the median ratio instead of the mean: many walk straight in, and some wait long. */
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

/** How many of the parties ahead will usually stay: nearly all of a short line, at least half of any line. */
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
 * Reads the stored model. An unreadable or outdated pace becomes `unknownPace`. Earlier releases stored no hours and no
 * servers.
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
