/** Checks the limit of open files. The local runtime crashes when this limit is reached. */
import { spawnSync } from 'node:child_process';

/**
 * Number of the runtime's open files for each socket. The other ends of the sockets are not counted, because these are
 * open files of the bench's process.
 */
const FILES_PER_PAGE = 2;
const FILES_BESIDE = 1_000;

/** Returns a sentence if this number of pages cannot be open at once, else null. */
export function openFilesProblem(pages: number): string | null {
  if (mostOpenPages() >= pages) return null;
  const wanted = pages * FILES_PER_PAGE + FILES_BESIDE;
  return (
    `${pages} open pages need ${wanted} open files, but the limit is ${openFilesLimit()}. ` +
    `Raise it first, as root if need be: ulimit -n ${wanted}`
  );
}

/** The most pages that can be open at once. */
export function mostOpenPages(): number {
  return Math.floor((openFilesLimit() - FILES_BESIDE) / FILES_PER_PAGE);
}

/**
 * Node raises its soft limit to the hard limit at startup, and the runtime inherits the raised limit. A program cannot
 * raise the hard limit.
 */
function openFilesLimit(): number {
  const asked = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout.trim();
  return asked === 'unlimited' ? Infinity : Number(asked);
}
