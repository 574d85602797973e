/**
 * `npm run bench:queue [-- pages]`: the location's object compared with a baseline object that only writes or reads one
 * row on the same runtime (the floor). Measures joins at one location and at fifty, changes by line length, and one admit
 * told to thousands of open pages, also of a hibernated object. Measures the memory of a long line, and uncollected
 * garbage. Uses the built Worker's HTTP calls and sockets. Exits with 1 if a goal is missed. Takes about five minutes;
 * with `pages`, which measures only the open pages, about two.
 */
import { measureFanOut, VERY_MANY_PAGES } from './queue/fan-out.ts';
import { measureGarbage } from './queue/garbage.ts';
import { openLocation } from './queue/line.ts';
import { measureMemory } from './queue/memory.ts';
import { openFilesProblem } from './queue/open-files.ts';
import { measureSpread } from './queue/spread.ts';
import {
  LONG_LINE,
  measureAdmits,
  measureJoins,
  measureStatus,
  SHORT_LINE,
  type LocationsByLength,
} from './queue/speed.ts';
import { wholeRun } from './queue/whole-run.ts';

const problem = openFilesProblem(VERY_MANY_PAGES);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

await wholeRun('queue', async ({ start, report }) => {
  if (process.argv.includes('pages')) {
    report(await measureFanOut(await start()));
    return;
  }
  const runtime = await start();
  const long = await openLocation(runtime, LONG_LINE);
  const locations: LocationsByLength = new Map([
    [0, await openLocation(runtime, 0)],
    [SHORT_LINE, await openLocation(runtime, SHORT_LINE)],
    [LONG_LINE, long],
  ]);
  report(await measureJoins(runtime, locations));
  report(await measureSpread(runtime));
  report(await measureStatus(runtime, locations));
  report(await measureAdmits(runtime, locations));
  report(await measureMemory(await start(), long));
  report(await measureFanOut(await start()));
  report(await measureGarbage(start));
});
