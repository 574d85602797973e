/**
 * `npm run bench:queue`: the object of a location against a floor, an object on the same runtime that only writes or
 * reads one row; what a change costs by the length of the line; one admit told to thousands of open pages, also of an
 * object that sleeps; the memory of a long line. Everything goes through the built Worker's HTTP calls and sockets.
 * Exits with 1 when a goal is not met. Takes about three minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../scripts/local/build.ts';
import { migrate } from '../scripts/local/migrate.ts';
import { measureFanOut, VERY_MANY_PAGES } from './queue/fan-out.ts';
import { openPlace } from './queue/line.ts';
import { measureMemory } from './queue/memory.ts';
import { isMet, lineOf, type Measure } from './queue/measures.ts';
import { openFilesProblem } from './queue/open-files.ts';
import { startRuntime, type Runtime } from './queue/runtime.ts';
import {
  LONG_LINE,
  measureAdmits,
  measureJoins,
  measureStatus,
  SHORT_LINE,
  type Places,
} from './queue/speed.ts';

const problem = openFilesProblem(VERY_MANY_PAGES);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-queue-'));
// However the bench ends: on a signal the runtime's library may end this process before `stop` is through.
process.once('exit', () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
let runtime: Runtime | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(130));
process.once('disconnect', () => void stop(130));

let allMet = false;
try {
  if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
  console.log(`${cpus().length} processors, load before the start ${loadavg()[0]?.toFixed(2)}`);
  allMet = await measureAll();
} catch (error) {
  console.error(error);
}
await stop(allMet ? 0 : 1);

async function measureAll(): Promise<boolean> {
  const places: Places = new Map();
  runtime = await startRuntime(stateDir);
  for (const waiting of [0, SHORT_LINE, LONG_LINE]) places.set(waiting, await openPlace(runtime, waiting));
  const measures = [
    ...report(await measureJoins(runtime, places)),
    ...report(await measureStatus(runtime, places)),
    ...report(await measureAdmits(runtime, places)),
  ];
  const long = places.get(LONG_LINE);
  if (long === undefined) throw new Error('The long line is missing.');
  runtime = await startAgain(runtime);
  measures.push(...report(await measureMemory(runtime, long)));
  runtime = await startAgain(runtime);
  measures.push(...report(await measureFanOut(runtime)));
  return measures.every(isMet);
}

async function startAgain(before: Runtime): Promise<Runtime> {
  await before.stop();
  return startRuntime(stateDir);
}

function report(measures: Measure[]): Measure[] {
  for (const measure of measures) console.log(lineOf(measure));
  return measures;
}

async function stop(code: number): Promise<never> {
  await runtime?.stop();
  process.exit(code);
}
