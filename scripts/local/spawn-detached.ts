/** Starts a process that lives beside this one, and leaves the processors to a browser where its speed is measured. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** The lowest priority: it runs when nobody else wants to. */
const LAST = '19';
/** Linux takes one change of a session's priority in this time, whoever asks. */
const CHANGE_EVERY_MS = 100;
const MOST_TRIES = 50;

type HowToStart = {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** No phone shares its processors with the server it asks, or with who looks on: neither holds up the page. */
  givesWay: boolean;
};

/** In a session of its own, which no Ctrl-C of this one's ends. What it prints is to be read. */
export function spawnDetached(
  command: string,
  args: string[],
  { givesWay, ...how }: HowToStart,
): ChildProcessByStdio<null, Readable, Readable> {
  const [file, ...rest] = givesWay ? ['nice', '-n', LAST, command, ...args] : [command, ...args];
  return spawn(file, rest, { ...how, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}

/**
 * Where Linux shares the processors among sessions first, the priority within one says nothing to the others: has the
 * sessions of these processes give way, too.
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
      // A system that does not share them so, or a process that has ended.
      if (code === 'ENOENT' || code === 'ESRCH') return;
      if (code !== 'EAGAIN' || tries === MOST_TRIES) {
        console.log(`  Process ${pid} does not give way: ${String(error)}`);
        return;
      }
      await wait(CHANGE_EVERY_MS);
    }
  }
}
