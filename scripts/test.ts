/**
 * `npm run check`, `npm test` and `npm run test:full`: run the checks and tests. Each command includes the earlier
 * commands in this list. The output says how many seconds each kind of test took. The last line is `N passed, N
 * failed`, summed over all runners.
 */
import { ensureBrowser } from './local/browser.ts';
import { ensureBuilt } from './local/build.ts';
import { check, report, tests, type Count } from './local/checks.ts';

const depths = ['check', 'test', 'full'] as const;
const asked = process.argv[2] ?? 'test';
const depth = depths.findIndex((one) => one === asked);
if (depth < 0) {
  console.error(`There is no depth "${asked}" of the tests, only: ${depths.join(', ')}`);
  process.exit(2);
}
const isAtLeast = (other: (typeof depths)[number]) => depth >= depths.indexOf(other);

const counts = await runAll();
const passed = sum(counts.map((count) => count.passed));
const failed = sum(counts.map((count) => count.failed));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Generates the types, which most checks read, and then runs all checks in parallel. */
async function checksOfFiles(): Promise<Count[]> {
  const types = await check('types of the bindings', 'npm', 'run', '--silent', 'types');
  const quick = [
    check('format', 'oxfmt', '--check', '.'),
    ...['worker', 'client', 'service-worker', 'node'].map((side) =>
      check(`type check: ${side}`, 'tsc', ...typeCheck(side)),
    ),
    check('lint', 'oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'),
  ];
  const rest = () => [
    check('who imports whom', 'npm', 'run', '--silent', 'arrows', '--', '--output-type', 'err'),
    check('nothing unused', 'npm', 'run', '--silent', 'unused', '--', '--treat-config-hints-as-errors'),
    check('no registry in the lock file', 'sh', '-c', `! grep -n '"resolved"' package-lock.json`),
    check('no secret in any file', 'npm', 'run', '--silent', 'secrets'),
  ];
  return [types, ...(await Promise.all([...quick, ...(isAtLeast('test') ? rest() : [])]))];
}

/**
 * Parameters of the type check of one part of the code, such as `worker`. If few files have changed, the cache saves
 * two thirds of the time.
 */
function typeCheck(side: string): string[] {
  const cache = `node_modules/.cache/typescript/${side}.tsbuildinfo`;
  // Uses one checker, because several checkers would check many types twice, and the other processors run other checks.
  const alone = ['--checkers', '1'];
  return ['--noEmit', ...alone, '--incremental', '--tsBuildInfoFile', cache, '-p', `tsconfig.${side}.json`];
}

/**
 * Checks of files and the pure, component and language tests run side by side, because none of them uses all processors
 * all the time. The other kinds run one after the other, because each kind uses all processors. The journeys are last,
 * because they take longest.
 */
async function runAll(): Promise<Count[]> {
  const browser = ensureBrowser();
  if (browser === null) return [{ passed: 0, failed: 1 }];
  const depthOfTests = isAtLeast('test') ? {} : { QUICK: 'true' };
  const quick = await Promise.all([
    tests('component', depthOfTests),
    ...(isAtLeast('test') ? [tests('languages')] : []),
    tests('pure', depthOfTests),
    checksOfFiles(),
  ]);
  const counts = quick.flat();
  if (!isAtLeast('test')) return counts;

  // The tests from here on need the build, because pages that the Worker renders refer to files of the build.
  const built = build();
  counts.push(built);
  if (built.failed > 0) return counts;
  for (const kind of ['in-node', 'contracts', 'worker']) counts.push(await tests(kind));
  const inBrowser = { CHROME_PATH: browser };
  counts.push(await tests('e2e', inBrowser));
  if (isAtLeast('full')) counts.push(await tests('full', inBrowser));
  return counts;
}

function build(): Count {
  const startedAt = performance.now();
  const built = ensureBuilt();
  report('build', built, startedAt);
  return built ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
