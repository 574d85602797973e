/**
 * `npm run bench:queue [-- <parts>]`: compares a location's object with a baseline object (the floor) that only writes
 * or reads one row. Measures joins at one location and at fifty locations, and changes at lines of several lengths.
 * Measures how fast one admit reaches thousands of open pages, also if the object was hibernated. Also measures the
 * memory of a long line, and uncollected garbage. Uses the built Worker's HTTP calls and sockets. Exits with 1 if a
 * goal is missed. Takes about five minutes.
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

/**
 * The parts of a run in the order in which they run, with their names on the command line. By default all parts run.
 */
const parts = ['joins', 'spread', 'status', 'admits', 'memory', 'pages', 'garbage'] as const;
const asked = process.argv.slice(2);
const isAsked = (...some: (typeof parts)[number][]) =>
  asked.length === 0 || some.some((part) => asked.includes(part));
const unknown = asked.find((name) => parts.every((part) => part !== name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are ${parts.join(', ')}.`);
  process.exit(1);
}

await wholeRun('queue', async ({ start, report }) => {
  if (isAsked('joins', 'status', 'admits', 'memory')) {
    const runtime = await start();
    const long = await openLocation(runtime, LONG_LINE);
    const locations: LocationsByLength = new Map([
      [0, await openLocation(runtime, 0)],
      [SHORT_LINE, await openLocation(runtime, SHORT_LINE)],
      [LONG_LINE, long],
    ]);
    if (isAsked('joins')) report(await measureJoins(runtime, locations));
    if (isAsked('status')) report(await measureStatus(runtime, locations));
    if (isAsked('admits')) report(await measureAdmits(runtime, locations));
    if (isAsked('memory')) report(await measureMemory(await start(), long));
  }
  if (isAsked('spread')) report(await measureSpread(await start()));
  if (isAsked('pages')) report(await measureFanOut(await start()));
  if (isAsked('garbage')) report(await measureGarbage(start));
});
