import path from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { newPushKeys } from './scripts/local/push-keys.ts';
import { DEFAULT_PORT, developmentVars, secretNames } from './scripts/local/settings.ts';

const inTestsOfTheWorker = aliases([
  ['#guest-renderer', 'src/client/entries/guest-on-server.tsx'],
  ['#site-renderer', 'src/client/entries/site-on-server.tsx'],
  // As `passwords.ts` names it, and nobody else: the stand-in's own way to it is a longer one.
  [/^\.\/derive-key\.ts$/, 'tests/worker/support/set-up/derive-key-cheaply.ts'],
]);
const platformInNode = aliases([
  ['cloudflare:workers', 'tests/in-node/support/cloudflare-workers.ts'],
  [/^cloudflare:test(-internal)?$/, 'tests/in-node/support/cloudflare-test.ts'],
]);
const vars = { ...developmentVars(DEFAULT_PORT), ...newPushKeys() };
// Wrangler looks for secrets in the environment, and warns of those it does not find.
for (const name of secretNames) process.env[name] = vars[name];
// The runner would leave one free: half of a machine with two.
const everyProcessor = '100%';
const failOnConsoleError = './tests/fail-on-console-error.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['tests/{pure,model,page,service-worker}/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError],
          maxWorkers: everyProcessor,
        },
      },
      {
        resolve: { alias: [...inTestsOfTheWorker, ...platformInNode] },
        test: {
          name: 'in-node',
          include: ['tests/in-node/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError, './tests/in-node/support/set-up.ts'],
          // The pinned Node calls its own SQLite an experiment.
          execArgv: ['--disable-warning=ExperimentalWarning'],
          // The Worker is loaded once for all files of a process.
          isolate: false,
          // On a busy machine a test of many calls takes its time.
          testTimeout: 30_000,
          maxWorkers: everyProcessor,
        },
      },
      {
        resolve: { alias: inTestsOfTheWorker },
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ...vars,
                TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, 'migrations')),
              },
              // Optional in wrangler.toml. The runtime's own stand-in takes mails and sends none.
              email: { send_email: [{ name: 'EMAIL' }] },
              // Nothing a worker test does may reach the network.
              outboundService: () => new Response('no network in tests', { status: 599 }),
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: [failOnConsoleError, './tests/worker/support/set-up/set-up.ts'],
          isolate: false,
          // A runtime each. A number of its own has to have a turn of its own.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // On a busy machine a test of many calls takes its time.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'checks',
          include: ['tests/checks/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError],
          maxWorkers: everyProcessor,
          // They start other programs, which a busy machine lets wait.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['tests/contracts/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError],
          globalSetup: ['./tests/contracts/global-set-up.ts'],
          maxWorkers: everyProcessor,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['./tests/e2e/support/global-set-up.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As long as a step of the browser.
          expect: { poll: { timeout: 10_000 } },
          // A server and a browser each, shared by its files: two journeys at a time, however many processors there are.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

function aliases(files: [find: string | RegExp, file: string][]) {
  return files.map(([find, file]) => ({ find, replacement: path.join(import.meta.dirname, file) }));
}
