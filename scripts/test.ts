/** `npm test`: every check and every test. The last line is `N passed, N failed`, summed over all runners. */
import { ensureBrowser } from './local/browser.ts';
import { ensureBuilt } from './local/build.ts';
import { check, report, tests, type Count } from './local/checks.ts';

// Formatting runs beside the other checks.
const format = check('format', 'oxfmt', '--check', '.');
const counts = [
  // The generated types come first: the type checks read them.
  await check('types of the bindings', 'npm', 'run', '--silent', 'types'),
  ...(await typeChecks()),
  await check('lint', 'oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'),
  await check(
    'who imports whom',
    'depcruise',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err',
    'src',
    'scripts',
    'bench',
    'tests',
  ),
  await check('nothing unused', 'knip', '--no-progress', '--treat-config-hints-as-errors'),
  await check('no registry in the lock file', 'sh', '-c', `! grep -n '"resolved"' package-lock.json`),
  await check('no secret in any file', 'npm', 'run', '--silent', 'secrets'),
  build(),
  await format,
  tests(['pure', 'in-node', 'checks', 'contracts', 'worker']),
  journeys(),
];

const passed = sum(counts.map((count) => count.passed));
const failed = sum(counts.map((count) => count.failed));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function typeChecks(): Promise<Count[]> {
  const counts: Count[] = [];
  for (const side of ['worker', 'client', 'service-worker', 'node']) {
    counts.push(await check(`type check: ${side}`, 'tsc', '--noEmit', '-p', `tsconfig.${side}.json`));
  }
  return counts;
}

function build(): Count {
  const startedAt = performance.now();
  const built = ensureBuilt();
  report('build', built, startedAt);
  return built ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Last and alone: a browser and a server beside other tests would be slowed down by them. */
function journeys(): Count {
  const browser = ensureBrowser();
  return browser === null ? { passed: 0, failed: 1 } : tests(['e2e'], { CHROME_PATH: browser });
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
