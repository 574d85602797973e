/**
 * Plays a town at twice the pace of an evening's peak and faster, to find the pace at which the first goal is missed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile, type Measure } from '../queue/measures.ts';
import type { Log } from './log.ts';
import { play, type Pace } from './play.ts';
import type { Town } from './town.ts';

/**
 * Each step plays this many times the pace that the evening has at its peak. Only the measures of the first step have
 * goals.
 */
const STEPS = [{ times: 2, forMs: 60_000 }, ...[3, 4, 6, 8, 12].map((times) => ({ times, forMs: 20_000 }))];

type Goals = { joinP99Ms: number; turnP99Ms: number };
type Played = Pick<Log, 'joinMs' | 'turnMs' | 'floorMs' | 'errors'>;

/** Plays one step after the other until a goal is missed. Resolves when all holds have ended. */
export async function goFaster(town: Town, evening: Pace, goals: Goals): Promise<Measure[]> {
  const measures: Measure[] = [];
  let times = 1;
  const pace: Pace = {
    ...evening,
    forMs: Infinity,
    arrivalEveryMs: () => evening.arrivalEveryMs(0.5) / times,
  };
  const played = play(town, pace);
  for (const [index, step] of STEPS.entries()) {
    times = step.times;
    const before = lengthsOf(town.log);
    const cpuMs = town.runtime.cpuMs();
    await pause(step.forMs);
    const during = since(town.log, before);
    const processors = (town.runtime.cpuMs() - cpuMs) / step.forMs;
    measures.push(...measuresOf(step, during, processors, index === 0 ? goals : null));
    const broken = whatBroke(during, goals);
    if (broken === null) continue;
    console.log(`At ${times} times the pace breaks first: ${broken}.`);
    measures.push({ name: 'breaks_at_pace', value: times, unit: 'times' });
    break;
  }
  pace.forMs = 0;
  await played;
  return measures;
}

type Lengths = Record<keyof Played, number>;

function lengthsOf(log: Log): Lengths {
  const { joinMs, turnMs, floorMs, errors } = log;
  return {
    joinMs: joinMs.length,
    turnMs: turnMs.length,
    floorMs: floorMs.length,
    errors: errors.length,
  };
}

/** Returns the entries that were added to each list of the log since the list had the length that `before` says. */
function since({ joinMs, turnMs, floorMs, errors }: Log, before: Lengths): Played {
  return {
    joinMs: joinMs.slice(before.joinMs),
    turnMs: turnMs.slice(before.turnMs),
    floorMs: floorMs.slice(before.floorMs),
    errors: errors.slice(before.errors),
  };
}

function measuresOf(
  { times, forMs }: (typeof STEPS)[number],
  { joinMs, turnMs, floorMs, errors }: Played,
  processors: number,
  goals: Goals | null,
): Measure[] {
  const name = (what: string) => `pace_${times}_${what}`;
  return [
    { name: name('joins'), value: (joinMs.length / forMs) * 1000, unit: 'per_second' },
    // This measure includes all threads of the runtime. One of these threads runs the Worker and all objects.
    { name: name('runtime_busy'), value: processors, unit: 'processors' },
    { name: name('floor_p99'), value: quantile(floorMs, 0.99), unit: 'ms' },
    { name: name('join_p50'), value: median(joinMs), unit: 'ms' },
    { name: name('join_p99'), value: quantile(joinMs, 0.99), unit: 'ms' },
    { name: name('admit_to_page_p50'), value: median(turnMs), unit: 'ms' },
    {
      name: name('admit_to_page_p99'),
      value: quantile(turnMs, 0.99),
      unit: 'ms',
      ...(goals !== null && { goal: { is: '<', than: goals.turnP99Ms } }),
    },
    {
      name: name('errors'),
      value: errors.length,
      unit: 'count',
      ...(goals !== null && { goal: { is: '=', than: 0 } }),
    },
  ];
}

/** Returns the first missed goal of this pace as a sentence; null if no goal is missed. */
function whatBroke({ errors, joinMs, turnMs }: Played, goals: Goals): string | null {
  const [error] = errors;
  if (error !== undefined) return `${errors.length} calls failed, the first with: ${error}`;
  const turn = quantile(turnMs, 0.99);
  if (turn >= goals.turnP99Ms)
    return `1 % of taps reach the guest's page after ${turn.toFixed(0)} ms or more`;
  const join = quantile(joinMs, 0.99);
  return join < goals.joinP99Ms ? null : `1 % of joins take ${join.toFixed(0)} ms or more`;
}
