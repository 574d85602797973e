/**
 * `npm run bench`: every bench that takes minutes, one after the other, and then what each of them found short. The half hours
 * (`bench:soak`, `bench:faults`, `bench:messages`, a whole year of `bench:billing`) are run by themselves. Exits with 1 when any was short.
 */
import { spawnSync } from 'node:child_process';

const BENCHES = [
  ['bench:start'],
  ['bench:queue'],
  ['bench:live'],
  ['bench:analytics'],
  ['bench:estimate'],
  ['bench:page'],
  ['bench:site'],
  ['bench:crash'],
  ['bench:cost'],
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
  // A bench that broke off has no line that says so.
  if (run.status !== 0 && !measures.some((line) => line.endsWith(' short'))) {
    short.push(`${name} ended with ${run.status}:\n${run.stdout.slice(-2_000)}`);
  }
}
console.log(short.length === 0 ? '\nAll goals are met.' : `\nShort:\n${short.join('\n')}`);
process.exit(short.length === 0 ? 0 : 1);
