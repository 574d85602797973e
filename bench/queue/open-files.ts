/** Checks the limit of open files. The local runtime crashes when this limit is reached. */
import { spawnSync } from 'node:child_process';

/** Open files of the runtime for each socket. The other ends of these sockets are in another process. */
const FILES_PER_PAGE = 2;
const FILES_BESIDE = 1_000;

/**
 * A sentence if this number of pages cannot be open at once, else null. Node raises its soft limit to the hard limit at
 * startup, and the runtime inherits it. A program cannot raise the hard limit.
 */
export function openFilesProblem(pages: number): string | null {
  const wanted = pages * FILES_PER_PAGE + FILES_BESIDE;
  const asked = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout.trim();
  if (asked === 'unlimited' || Number(asked) >= wanted) return null;
  return (
    `${pages} open pages need ${wanted} open files, but the limit is ${asked}. ` +
    `Raise it first, as root if need be: ulimit -n ${wanted}`
  );
}
