/**
 * `npm run bench:evening`: plays a busy hour of an evening in ten minutes, with 200 locations, and an open page for
 * every guest and owner. Guests join, wait, leave and are admitted. Holds end, and texts are sent. No call may fail.
 * Then the bench plays a minute at twice the pace of the peak. After this minute, the bench plays faster and faster
 * until a goal is missed. With `-- faster`, the bench skips the busy hour. It plays only the minute at twice the pace,
 * and the faster steps. This bench does not measure memory, because `bench:soak` does. Exits with 1 if a goal is
 * missed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { emptyLog } from './evening/log.ts';
import { fillLines, play, type Pace } from './evening/play.ts';
import { goFaster } from './evening/faster.ts';
import { figuresOf, type Figures } from './evening/figures.ts';
import { closeTown, openTown } from './evening/town.ts';
import { watchRuntime } from './evening/watch-runtime.ts';
import { openFilesProblem } from './queue/open-files.ts';
import type { Measure } from './queue/measures.ts';
import type { Runtime } from './queue/runtime.ts';
import { wholeRun } from './queue/whole-run.ts';

/** `-- --small` plays one minute at a tenth of the locations, as a quick check of the bench. */
const small = process.argv.includes('--small');
/** Number of locations of each owner, as in the large plan. */
const LOCATIONS_EACH = 3;
const OWNERS = small ? 7 : 67;
const LOCATIONS = OWNERS * LOCATIONS_EACH;
const PAGES = LOCATIONS * 10;
const PACE: Pace = {
  seed: 20_251_121,
  forMs: small ? 60_000 : 600_000,
  // In reality a guest joins a location every two minutes, and more often at the peak. The bench is six times as fast
  // as reality. In the bench, all locations share one thread, and the same machine also runs the simulated guests.
  arrivalEveryMs: (done) => 20_000 / (0.5 + Math.sin(Math.PI * done)),
  lineLength: 10,
};
/** Mean number of arrivals in a millisecond at one location, over the whole evening. */
const ARRIVALS_EACH = (0.5 + 2 / Math.PI) / 20_000;
/** The planned load. Each location may have one join less, because its first guest joins after a pause. */
const PLANNED = { joins: LOCATIONS * (ARRIVALS_EACH * PACE.forMs - 1), pages: PAGES };
const GOALS = { joinP99Ms: 200, turnP99Ms: 100, holdLateMs: 2_000 };
/** Time limit for writing the last history rows and sending the last texts. */
const SETTLED_WITHIN_MS = 15_000;

const problem = openFilesProblem(PAGES * 2);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

await wholeRun('evening', async ({ start, report }) => {
  if (!process.argv.includes('faster'))
    report(figuresOf({ ...(await evening(await start())), goals: GOALS }));
  report(await faster(await start()));
});

async function faster(runtime: Runtime): Promise<Measure[]> {
  const owned = { owners: OWNERS, locationsEach: LOCATIONS_EACH, holdMs: HOLD_MIN_MS };
  const town = await openTown(runtime, owned, emptyLog());
  await fillLines(town, PACE);
  const measures = await goFaster(town, PACE, GOALS);
  closeTown(town);
  return measures;
}

/** Plays one evening with new owners. Data from earlier evenings are not counted. */
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
