/** The wait of a party against its promise. Pure; times are epoch milliseconds of the server's clock. */
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { promisedMinutes } from '../../../../shared/time/rounded-wait.ts';

/** From this share of the promise on, a wait is near its end. */
const NEAR_FROM = 0.8;

/**
 * `share`: waited time divided by promised time. `promisedMinutes` and `share` are absent if nothing was promised.
 */
export type Wait = { tone: 'ok' | 'near' | 'late'; promisedMinutes?: number; share?: number };

/** The wait of a party against the minutes that it was promised. */
export function waitOf({ joinedAt, promised }: VisitView, nowMs: number): Wait {
  if (promised === undefined) return { tone: 'ok' };
  const minutes = promisedMinutes(promised);
  const share = Math.max(0, nowMs - Date.parse(joinedAt)) / (minutes * 60_000);
  return { tone: share > 1 ? 'late' : share >= NEAR_FROM ? 'near' : 'ok', promisedMinutes: minutes, share };
}
