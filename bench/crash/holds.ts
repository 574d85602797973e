/**
 * Measures how late the product writes the end of each hold to the log and sends it to the owner's page. Only the time
 * during which the server runs is counted.
 */
import type { Life } from './killable-server.ts';

/** One hold. All times are epoch milliseconds. */
export type Hold = {
  visitId: string;
  endsAt: number;
  /**
   * `notedAt`: the time at which the log records the end. `toldAt`: the time at which a message with the end reached
   * the owner's page. Null: this has not happened.
   */
  notedAt: number | null;
  /** Undefined if the owner's page was not open. */
  toldAt?: number | null;
};

export type HoldTimes = {
  /** Numbers of holds that ended while the server was running, and while the server was down. */
  whileUp: number;
  whileDown: number;
  /** Number of holds in `whileUp` and `whileDown` whose end was never written to the log. */
  neverNoted: number;
  /** The longest delay until the end of a hold was written to the log and sent to the owner's page. */
  latestMs: number;
  /** The visit with the longest delay. */
  latestVisitId: string | null;
};

/**
 * Measures all holds that were due before the server's last life ended. Only the time during which the server answered
 * is counted. For a hold that ended while the server was down, the delay begins at the next start. If the server is
 * killed again before the end is written, the delay continues in the next life. If the end is never written, the delay
 * is counted until the server stops for the last time.
 */
export function holdTimes(holds: Hold[], lives: Life[]): HoldTimes {
  const end = lives.at(-1)?.to ?? 0;
  const times: HoldTimes = {
    whileUp: 0,
    whileDown: 0,
    neverNoted: 0,
    latestMs: 0,
    latestVisitId: null,
  };
  for (const { visitId, endsAt, notedAt, toldAt } of holds) {
    if (endsAt >= end) continue;
    if (lives.some(({ from, to }) => from <= endsAt && endsAt < to)) times.whileUp += 1;
    else times.whileDown += 1;
    if (notedAt === null) times.neverNoted += 1;
    const known = [notedAt, ...(toldAt === undefined ? [] : [toldAt])].map((at) => at ?? end);
    const lateMs = upBetween(endsAt, Math.max(...known), lives);
    if (lateMs > times.latestMs) Object.assign(times, { latestMs: lateMs, latestVisitId: visitId });
  }
  return times;
}

/** Milliseconds between `from` and `to` during which the server answered. */
function upBetween(from: number, to: number, lives: Life[]): number {
  return lives.reduce((sum, life) => sum + Math.max(0, Math.min(to, life.to) - Math.max(from, life.from)), 0);
}
