/** The checks of `npm test`, and how each one's outcome is counted. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { DAY_MS } from '../../src/shared/limits.ts';
import { projectRoot } from './settings.ts';

export type Count = { passed: number; failed: number };

/** Settings of this machine that must not change the outcome. */
const leftOut = [
  'PORT',
  'STATE_DIR',
  'HOST',
  'DEMO',
  'APP_ENV',
  'MAINTENANCE',
  'APP_ORIGIN',
  'SMS_PROVIDER',
  'TWILIO_API_BASE_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_MESSAGING_SERVICE_SID',
  'EMAIL_PROVIDER',
  'EMAIL_FROM',
  'RESEND_API_BASE_URL',
  'RESEND_API_KEY',
  'PAYMENT_PROVIDER',
  'STRIPE_API_BASE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_STARTER_MONTHLY',
  'STRIPE_PRICE_STARTER_YEARLY',
  'STRIPE_PRICE_PROFESSIONAL_MONTHLY',
  'STRIPE_PRICE_PROFESSIONAL_YEARLY',
  'NODE_ENV',
  'FORCE_COLOR',
];
const inherited = Object.entries(process.env).filter(([name]) => !leftOut.includes(name));
const env = { ...Object.fromEntries(inherited), ...noTelemetryEnv, NO_COLOR: '1' };

/** Runs one tool; its exit code decides. Prints what it said only when it failed. Others may run meanwhile. */
export async function check(name: string, command: string, ...parameters: string[]): Promise<Count> {
  const startedAt = performance.now();
  const tool = spawn(command, parameters, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Linux has it. A container may have given it 64 MB only. */
const MEMORY = '/dev/shm';
/** Many times what the tests write. */
const ROOM_BYTES = 2 ** 32;
/** How the name of a folder of theirs begins. */
const SCRATCH = 'holdline-tests-';

const runReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Runs the tests of some of the projects in `vitest.config.ts` and counts every test. */
export function tests(projects: string[], more: Record<string, string> = {}): Count {
  const folder = mkdtempSync(path.join(scratchFolder(), SCRATCH));
  const outputFile = path.join(folder, 'report.json');
  const run = spawnSync(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
      '--allowOnly=false',
      '--silent=passed-only',
    ],
    { cwd: projectRoot, env: { ...env, TMPDIR: folder, ...more }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    const count = countTests(runReport.parse(JSON.parse(readFileSync(outputFile, 'utf8'))));
    // An error outside of any test fails the run without failing a test.
    return run.status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch (error) {
    console.log(`The tests of ${projects.join(', ')} left no readable report: ${String(error)}`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/**
 * Where tests may write. In memory where a machine has room for it: the databases of the tests wait for the disk with each
 * commit, longer than for all else. What runs that were broken off have left there a day ago is taken away.
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

/** A file that could not even be loaded has no failed test, but counts as one. */
function countTests({ testResults }: z.infer<typeof runReport>): Count {
  const statuses = testResults.flatMap(({ status, assertionResults }) => {
    const own = assertionResults.map((assertion) => assertion.status);
    return status === 'failed' && !own.includes('failed') ? [...own, 'failed'] : own;
  });
  return {
    passed: statuses.filter((status) => status === 'passed').length,
    failed: statuses.filter((status) => status === 'failed').length,
  };
}

export function report(name: string, passed: boolean, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
}
