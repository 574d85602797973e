/** Compares the wait of a party with its promise. Pure; times are epoch milliseconds of the server's clock. */
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { promisedMinutes } from '../../../../shared/time/rounded-wait.ts';

/** From this share of the promised time, the tone of a wait is 'near'. */
const NEAR_FROM = 0.8;

/** `share`: waited time divided by promised time. `promisedMinutes` and `share` are absent if nothing was promised. */
export type Wait = { tone: 'ok' | 'near' | 'late'; promisedMinutes?: number; share?: number };

/** Compares the wait of a party with the promised minutes. */
export function waitOf({ joinedAt, promised }: VisitView, nowMs: number): Wait {
  if (promised === undefined) return { tone: 'ok' };
  const minutes = promisedMinutes(promised);
  const share = Math.max(0, nowMs - Date.parse(joinedAt)) / (minutes * 60_000);
  return { tone: share > 1 ? 'late' : share >= NEAR_FROM ? 'near' : 'ok', promisedMinutes: minutes, share };
}
