/** Starts a process that lives beside this one, and leaves the processors to a browser where its speed is measured. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** The lowest priority: it runs when nobody else wants to. */
const LAST = '19';

type HowToStart = {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** No phone shares its processors with the server it asks, or with who looks on: neither holds up the page. */
  givesWay: boolean;
};

/** In a session of its own, which no Ctrl-C of this one's ends. What it prints is to be read. */
export function startApart(
  command: string,
  args: string[],
  { givesWay, ...how }: HowToStart,
): ChildProcessByStdio<null, Readable, Readable> {
  const [file, ...rest] = givesWay ? ['nice', '-n', LAST, command, ...args] : [command, ...args];
  const child = spawn(file, rest, { ...how, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (givesWay && process.platform === 'linux' && child.pid !== undefined) sessionGivesWay(child.pid);
  return child;
}

/** Where Linux shares the processors among sessions, the priority within one says nothing to the others. */
function sessionGivesWay(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, LAST);
  } catch (error) {
    // A system that does not share them so.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
