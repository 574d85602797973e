/**
 * `npm run bench:evening`: a busy hour of an evening in ten minutes. 200 locations, a line at each, an open page for
 * every guest and every owner; guests come, wait, leave and are admitted, holds run out, texts are sent. Nothing may go wrong. Played
 * twice: as it is, for its times, and with all garbage collected each time, for the memory that is held. Exits with 1 when a goal
 * is not met.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { emptyLog } from './evening/log.ts';
import { fillLines, play, type Pace } from './evening/play.ts';
import { figuresOf, memoryOf, type Figures } from './evening/figures.ts';
import { closeTown, openTown } from './evening/town.ts';
import { watchRuntime } from './evening/watch-runtime.ts';
import { openFilesProblem } from './queue/open-files.ts';
import type { Runtime } from './queue/runtime.ts';
import { wholeRun } from './queue/whole-run.ts';

/** `-- --small` plays a minute of it at a tenth of the locations, to see that it runs. */
const small = process.argv.includes('--small');
/** A large plan's owners, three locations each. */
const LOCATIONS_EACH = 3;
const OWNERS = small ? 7 : 67;
const LOCATIONS = OWNERS * LOCATIONS_EACH;
const PAGES = LOCATIONS * 10;
const PACE: Pace = {
  seed: 20_251_121,
  forMs: small ? 60_000 : 600_000,
  // Every two minutes somebody comes, and at the height of the evening more often: six times as fast here. All locations share
  // one thread of one machine with each other, and the machine with all guests.
  arrivalEveryMs: (done) => 20_000 / (0.5 + Math.sin(Math.PI * done)),
  lineLength: 10,
};
/** The mean over the evening of how often somebody comes at one location, in arrivals a millisecond. */
const ARRIVALS_EACH = (0.5 + 2 / Math.PI) / 20_000;
/** Less one at each location, which the beginning may cost. */
const PLANNED = { joins: LOCATIONS * (ARRIVALS_EACH * PACE.forMs - 1), pages: PAGES };
const GOALS: Figures['goals'] = { joinP99Ms: 200, turnP99Ms: 100, holdLateMs: 2_000 };
const MOST_GROWTH = 1.1;
/** What ended at last is written and sent in this time. */
const SETTLED_WITHIN_MS = 15_000;

const problem = openFilesProblem(PAGES * 2);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

await wholeRun('evening', async ({ start, report }) => {
  const asItIs = await evening(await start());
  report([...figuresOf({ ...asItIs, goals: GOALS }), ...memoryOf('memory_with_garbage', asItIs.looks)]);
  const collected = await evening(await start({ collectsAll: true }));
  const { holdLateMs } = GOALS;
  report([
    ...figuresOf({ ...collected, goals: { holdLateMs } }).map((measure) => ({
      ...measure,
      name: `collected_${measure.name}`,
    })),
    ...memoryOf('memory', collected.looks, MOST_GROWTH),
  ]);
});

/** One evening of new owners; what was written before does not count. */
async function evening(runtime: Runtime): Promise<Omit<Figures, 'goals'>> {
  const log = emptyLog();
  const town = await openTown(
    runtime,
    { owners: OWNERS, locationsEach: LOCATIONS_EACH, holdMs: HOLD_MIN_MS },
    log,
  );
  await fillLines(town, PACE);
  Object.assign(log, { ...emptyLog(), errors: log.errors });
  const before = await runtime.written();
  const watch = watchRuntime(town);
  await play(town, PACE);
  watch.stop();
  await pause(SETTLED_WITHIN_MS);
  const pending = await runtime.pending();
  const after = await runtime.written();
  closeTown(town);
  const written = { ...after, texts: after.texts - before.texts, history: after.history - before.history };
  return { log, looks: watch.looks, pending, written, planned: PLANNED };
}
