/** Finds the processes of one run by an environment variable. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type RunProcess = { pid: number; command: string };

/** The variable with the run id. `pinned-node.mjs` sets the variable, and all child processes inherit the variable. */
export const RUN_VARIABLE = 'HOLDLINE_RUN';

/**
 * The living processes of the run, even if their parent has ended. The run id is checked, because process ids are
 * reused.
 */
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
      // The process has ended, or belongs to another user, so the process is not part of this run.
    }
  }
  return found;
}

/** For systems without /proc: `ps -E` prints the environment of the user's processes after the command. */
function fromPs(mark: string): RunProcess[] {
  const listing = spawnSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (listing.stdout ?? '')
    .split('\n')
    .filter((line) => line.split(' ').includes(mark))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }));
}

/** Kills a process with SIGKILL. A process that has already ended is no error. */
export function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
