/**
 * Feeds simulated waits to the estimate, as a location's object feeds real waits, and compares the promised waits with
 * the simulated waits.
 */
import { MINUTES_PER_PARTY } from '../../src/shared/limits.ts';
import { promiseKept } from '../../src/shared/time/promise-kept.ts';
import * as estimate from '../../src/shared/queue/rules/estimate/estimate.ts';
import { timeToCall } from '../../src/shared/queue/rules/estimate/usual-servers.ts';
import { countAt, type Days, type Telling, type Wait } from './days.ts';

/** How far the promised waits of an admitted guest were from the real wait. Errors are absolute values in minutes. */
export type Outcome = {
  day: number;
  ahead: number;
  fixedError: number;
  learnedError: number;
  inRange: boolean;
};

/**
 * The information about servers that the estimate gets. `untold`: none. `told`: the number that staff enter. `truth`:
 * the real number of servers at every hour, and the mean time for which a party occupies a server on this day.
 */
export type Knowledge = 'untold' | 'told' | 'truth';

type Change = { at: number } & (
  | { kind: 'join' | Wait['end']; wait: Wait }
  | { kind: 'told'; servers: number }
);

const MINUTE_MS = 60_000;

/**
 * Returns the outcomes of all admitted guests, in the order of admission. The pace that the estimate has learned is
 * kept from one day to the next.
 */
export function replay(days: Days, knowledge: Knowledge = 'untold'): Outcome[] {
  const line = new Map<Wait, { ahead: number; promise: estimate.WaitPromise }>();
  const outcomes: Outcome[] = [];
  let pace = estimate.unknownPace;
  for (const change of changesOf(days.waits, knowledge === 'told' ? days.tellings : [])) {
    const { at } = change;
    if (change.kind === 'told') {
      pace = estimate.recordServers(pace, change.servers, at);
    } else if (change.kind === 'join') {
      const { wait } = change;
      const promise =
        knowledge === 'truth'
          ? promiseByTruth(pace, line.size, wait)
          : estimate.promiseWait(pace, line.size, at);
      line.set(wait, { ahead: line.size, promise });
    } else {
      const { wait, kind } = change;
      const told = line.get(wait);
      if (told === undefined) throw new Error('A wait ended that had not begun');
      line.delete(wait);
      const ms = at - wait.joinedAt;
      if (kind === 'admitted') outcomes.push(outcomeOf(wait.day, told, ms));
      pace =
        kind === 'admitted'
          ? estimate.recordAdmission(pace, { ms, promise: told.promise }, at)
          : estimate.recordLeaving(pace, wait.joinedAt);
    }
    // The object stores the learned pace as JSON at every change, so the replay also turns the pace into JSON and back.
    pace = estimate.readPace(JSON.parse(JSON.stringify(estimate.recordLength(pace, line.size, at))));
  }
  return outcomes;
}

/**
 * The wait that the formula promises if it knows the real number of servers and the real pace. The formula still learns
 * the share of guests who leave, and the range of the promised wait.
 */
function promiseByTruth(
  pace: estimate.PaceModel,
  ahead: number,
  { joinedAt, truth: { shifts, partyMs } }: Wait,
): estimate.WaitPromise {
  const withGap = (ms: number) =>
    estimate.promiseWait({ ...pace, gap: { sum: ms, weight: 1 } }, ahead, joinedAt);
  if (ahead === 0) return withGap(partyMs);
  const parties = withGap(partyMs).learnedMs / partyMs;
  const ms = timeToCall(parties, partyMs, (at) => countAt(shifts, at), joinedAt);
  return withGap(ms / parties);
}

function outcomeOf(
  day: number,
  { ahead, promise }: { ahead: number; promise: estimate.WaitPromise },
  ms: number,
): Outcome {
  const { errorMs, inRange } = promiseKept(promise, ms);
  return {
    day,
    ahead,
    fixedError: Math.abs(ms / MINUTE_MS - ahead * MINUTES_PER_PARTY),
    learnedError: Math.abs(errorMs) / MINUTE_MS,
    inRange,
  };
}

/** Joins, ends of waits and entered numbers of servers, in order of time. At equal times, joins come first. */
function changesOf(waits: Wait[], tellings: Telling[]): Change[] {
  const joins = waits.map((wait): Change => ({ at: wait.joinedAt, wait, kind: 'join' }));
  const ends = waits.map((wait): Change => ({ at: wait.endedAt, wait, kind: wait.end }));
  const told = tellings.map((telling): Change => ({ ...telling, kind: 'told' }));
  return [...joins, ...ends, ...told].toSorted((one, other) => one.at - other.at);
}
