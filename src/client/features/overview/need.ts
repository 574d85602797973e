/**
 * Computes the state of each location in the overview, and the order in which locations need help. Pure; times are
 * epoch milliseconds.
 */
import type { LocationSummary } from '../../../shared/contracts/overview.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';

/** A wait counts as near its promise from this share of the promised time, as on the dashboard. */
const NEAR_FROM = 0.8;

/** The data of a location: its summary, 'away' if it does not answer, or undefined before the first message. */
export type Known = LocationSummary | 'away' | undefined;

export type Now = {
  state: 'open' | 'paused' | 'closed';
  /** The longest wait of all parties; absent if nobody waits. */
  longestMs?: number;
  /** How much longer than promised the latest party has waited; 0 if no party has waited longer than promised. */
  lateMs: number;
  /** Whether the longest wait is near its promise. */
  isNear: boolean;
  joined: number;
  left: number;
  /** Whether texts are held now: the provider or the database does not answer, or an hourly budget is used up. */
  areTextsHeld: boolean;
};

/** Computes the state of a location at the time `now` from the newest summary of the location. */
export function nowOf(summary: LocationSummary, now: number): Now {
  const { longest, lateFrom, today, timezone, texts, database } = summary;
  const longestMs = longest && Math.max(0, now - Date.parse(longest.joinedAt));
  const isToday = calendarDay(now, timezone) === today.day;
  const isStopped = texts.stopped !== undefined && now < Date.parse(texts.stopped.until);
  return {
    state: summary.paused ? 'paused' : isOpen(summary, now) ? 'open' : 'closed',
    ...(longestMs !== undefined && { longestMs }),
    lateMs: lateFrom === undefined ? 0 : Math.max(0, now - Date.parse(lateFrom)),
    isNear: longest !== undefined && (longestMs ?? 0) >= NEAR_FROM * longest.promisedMinutes * 60_000,
    joined: isToday ? today.joined : 0,
    left: isToday ? today.left : 0,
    areTextsHeld: texts.held !== undefined || database.awaySince !== undefined || isStopped,
  };
}

/**
 * Whether the location is open now. `turns` are the times at which the location opens or closes, so each passed time
 * changes the state.
 */
function isOpen({ open, turns }: LocationSummary, now: number): boolean {
  const passed = turns.filter((at) => Date.parse(at) <= now).length;
  return open === (passed % 2 === 0);
}

/** The reasons why a location needs help, the most urgent first. `none` means that the location needs no help. */
const needs = ['late', 'away', 'texts', 'near', 'none'] as const;
export type Need = (typeof needs)[number];

/** The most urgent reason why this location needs help. */
export function needOf(known: Known, now: number): Need {
  if (known === undefined) return 'none';
  if (known === 'away') return 'away';
  const { lateMs, areTextsHeld, isNear } = nowOf(known, now);
  return lateMs > 0 ? 'late' : areTextsHeld ? 'texts' : isNear ? 'near' : 'none';
}

/** Whether a location with this need is counted as one that needs help. */
export function isUrgent(need: Need): boolean {
  return need !== 'near' && need !== 'none';
}

/**
 * Sorts the ids of the locations by the most urgent reason, then by the largest delay. Locations with parties come
 * before locations without parties. Locations that are equal in all these points keep their order, so that the rows
 * rarely move.
 */
export function sortedByNeed(locations: readonly { id: string; known: Known }[], now: number): string[] {
  const ranked = locations.map(({ id, known }) => {
    const summary = typeof known === 'object' ? known : undefined;
    return {
      id,
      need: needs.indexOf(needOf(known, now)),
      lateMs: summary === undefined ? 0 : nowOf(summary, now).lateMs,
      isIdle: summary?.waiting === 0 && summary.arriving === 0,
    };
  });
  return ranked
    .toSorted((a, b) => a.need - b.need || b.lateMs - a.lateMs || Number(a.isIdle) - Number(b.isIdle))
    .map(({ id }) => id);
}
