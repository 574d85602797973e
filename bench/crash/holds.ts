/** How late the ends of holds were noted, in time during which the server was there to note them. */
import type { Life } from './killable-server.ts';

/** One hold. All times are epoch milliseconds. */
export type Hold = {
  visitId: string;
  endsAt: number;
  /** When the end was noted in the log, and told to the owner's page; null: not yet. */
  notedAt: number | null;
  /** Undefined where no page was open. */
  toldAt?: number | null;
};

export type HoldTimes = {
  /** How many ended while the server ran, and while there was none. */
  whileUp: number;
  whileDown: number;
  /** Of these, how many nobody had noted in the end. */
  neverNoted: number;
  /** The longest that the end of a hold stayed unnoted or untold. */
  latestMs: number;
  /** Of which visit that was. */
  latestVisitId: string | null;
};

/**
 * Measures all holds whose time came before the last life ended. What counts is the time in which the server
 * answered: a hold that ended while it was down is late from its next start on, and when that life too ends before
 * it is noted, the next one adds to it. Never noted counts up to the end.
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

/** For how long of the time between two moments the server answered. */
function upBetween(from: number, to: number, lives: Life[]): number {
  return lives.reduce((sum, life) => sum + Math.max(0, Math.min(to, life.to) - Math.max(from, life.from)), 0);
}
