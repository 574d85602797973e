/**
 * `npm run bench:soak`: runs the load for half an hour, with 200 locations and 2,000 open pages, at a fifth of the
 * highest number of visits per second that the runtime can serve. The memory, the number of open files and sockets, and
 * the number of pending deliveries must not grow. Stored data may grow with the number of visits, but not with time.
 * Alarms must run on time and not more often than needed. Every garbage collection is a full collection, because
 * garbage must not count as a growth of memory. Full collections make the server slower. Exits with 1 if a goal is
 * missed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { figuresOf, memoryOf, type Figures } from './evening/figures.ts';
import { emptyLog, type Log } from './evening/log.ts';
import { fillLines, hurry, play, type Pace } from './evening/play.ts';
import { closeTown, openTown } from './evening/town.ts';
import { watchRuntime, type Look } from './evening/watch-runtime.ts';
import { median, quantile, type Measure } from './queue/measures.ts';
import { openFilesProblem } from './queue/open-files.ts';
import type { Runtime, Written } from './queue/runtime.ts';
import { wholeRun } from './queue/whole-run.ts';

/** `-- --small` runs two minutes at a tenth of the locations, as a quick check of the bench. */
const small = process.argv.includes('--small');
/** Number of locations of each owner, as in the large plan. */
const LOCATIONS_EACH = 3;
const OWNERS = small ? 7 : 67;
const LOCATIONS = OWNERS * LOCATIONS_EACH;
const PAGES = LOCATIONS * 10;
const TOWN = { owners: OWNERS, locationsEach: LOCATIONS_EACH, holdMs: HOLD_MIN_MS };
const SOAK_MS = small ? 120_000 : 1_800_000;
const SHARE_OF_THE_LIMIT = 0.2;
const HURRY = { atOnce: 32, forMs: 20_000 };
/** There are no goals here for the times of joins and turns, because `bench:evening` checks these times. */
const GOALS: Figures['goals'] = { holdLateMs: 2_000 };
const MOST_GROWTH = 1.1;
const ALARM_LATE_MS = 2_000;
/** Time in which the last deliveries are sent and idle objects hibernate. */
const SETTLED_WITHIN_MS = 20_000;

const problem = openFilesProblem(PAGES * 2);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

await wholeRun('soak', async ({ start, report }) => {
  const log = emptyLog();
  const limit = await mostOf(await start(), log);
  const runtime = await start({ collectsAll: true });
  const filesBefore = runtime.openFiles();
  const town = await openTown(runtime, TOWN, log);
  const arrivalEveryMs = (LOCATIONS * 1_000) / (limit * SHARE_OF_THE_LIMIT);
  const pace: Pace = {
    seed: 20_251_122,
    forMs: SOAK_MS,
    arrivalEveryMs: () => arrivalEveryMs,
    lineLength: 10,
  };
  const planned = { joins: (LOCATIONS * SOAK_MS) / arrivalEveryMs, pages: PAGES };
  await fillLines(town, pace);
  await pause(SETTLED_WITHIN_MS);
  Object.assign(log, { ...emptyLog(), errors: log.errors });

  const before = await snapshot(runtime);
  const halfWay = pause(SOAK_MS / 2).then(() => snapshot(runtime));
  const watch = watchRuntime(town);
  await play(town, pace);
  watch.stop();
  const middle = await halfWay;
  await pause(SETTLED_WITHIN_MS);
  const after = await snapshot(runtime);
  const { pending } = after;
  const written = { ...after, texts: after.texts - before.texts, history: after.history - before.history };
  closeTown(town);
  await pause(SETTLED_WITHIN_MS);

  report([
    { name: 'limit', value: limit, unit: 'visits_per_second' },
    { name: 'soak_joins', value: (log.joinMs.length / SOAK_MS) * 1_000, unit: 'per_second' },
    ...figuresOf({ log, looks: watch.looks, pending, written, goals: GOALS, planned }),
    ...memoryOf(watch.looks, MOST_GROWTH),
    ...files(watch.looks, runtime.openFiles() - filesBefore),
    ...kept([before, middle, after]),
    ...alarms([before, middle, after]),
    {
      name: 'pending_half_way',
      value: middle.pending,
      unit: 'count',
      goal: { is: '<', than: Math.ceil((LOCATIONS * SETTLED_WITHIN_MS) / arrivalEveryMs) },
    },
  ]);
});

/** The amounts of stored and of pending data, and how late each alarm since the previous snapshot ran. */
type Snapshot = Written & { pending: number; alarmsLateMs: number[] };

async function snapshot(runtime: Runtime): Promise<Snapshot> {
  const alarmsLateMs = await runtime.alarmsLateMs();
  return { ...(await runtime.written()), pending: await runtime.pending(), alarmsLateMs };
}

/** Measures the highest throughput in completed visits per second, in a separate town. */
async function mostOf(runtime: Runtime, log: Log): Promise<number> {
  const town = await openTown(runtime, TOWN, log);
  const most = await hurry(town, HURRY);
  await pause(SETTLED_WITHIN_MS);
  closeTown(town);
  return most;
}

/**
 * Measures the open files without the guests' sockets, because the number of sockets changes. Also measures the growth
 * of open files from the start to the end.
 */
function files(looks: Look[], left: number): Measure[] {
  const beside = looks.map(({ openFiles, guests }) => openFiles - 2 * guests);
  const early = median(beside.slice(beside.length * 0.1, beside.length * 0.25));
  const late = median(beside.slice(beside.length * 0.85));
  return [
    { name: 'files_beside_guests_early', value: early, unit: 'count' },
    { name: 'files_beside_guests_late', value: late, unit: 'count' },
    { name: 'files_growth', value: late / early, unit: 'x', goal: { is: '<', than: MOST_GROWTH } },
    { name: 'files_left_over', value: left, unit: 'count', goal: { is: '<', than: LOCATIONS / 2 } },
  ];
}

/** Measures the stored bytes for each visit, in the first half and in the second half of the run. */
function kept([before, middle, after]: [Written, Written, Written]): Measure[] {
  return (['databaseBytes', 'objectsBytes'] as const).flatMap((which) => {
    const name = which === 'databaseBytes' ? 'database' : 'objects';
    const perVisit = (from: Written, to: Written) => (to[which] - from[which]) / (to.history - from.history);
    return halves(name, { first: perVisit(before, middle), second: perVisit(middle, after), unit: 'bytes' });
  });
}

/** Measures the number of alarms for each visit in each half of the run, and the lateness of the alarms. */
function alarms([before, middle, after]: [Snapshot, Snapshot, Snapshot]): Measure[] {
  const perVisit = (from: Snapshot, to: Snapshot) => to.alarmsLateMs.length / (to.history - from.history);
  const late = [...middle.alarmsLateMs, ...after.alarmsLateMs];
  return [
    ...halves('alarms', { first: perVisit(before, middle), second: perVisit(middle, after), unit: 'count' }),
    { name: 'alarm_late_p99', value: quantile(late, 0.99), unit: 'ms' },
    { name: 'alarm_late_max', value: quantile(late, 1), unit: 'ms', goal: { is: '<', than: ALARM_LATE_MS } },
  ];
}

function halves(
  name: string,
  { first, second, unit }: { first: number; second: number; unit: string },
): Measure[] {
  return [
    { name: `${name}_a_visit_first_half`, value: first, unit },
    { name: `${name}_a_visit_second_half`, value: second, unit },
    { name: `${name}_growth`, value: second / first, unit: 'x', goal: { is: '<', than: MOST_GROWTH } },
  ];
}
