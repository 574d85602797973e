/**
 * `npm run bench:start`: how long the built Worker takes to start. `active`: the time its code runs before the first request,
 * by the runtime's own profile (`wrangler check startup`). `cold`: a new runtime from nothing to the first page of a guest, which React draws. Wants a
 * quiet machine. Exits with 1 when the goal is not met.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHarness } from 'wrangler';
import { ensureBuilt } from '../scripts/local/build.ts';
import { offline } from '../scripts/local/offline.ts';
import { developmentVars, projectRoot } from '../scripts/local/settings.ts';
import { report } from './page/report.ts';

const GOAL_MS = 50;
const RUNS = 7;

// Also for the runtimes that are started here: they look where this machine stands.
Object.assign(process.env, offline);
if (!ensureBuilt()) throw new Error('There is no build to measure.');
const config = path.join(projectRoot, 'dist', 'holdline', 'wrangler.json');
const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const active: number[] = [];
const cold: number[] = [];
try {
  for (let run = 0; run < RUNS; run += 1) active.push(measureActive());
  for (let run = 0; run < RUNS; run += 1) cold.push(await measureCold());
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`measure start-up_active_slowest ${Math.max(...active).toFixed(1)} ms`);
console.log(`measure start-up_cold_to_first_page ${median(cold).toFixed(0)} ms`);
process.exitCode = report('start-up', median(active), 'ms', '<=', GOAL_MS, 1) ? 0 : 1;

function measureActive(): number {
  const profile = path.join(folder, 'start.cpuprofile');
  const done = spawnSync('wrangler', ['check', 'startup', '--config', config, '--outfile', profile], {
    env: { ...process.env, WRANGLER_LOG: 'log' },
    encoding: 'utf8',
  });
  const ms = /Active: ([\d.]+) ms/.exec(done.stdout)?.[1];
  if (ms === undefined) throw new Error(`wrangler measured nothing:\n${done.stdout}${done.stderr}`);
  return Number(ms);
}

/** Of the whole runtime on this machine, which starts a process; the platform's own is running already. */
async function measureCold(): Promise<number> {
  const { APP_ORIGIN: _, ...vars } = developmentVars(0);
  const server = createTestHarness({
    workers: [{ configPath: config, vars: { ...vars, APP_ORIGIN: 'http://localhost:8787' } }],
  });
  const startedAt = performance.now();
  try {
    await server.listen();
    const answer = await server.fetch('/queue');
    await answer.text();
    if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}.`);
    return performance.now() - startedAt;
  } finally {
    await server.close();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
