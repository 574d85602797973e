/**
 * `npm run bench`: runs every bench that needs only minutes, one after the other, then prints the missed goals of all
 * benches. The long benches (`bench:soak`, `bench:faults`, `bench:messages`, a whole year of `bench:billing`) are run
 * separately. Exits with 1 if a goal is missed.
 */
import { spawnSync } from 'node:child_process';

const BENCHES = [
  ['bench:start'],
  ['bench:queue'],
  ['bench:live'],
  ['bench:analytics'],
  ['bench:estimate'],
  ['bench:page'],
  ['bench:desk'],
  ['bench:site'],
  ['bench:crash'],
  ['bench:cost'],
  ['bench:abuse'],
  ['bench:world'],
  ['bench:billing', '--', '--small'],
  ['bench:evening'],
] as const;

const short: string[] = [];
for (const [name, ...words] of BENCHES) {
  console.log(`\n${name}`);
  const run = spawnSync('npm', ['run', '-s', name, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: Infinity,
  });
  const measures = run.stdout.split('\n').filter((line) => line.startsWith('measure '));
  console.log(measures.join('\n'));
  short.push(...measures.filter((line) => line.endsWith(' short')));
  // A bench that fails without printing a missed goal has crashed.
  if (run.status !== 0 && !measures.some((line) => line.endsWith(' short'))) {
    short.push(`${name} ended with ${run.status}:\n${run.stdout.slice(-2_000)}`);
  }
}
console.log(short.length === 0 ? '\nAll goals are met.' : `\nShort:\n${short.join('\n')}`);
process.exit(short.length === 0 ? 0 : 1);
