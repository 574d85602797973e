/**
 * `npm run bench:messages`: what becomes of texts when their provider fails, in every way and order, and when it is away
 * for long; through the built Worker, against a server that speaks Twilio's API and counts what it took. Exits with 1 when
 * a goal is not met. Takes about eleven minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../scripts/local/build.ts';
import { migrate } from '../scripts/local/migrate.ts';
import { startTwilio } from '../tests/twilio/twilio-server.ts';
import { measureMatrix } from './messages/matrix.ts';
import { measureOutage } from './messages/outage.ts';
import { openShop } from './messages/shop.ts';
import { isMet, lineOf, type Measure } from './queue/measures.ts';
import { startRuntime, type Runtime } from './queue/runtime.ts';

const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-messages-'));
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
  const provider = await startTwilio();
  runtime = await startRuntime(stateDir, provider.vars);
  const running = runtime;
  const open = () => openShop(running);
  const measures = [
    ...report(await measureMatrix(open, runtime.origin, provider)),
    ...report(await measureOutage(await open(), provider)),
  ];
  await provider.stop();
  return measures.every(isMet);
}

function report(measures: Measure[]): Measure[] {
  for (const measure of measures) console.log(lineOf(measure));
  return measures;
}

async function stop(code: number): Promise<never> {
  await runtime?.stop();
  process.exit(code);
}
