/** Finds the processes of one run by the name it left in their environment. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type RunProcess = { pid: number; command: string };

/** The variable that `pinned-node.mjs` sets and every process started below it inherits. */
export const RUN_VARIABLE = 'HOLDLINE_RUN';

/** The living processes of the run, whoever their parent is by now. A number alone could be somebody else's. */
export function processesOfRun(run: string): RunProcess[] {
  const mark = `${RUN_VARIABLE}=${run}`;
  return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): RunProcess[] {
  const found: RunProcess[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark)) continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      found.push({ pid: Number(name), command });
    } catch {
      // It ended meanwhile, or it belongs to another user: in both cases it is none of this run's.
    }
  }
  return found;
}

/** Systems without /proc: `ps -E` prints the environment of one's own processes after the command. */
function fromPs(mark: string): RunProcess[] {
  const listing = spawnSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (listing.stdout ?? '')
    .split('\n')
    .filter((line) => line.split(' ').includes(mark))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }));
}

/** Ends a process at once. One that has ended by itself meanwhile is what was wanted. */
export function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
