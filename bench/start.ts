/**
 * `npm run bench:start`: measures the startup time of the deployed Worker, and the size of its upload. `active`: how
 * long the Worker's code runs before the first request, as measured by `wrangler check startup`. `cold`: the time from
 * the start of a runtime to the first rendered page of a guest. `object`: the time of a guest's status call to an
 * object that is not in memory, and the time of the next status call. The machine must have no other load. Exits with 1
 * if the goal is missed. The bench overwrites the local build, so the next local start builds again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHarness } from 'wrangler';
import { buildForDeployment } from '../scripts/local/build.ts';
import { noTelemetryEnv } from '../scripts/local/no-telemetry-env.ts';
import { developmentVars } from '../scripts/local/settings.ts';
import { report } from './page/report.ts';
import { timeColdObjects } from './start/cold-object.ts';

const GOAL_MS = 40;
const RUNS = 7;

// These variables also apply to child processes. Without these variables, child processes would look up this machine's
// location.
Object.assign(process.env, noTelemetryEnv);
const objects = await timeColdObjects();
const config = wholeBuild();
/**
 * Placeholder values in the right format. The Worker uses these values only for sending, and this bench sends nothing.
 */
const vars = {
  ...developmentVars(0),
  APP_ENV: 'production',
  APP_ORIGIN: 'https://queue.example.com',
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'nobody',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  EMAIL_PROVIDER: 'resend',
  SUPPORT_EMAIL: 'support@queue.example.com',
  LEGAL_ENTITY: 'A Shop Ltd',
  EMAIL_FROM: 'mail@queue.example.com',
  RESEND_API_KEY: 're_nobody',
  PHONE_HASH_KEY: 'the-secret-of-nobody'.repeat(2),
  SEALING_KEYS: 'the-secret-of-nobody'.repeat(2),
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_PRICE_STARTER_MONTHLY: 'price_1',
  STRIPE_PRICE_STARTER_YEARLY: 'price_2',
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_3',
  STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_4',
  ADMIN_USERNAME: '',
  ADMIN_PASSWORD_HASH: '',
};
const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const active: number[] = [];
const cold: number[] = [];
try {
  for (let run = 0; run < RUNS; run += 1) active.push(measureActive());
  for (let run = 0; run < RUNS; run += 1) cold.push(await measureCold());
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`measure upload ${weigh()} KiB`);
console.log(`measure start-up_active_slowest ${Math.max(...active).toFixed(1)} ms`);
console.log(`measure start-up_object_cold_status ${median(objects.cold).toFixed(2)} ms`);
console.log(`measure start-up_object_cold_status_slowest ${Math.max(...objects.cold).toFixed(2)} ms`);
console.log(`measure start-up_object_warm_status ${median(objects.warm).toFixed(2)} ms`);
console.log(`measure start-up_cold_to_first_page ${median(cold).toFixed(0)} ms`);
process.exitCode = report('start-up', median(active), 'ms', '<=', GOAL_MS, 1) ? 0 : 1;

function wholeBuild(): string {
  const built = buildForDeployment('production');
  if (built === null) throw new Error('There is no build to measure.');
  return built;
}

/** The compressed size, as reported by a deployment. */
function weigh(): string {
  const done = spawnSync('wrangler', ['deploy', '--config', config, '--dry-run'], {
    env: { ...process.env, WRANGLER_LOG: 'log' },
    encoding: 'utf8',
  });
  const kib = /gzip: ([\d.]+) KiB/.exec(done.stdout)?.[1];
  if (kib === undefined) throw new Error(`wrangler weighed nothing:\n${done.stdout}${done.stderr}`);
  return kib;
}

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

/**
 * Measures the start of the whole runtime on this machine, including its process. On the platform, the process already
 * runs before the Worker starts.
 */
async function measureCold(): Promise<number> {
  const server = createTestHarness({ workers: [{ configPath: config, vars }] });
  const startedAt = performance.now();
  try {
    await server.listen();
    // The request needs the host of `APP_ORIGIN`, because in production the Worker refuses other hosts.
    const answer = await server.getWorker().fetch(new URL('/queue', vars.APP_ORIGIN).href);
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
