/** Starts a detached process, at low priority while a browser's speed is measured. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** The lowest priority. */
const LAST = '19';
/** Linux accepts one change of a session's priority in this interval. */
const CHANGE_EVERY_MS = 100;
const MOST_TRIES = 50;

type HowToStart = {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** True if the process gets a low priority, so that the measured page does not wait for this process. */
  givesWay: boolean;
};

/** Starts a process in its own session, so that Ctrl-C does not end the process. The output of the process is piped. */
export function spawnDetached(
  command: string,
  args: string[],
  { givesWay, ...how }: HowToStart,
): ChildProcessByStdio<null, Readable, Readable> {
  const [file, ...rest] = givesWay ? ['nice', '-n', LAST, command, ...args] : [command, ...args];
  return spawn(file, rest, { ...how, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}

/**
 * Lowers the priority of these processes' sessions. With Linux autogroups, a process's priority has an effect only
 * within its session.
 */
export async function sessionsGiveWay(pids: number[]): Promise<void> {
  if (process.platform === 'linux') for (const pid of pids) await sessionGivesWay(pid);
}

async function sessionGivesWay(pid: number): Promise<void> {
  const file = `/proc/${pid}/autogroup`;
  for (let tries = 1; ; tries += 1) {
    try {
      if (!readFileSync(file, 'utf8').trim().endsWith(` ${LAST}`)) writeFileSync(file, LAST);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // The system has no autogroups, or the process has ended.
      if (code === 'ENOENT' || code === 'ESRCH') return;
      if (code !== 'EAGAIN' || tries === MOST_TRIES) {
        console.log(`  Process ${pid} does not give way: ${String(error)}`);
        return;
      }
      await wait(CHANGE_EVERY_MS);
    }
  }
}
