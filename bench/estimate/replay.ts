/** Replays simulated waits through the estimate as a location's object does, and records the promised waits. */
import { MINUTES_PER_PARTY } from '../../src/shared/limits.ts';
import { promiseKept } from '../../src/shared/time/promise-kept.ts';
import * as estimate from '../../src/shared/queue/rules/estimate.ts';
import type { Wait } from './days.ts';

/** Promised and real wait of an admitted guest. Minutes; `errors` are absolute. */
export type Outcome = {
  day: number;
  ahead: number;
  fixedError: number;
  learnedError: number;
  inRange: boolean;
};

type Change = { at: number; wait: Wait; kind: 'join' | Wait['end'] };

const MINUTE_MS = 60_000;

/** The outcomes of all admitted guests, in the order of admission. Learning continues over all days. */
export function replay(waits: Wait[]): Outcome[] {
  const line = new Map<Wait, { ahead: number; promise: estimate.WaitPromise }>();
  const outcomes: Outcome[] = [];
  let pace = estimate.unknownPace;
  for (const { at, wait, kind } of changesOf(waits)) {
    if (kind === 'join') {
      line.set(wait, { ahead: line.size, promise: estimate.promiseWait(pace, line.size) });
    } else {
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
    // Like the object, which stores the learned pace as JSON with every change.
    pace = estimate.readPace(JSON.parse(JSON.stringify(estimate.recordLength(pace, line.size, at))));
  }
  return outcomes;
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

/** Joins and ends in order of time. At equal times, joins come before ends. */
function changesOf(waits: Wait[]): Change[] {
  const joins = waits.map((wait): Change => ({ at: wait.joinedAt, wait, kind: 'join' }));
  const ends = waits.map((wait): Change => ({ at: wait.endedAt, wait, kind: wait.end }));
  return [...joins, ...ends].toSorted((one, other) => one.at - other.at);
}
