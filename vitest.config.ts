import path from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowserForComponents } from './scripts/local/browser.ts';
import { launchOptions } from './scripts/local/launch-browser.ts';
import { newPushKeys } from './scripts/local/push-keys.ts';
import { DEFAULT_PORT, developmentVars } from './scripts/local/settings.ts';
import { secretNames } from './scripts/local/variables.ts';
import { importsAtStart } from './tests/worker/support/set-up/imports-at-start.ts';

const inTestsOfTheWorker = aliases([
  ['#guest-renderer', 'src/client/entries/guest-on-server.tsx'],
  ['#site-renderer', 'src/client/entries/site-on-server.tsx'],
  ['@peculiar/x509', 'src/worker/features/account/passkeys/no-certificates.ts'],
  // This matches only the import in `passwords.ts`. The stand-in imports the original file by a longer path.
  [/^\.\/derive-key\.ts$/, 'tests/worker/support/set-up/derive-key-cheaply.ts'],
]);
const platformInNode = aliases([
  ['cloudflare:workers', 'tests/in-node/support/cloudflare-workers.ts'],
  [/^cloudflare:test(-internal)?$/, 'tests/in-node/support/cloudflare-test.ts'],
]);
const vars = { ...developmentVars(DEFAULT_PORT), ...newPushKeys() };
// Wrangler reads secrets from the environment, and warns if a secret is missing.
for (const name of secretNames) process.env[name] = vars[name];
// By default the test runner leaves one processor unused, which would be half of a machine with two processors.
const everyProcessor = '100%';
const failOnConsoleError = './tests/fail-on-console-error.ts';
/** Whether `npm run check` started this run, which skips some tests (`tests/support/depth.ts`). */
const isQuick = process.env['QUICK'] === 'true';
/**
 * Chromium options for component tests. Frames are drawn without delay, because a click waits for the next frame. The
 * optimizer is off: it would take a tenth of the processor time, and most code runs too rarely to become faster by it.
 */
const componentBrowser = [
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
  // The headless shell would otherwise round the widths of letters, which full Chromium does not.
  '--font-render-hinting=none',
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
      executablePath: findBrowserForComponents() ?? '',
    },
    contextOptions: { locale: 'en-US', timezoneId: 'Asia/Jakarta', reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
};
/** These libraries are bundled before the start. If a library were found later, the page of the tests would reload. */
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
          // Saves half of the processor time, because otherwise each file would load its modules again.
          isolate: false,
          maxWorkers: everyProcessor,
          // Hides the warning of the pinned Node that its SQLite is experimental.
          execArgv: ['--disable-warning=ExperimentalWarning'],
          // A time limit that is long enough on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        // `npm run check` uses React's production build, which is faster. In other runs, a warning of the development
        // build fails a test.
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
          // There are more pages than processors, because a page often waits.
          maxWorkers: 3,
          testTimeout: 60_000,
          // The same time limit as for a step of the browser. Checking often is cheap, because the page is in the same
          // process.
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
          // A page has only one language, so each file has its own document.
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
          // All test files of a process share one loaded Worker.
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
              // This binding is optional in wrangler.toml. The runtime's local binding accepts mails without sending
              // them.
              email: { send_email: [{ name: 'EMAIL' }] },
              // Tests of the Worker must not reach the network.
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
          // Each worker of the test runner has one runtime. A project with its own limit of workers also needs its own
          // group order.
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
          // The same time limit as for a step of the browser.
          expect: { poll: { timeout: 10_000 } },
          // Each worker of the test runner has one server and one browser for all its files. Two workers run at the
          // same time, whatever the number of processors is.
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
