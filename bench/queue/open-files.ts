/** The limit of open files, which the local runtime dies of when it is reached. */
import { spawnSync } from 'node:child_process';

/** In the runtime: two for every socket, and some for itself. The pages' own ends are in another process. */
const FILES_PER_PAGE = 2;
const FILES_BESIDE = 1_000;

/**
 * A sentence when so many pages cannot be open at once, else null. Node raises its own limit to the hard one as it
 * starts, and the runtime inherits that; the hard one is not a program's to raise.
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
