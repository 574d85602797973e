/**
 * `npm run bench:soak`: half an hour at a fifth of what the runtime can take, over 200 locations with 2,000 open pages. What
 * is held (memory, open files and sockets, what is owed) has to stay as it is, what is kept has to grow by the visit and not
 * by the hour. So that memory is what is held, garbage is collected as a whole each time, at the cost of speed. Exits with 1 when
 * a goal is not met.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { figuresOf, memoryOf, type Figures } from './evening/figures.ts';
import { emptyLog, type Log } from './evening/log.ts';
import { fillLines, hurry, play, type Pace } from './evening/play.ts';
import { closeTown, openTown } from './evening/town.ts';
import { watchRuntime, type Look } from './evening/watch-runtime.ts';
import { median, type Measure } from './queue/measures.ts';
import { openFilesProblem } from './queue/open-files.ts';
import type { Runtime, Written } from './queue/runtime.ts';
import { wholeRun } from './queue/whole-run.ts';

/** `-- --small` is two minutes at a tenth of the locations, to see that it runs. */
const small = process.argv.includes('--small');
/** A large plan's owners, three locations each. */
const LOCATIONS_EACH = 3;
const OWNERS = small ? 7 : 67;
const LOCATIONS = OWNERS * LOCATIONS_EACH;
const PAGES = LOCATIONS * 10;
const TOWN = { owners: OWNERS, locationsEach: LOCATIONS_EACH, holdMs: HOLD_MIN_MS };
const SOAK_MS = small ? 120_000 : 1_800_000;
const SHARE_OF_THE_LIMIT = 0.2;
const HURRY = { atOnce: 32, forMs: 20_000 };
/** How fast it is, is judged by the evening. */
const GOALS: Figures['goals'] = { holdLateMs: 2_000 };
const MOST_GROWTH = 1.1;
/** What ended at last is written and sent, and objects that nobody asks go to sleep. */
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
  const town = await openTown(runtime, TOWN, log);
  const arrivalEveryMs = (LOCATIONS * 1_000) / (limit * SHARE_OF_THE_LIMIT);
  const pace: Pace = {
    seed: 20_251_122,
    forMs: SOAK_MS,
    arrivalEveryMs: () => arrivalEveryMs,
    lineLength: 10,
  };
  await fillLines(town, pace);
  await pause(SETTLED_WITHIN_MS);
  Object.assign(log, { ...emptyLog(), errors: log.errors });

  const before = await runtime.written();
  const halfWay = pause(SOAK_MS / 2).then(() => runtime.written());
  const watch = watchRuntime(town);
  await play(town, pace);
  watch.stop();
  const middle = await halfWay;
  await pause(SETTLED_WITHIN_MS);
  const after = await runtime.written();
  const owed = await runtime.owed();
  const written = { ...after, texts: after.texts - before.texts, history: after.history - before.history };
  closeTown(town);
  await pause(SETTLED_WITHIN_MS);

  report([
    { name: 'limit', value: limit, unit: 'visits_per_second' },
    { name: 'soak_joins', value: (log.joinMs.length / SOAK_MS) * 1_000, unit: 'per_second' },
    ...figuresOf({ log, looks: watch.looks, owed, written, goals: GOALS }),
    ...memoryOf('memory', watch.looks, MOST_GROWTH),
    ...files(watch.looks, runtime.openFiles()),
    ...kept([before, middle, after]),
  ]);
});

/** Whole visits a second, in a town of its own. */
async function mostOf(runtime: Runtime, log: Log): Promise<number> {
  const town = await openTown(runtime, TOWN, log);
  const most = await hurry(town, HURRY);
  await pause(SETTLED_WITHIN_MS);
  closeTown(town);
  return most;
}

/** Open files beside the guests' sockets, which come and go; and what is left when everybody has gone. */
function files(looks: Look[], afterwards: number): Measure[] {
  const beside = looks.map(({ openFiles, guests }) => openFiles - 2 * guests);
  const early = median(beside.slice(beside.length * 0.1, beside.length * 0.25));
  const late = median(beside.slice(beside.length * 0.85));
  return [
    { name: 'files_beside_guests_early', value: early, unit: 'count' },
    { name: 'files_beside_guests_late', value: late, unit: 'count' },
    { name: 'files_growth', value: late / early, unit: 'x', goal: { is: '<', than: MOST_GROWTH } },
    { name: 'files_after_all_left', value: afterwards, unit: 'count', goal: { is: '<=', than: early } },
  ];
}

/** What one visit adds to what is kept, in the first half and in the second. */
function kept([before, middle, after]: [Written, Written, Written]): Measure[] {
  return (['databaseBytes', 'objectsBytes'] as const).flatMap((which): Measure[] => {
    const name = which === 'databaseBytes' ? 'database' : 'objects';
    const perVisit = (from: Written, to: Written) => (to[which] - from[which]) / (to.history - from.history);
    const first = perVisit(before, middle);
    const second = perVisit(middle, after);
    return [
      { name: `${name}_bytes_a_visit_first_half`, value: first, unit: 'bytes' },
      { name: `${name}_bytes_a_visit_second_half`, value: second, unit: 'bytes' },
      { name: `${name}_growth`, value: second / first, unit: 'x', goal: { is: '<', than: MOST_GROWTH } },
    ];
  });
}
