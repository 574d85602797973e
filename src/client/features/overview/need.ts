/** The state of a location in the overview, and which location needs help first. Pure; times are epoch milliseconds. */
import type { LocationSummary } from '../../../shared/contracts/overview.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';

/** From this share of the promise on, a wait is near its end, as on the dashboard. */
const NEAR_FROM = 0.8;

/** What the page knows of a location: its summary, that it does not answer, or nothing yet. */
export type Known = LocationSummary | 'away' | undefined;

export type Now = {
  state: 'open' | 'paused' | 'closed';
  /** How long the party waits that has waited longest; absent if nobody waits. */
  longestMs?: number;
  /** How much the party is over its promise that is most over it; 0 if no party is. */
  lateMs: number;
  /** The longest wait is near its promise. */
  isNear: boolean;
  joined: number;
  left: number;
  /** Why no text goes out now: the provider or the database does not answer, or an hourly budget is used up. */
  areTextsHeld: boolean;
};

/** What has become of a summary by now. */
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

/** Each passed turn changes whether the location is open. */
function isOpen({ open, turns }: LocationSummary, now: number): boolean {
  const passed = turns.filter((at) => Date.parse(at) <= now).length;
  return open === (passed % 2 === 0);
}

/** Why a location needs help, the most urgent reason first; `none` at the end. */
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
 * The ids of the locations, those that need help first: by reason, then by lateness. Locations without a line come last;
 * all others keep their order, so that rows move rarely.
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
