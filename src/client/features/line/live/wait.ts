/** The wait of a party against its promise. Pure; times are epoch milliseconds of the server's clock. */
import { MINUTES_PER_PARTY } from '../../../../shared/limits.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';

/** From this share of the promise on, a wait is near its end. */
const NEAR_FROM = 0.8;

/**
 * `share`: waited time divided by promised time. `promisedMinutes` and `share` are absent if nothing was promised.
 */
export type Wait = { tone: 'ok' | 'near' | 'late'; promisedMinutes?: number; share?: number };

/**
 * The promise is the figure that the guest was told, or the middle of the range. A guest who was promised no wait (empty line) is late
 * after `MINUTES_PER_PARTY`.
 */
export function waitOf({ joinedAt, promised }: VisitView, nowMs: number): Wait {
  if (promised === undefined) return { tone: 'ok' };
  const told = promised.minutes ?? Math.round((promised.low + promised.high) / 2);
  const promisedMinutes = Math.max(told, MINUTES_PER_PARTY);
  const share = Math.max(0, nowMs - Date.parse(joinedAt)) / (promisedMinutes * 60_000);
  return { tone: share > 1 ? 'late' : share >= NEAR_FROM ? 'near' : 'ok', promisedMinutes, share };
}
