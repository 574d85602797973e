/**
 * `npm run bench:analytics`: measures the charts of a young and an old business in a database of 2,000,000 visits.
 * Prints how long the database queries of one call for the charts take in the Worker, and how many rows these queries
 * read. The number of rows must not grow with the age of the business. With `-- --small`, the database has only 20,000
 * visits. Exits with 1 if a goal is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build } from 'vite';
import { migrate } from '../scripts/local/migrate.ts';
import { noTelemetryEnv } from '../scripts/local/no-telemetry-env.ts';
import { projectRoot } from '../scripts/local/settings.ts';
import { answer, type Question } from './analytics/asking-worker.ts';
import { recountDiffers } from './analytics/recount.ts';
import { businesses, NOW_MS, seed, TIMEZONE } from './analytics/seed.ts';
import { isMet, lineOf, quantile, type Measure } from './queue/measures.ts';

const VISITS = process.argv.includes('--small') ? 20_000 : 2_000_000;
const CALLS = 400;
const WARM_UP_CALLS = 40;
const P95_GOAL_MS = 50;
const ROWS_RATIO_GOAL = 2;

/** The same id as in `wrangler.toml`, because the name of the database file is made from this id. */
const DATABASE_ID = '00000000-0000-0000-0000-000000000001';

Object.assign(process.env, noTelemetryEnv);
const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-analytics-'));
process.once('exit', () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

if (!migrate(stateDir)) throw new Error('The database could not be made ready.');
console.log(`${cpus().length} processors, load before the start ${loadavg()[0]?.toFixed(2)}`);
const startedAt = performance.now();
const seeded = seed(stateDir, VISITS);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(
  `${seeded.visits} visits of ${seeded.locations} locations, ${seeded.hours} hours, in ${seconds} s`,
);
if (recountDiffers(stateDir, businesses.young))
  throw new Error('The seeded hours are not those of the visits.');

const miniflare = await startRuntime();
let allMet = false;
try {
  const measures = await measure();
  for (const one of measures) console.log(lineOf(one));
  allMet = measures.every(isMet);
} finally {
  await miniflare.dispose();
}
process.exit(allMet ? 0 : 1);

/** Starts the Worker of `asking-worker.ts` with the seeded database. */
async function startRuntime(): Promise<Miniflare> {
  const outDir = path.join(stateDir, 'worker');
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2024',
      lib: { entry: 'bench/analytics/asking-worker.ts', formats: ['es'], fileName: 'worker' },
    },
  });
  return new Miniflare({
    ...convertV4MiniflareOptions({
      workers: [
        {
          name: 'asking',
          modulesRoot: outDir,
          modules: [{ type: 'ESModule', path: path.join(outDir, 'worker.js') }],
          compatibilityDate: '2026-10-06',
          d1Databases: { DB: DATABASE_ID },
        },
      ],
    }),
    resourcePersistencePath: path.join(stateDir, 'v3'),
  });
}

async function measure(): Promise<Measure[]> {
  const [young, old] = await ask([businesses.young.id, businesses.old.id]);
  if (!young || !old) throw new Error('There is not an answer for both.');
  const p95Of = (age: string, times: number[]): Measure => ({
    name: `analytics_${age}_p95`,
    value: quantile(times, 0.95),
    unit: 'ms',
    goal: { is: '<', than: P95_GOAL_MS },
  });
  return [
    p95Of('young', young.times),
    p95Of('old', old.times),
    { name: 'analytics_young_rows_read', value: young.rowsRead, unit: 'rows' },
    { name: 'analytics_old_rows_read', value: old.rowsRead, unit: 'rows' },
    {
      name: 'analytics_rows_read_ratio',
      value: old.rowsRead / young.rowsRead,
      unit: 'ratio',
      goal: { is: '<=', than: ROWS_RATIO_GOAL },
    },
  ];
}

async function ask(ids: string[]) {
  const question: Question = {
    locations: ids.map((id) => ({ id, timezone: TIMEZONE })),
    now: NOW_MS,
    calls: CALLS,
    warmUpCalls: WARM_UP_CALLS,
  };
  const response = await miniflare.dispatchFetch('http://asking/', {
    method: 'POST',
    body: JSON.stringify(question),
  });
  const answers = answer.parse(await response.json());
  if (answers.some(({ promises }) => promises === 0)) throw new Error('The charts are empty.');
  return answers;
}
