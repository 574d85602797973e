import path from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/local/browser.ts';
import { launchOptions } from './scripts/local/launch-browser.ts';
import { newPushKeys } from './scripts/local/push-keys.ts';
import { DEFAULT_PORT, developmentVars } from './scripts/local/settings.ts';
import { secretNames } from './scripts/local/variables.ts';
import { importsAtStart } from './tests/worker/support/set-up/imports-at-start.ts';

const inTestsOfTheWorker = aliases([
  ['#guest-renderer', 'src/client/entries/guest-on-server.tsx'],
  ['#site-renderer', 'src/client/entries/site-on-server.tsx'],
  ['@peculiar/x509', 'src/worker/features/account/passkeys/no-certificates.ts'],
  // Matches only the import in `passwords.ts`. The stand-in imports the original by a longer path.
  [/^\.\/derive-key\.ts$/, 'tests/worker/support/set-up/derive-key-cheaply.ts'],
]);
const platformInNode = aliases([
  ['cloudflare:workers', 'tests/in-node/support/cloudflare-workers.ts'],
  [/^cloudflare:test(-internal)?$/, 'tests/in-node/support/cloudflare-test.ts'],
]);
const vars = { ...developmentVars(DEFAULT_PORT), ...newPushKeys() };
// Wrangler reads secrets from the environment, and warns of missing ones.
for (const name of secretNames) process.env[name] = vars[name];
// By default the runner leaves one processor free, which is half of a machine with two.
const everyProcessor = '100%';
const failOnConsoleError = './tests/fail-on-console-error.ts';
/** Set by `npm run check`, which tests less deeply (`tests/support/depth.ts`). */
const isQuick = process.env['QUICK'] === 'true';
/**
 * Chromium options for component tests. Frames come at once, because a click waits for the next one. No code is optimized:
 * the optimizer would take a tenth of the processor time, and most code runs too rarely to pay for it.
 */
const componentBrowser = [
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32,--max-semi-space-size=64',
];

/** Component tests run in this browser. */
const inBrowser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      ...launchOptions({ more: componentBrowser }),
      executablePath: findBrowser() ?? '',
    },
    contextOptions: { locale: 'en-US', timezoneId: 'Asia/Jakarta', reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
};
/** Pre-bundled at the start: a library that is found later reloads the page of the tests. */
const optimizeDeps = {
  include: [
    'react',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
    'react-dom/client',
    'react-dom/server',
    'react-router',
    'react-router/dom',
    '@tanstack/react-query',
    'zod/mini',
    'chart.js',
    'qrcode',
    'axe-core',
    'temporal-polyfill',
    'libphonenumber-js/min',
  ],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          provide: { isQuick },
          include: ['tests/{pure,model,page,service-worker,scripts}/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError],
          // Keeps transformed modules in node_modules, so that the next run imports them in half of the time.
          experimental: { fsModuleCache: true },
          // Saves half of the processor time: otherwise each file would load its modules anew.
          isolate: false,
          maxWorkers: everyProcessor,
          // The pinned Node warns that its SQLite is experimental.
          execArgv: ['--disable-warning=ExperimentalWarning'],
          // A limit that is long enough on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        // `npm run check` takes React's production build, which is faster. The development build's warnings fail a test.
        ...(isQuick && {
          define: { 'process.env.NODE_ENV': '"production"' },
          oxc: { jsx: { development: false } },
        }),
        optimizeDeps,
        test: {
          name: 'component',
          provide: { isQuick },
          include: ['tests/component/**/*.test.{ts,tsx}'],
          setupFiles: [failOnConsoleError, './tests/component/support/set-up.ts'],
          sequence: { groupOrder: 3 },
          // More pages than processors, because a page waits often.
          maxWorkers: 3,
          testTimeout: 60_000,
          // The same limit as for a step of the browser. Asking costs little, because the page is in the same process.
          expect: { poll: { timeout: 10_000, interval: 10 } },
          browser: { ...inBrowser, isolate: false },
        },
      },
      {
        optimizeDeps,
        test: {
          name: 'languages',
          include: ['tests/languages/**/*.test.ts'],
          setupFiles: [failOnConsoleError],
          sequence: { groupOrder: 3 },
          maxWorkers: 1,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000, interval: 10 } },
          // A page has one language, so each file has a document of its own.
          isolate: true,
          browser: inBrowser,
        },
      },
      {
        resolve: { alias: [...inTestsOfTheWorker, ...platformInNode] },
        test: {
          name: 'in-node',
          include: ['tests/in-node/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError, './tests/in-node/support/set-up.ts'],
          execArgv: ['--disable-warning=ExperimentalWarning'],
          // The Worker is loaded once for all files of a process.
          isolate: false,
          // Tests with many calls need more time on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: everyProcessor,
        },
      },
      {
        resolve: { alias: inTestsOfTheWorker },
        plugins: [
          importsAtStart,
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ...vars,
                TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, 'migrations')),
              },
              // Optional in wrangler.toml. The runtime's local binding accepts mails without sending them.
              email: { send_email: [{ name: 'EMAIL' }] },
              // Worker tests must not reach the network.
              outboundService: () => new Response('no network in tests', { status: 599 }),
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: [failOnConsoleError, './tests/worker/support/set-up/set-up.ts'],
          globalSetup: ['./tests/support/build-first.ts'],
          isolate: false,
          // One runtime for each worker. With its own worker limit, a project also needs its own group order.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Tests with many calls need more time on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'full',
          include: ['tests/full/**/*.test.ts'],
          environment: 'node',
          setupFiles: [failOnConsoleError],
          globalSetup: ['./tests/support/build-first.ts'],
          maxWorkers: everyProcessor,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['./tests/support/build-first.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The same limit as for a step of the browser.
          expect: { poll: { timeout: 10_000 } },
          // Each worker has a server and a browser for all its files. Two run at a time, on any number of processors.
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
