/** The checks of `npm test`, and the count of passed and failed checks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { DAY_MS } from '../../src/shared/limits.ts';
import { projectRoot } from './settings.ts';
import { variableNames } from './variables.ts';

export type Count = { passed: number; failed: number };
type CountOfRun = Count & { skipped: number };

/** Environment variables that checks do not get, so that the settings of this machine do not change the outcome. */
const leftOut = ['PORT', 'HOST', 'STATE_DIR', 'DEMO', 'QUICK', 'NODE_ENV', 'FORCE_COLOR', ...variableNames];
const inherited = Object.entries(process.env).filter(([name]) => !leftOut.some((one) => one === name));
const env = { ...Object.fromEntries(inherited), ...noTelemetryEnv, NO_COLOR: '1' };
/** Makes the type checker and the linter, which are Go programs, collect garbage less often, because both soon end. */
const rareGarbageCollection = { GOGC: '400' };

/**
 * Runs one tool; the check passes if the tool's exit code is 0. Prints the tool's output only if the tool failed. Other
 * checks may run at the same time.
 */
export async function check(name: string, command: string, ...parameters: string[]): Promise<Count> {
  const startedAt = performance.now();
  const tool = spawn(command, parameters, {
    cwd: projectRoot,
    env: { ...env, ...rareGarbageCollection },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [outcome, ...said] = await Promise.all([
    once(tool, 'close').then(([code]) => (code === 0 ? null : `exit code ${code}`), String),
    text(tool.stdout),
    text(tool.stderr),
  ]);
  report(name, outcome === null, startedAt);
  if (outcome === null) return { passed: 1, failed: 0 };
  console.log(outcome, ...said);
  return { passed: 0, failed: 1 };
}

/** The memory disk of Linux. In a container, the memory disk may have only 64 MB. */
const MEMORY = '/dev/shm';
/** The tests use the memory disk only if at least this much space is free: many times more than the tests write. */
const ROOM_BYTES = 2 ** 32;
const SCRATCH = 'holdline-tests-';

const runReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Time limit for the tests of one project, so that a run that hangs ends as a failure. */
const LIMIT_MS = 15 * 60_000;

/**
 * Runs one project of `vitest.config.ts` and counts its tests. A run that does not end in time is killed and counts as
 * failed. Other checks may run at the same time.
 */
export async function tests(project: string, more: Record<string, string> = {}): Promise<Count> {
  const startedAt = performance.now();
  const folder = mkdtempSync(path.join(scratchFolder(), SCRATCH));
  const outputFile = path.join(folder, 'report.json');
  const run = spawn(
    'vitest',
    [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
      '--allowOnly=false',
      '--silent=passed-only',
    ],
    {
      cwd: projectRoot,
      env: { ...env, TMPDIR: folder, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    },
  );
  const outcome = await once(run, 'close').then(([code, signal]) => String(code ?? signal), String);
  if (run.killed) console.log(`Not run to its end in ${LIMIT_MS / 60_000} minutes: ${project}`);
  const { skipped, ...count } = countIn(outputFile, outcome === '0');
  rmSync(folder, { recursive: true, maxRetries: 5 });
  const alsoSkipped = skipped > 0 ? `, ${skipped} skipped` : '';
  report(`${count.passed + count.failed} tests${alsoSkipped}: ${project}`, count.failed === 0, startedAt);
  return count;
}

/** A run without any test, or with an error outside of the tests, counts as one failure. */
function countIn(reportFile: string, hasPassed: boolean): CountOfRun {
  try {
    const count = countTests(runReport.parse(JSON.parse(readFileSync(reportFile, 'utf8'))));
    return (hasPassed && count.passed > 0) || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch (error) {
    console.log(`The tests left no readable report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Temporary folder for the tests, in memory if there is enough room. On a disk, the commits of the test databases would
 * take most of the tests' time. Leftovers of interrupted runs are removed after a day.
 */
function scratchFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(SCRATCH))) {
    const folder = path.join(MEMORY, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && changedAt < Date.now() - DAY_MS)
      rmSync(folder, { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES ? MEMORY : tmpdir();
}

/**
 * Counts tests. A file that could not be loaded is counted as one failed test, because the report lists no failed test
 * for the file.
 */
function countTests({ testResults }: z.infer<typeof runReport>): CountOfRun {
  const statuses = testResults.flatMap(({ status, assertionResults }) => {
    const own = assertionResults.map((assertion) => assertion.status);
    return status === 'failed' && !own.includes('failed') ? [...own, 'failed'] : own;
  });
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed, skipped: statuses.length - passed - failed };
}

export function report(name: string, passed: boolean, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
}
