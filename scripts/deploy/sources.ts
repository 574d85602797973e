/** Git facts about the sources that are deployed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const manifest = z.object({ version: z.string() });

export type Sources = {
  /** Version and commit, such as "1.4.0+0a1b2c3". The answer of `/healthz` must contain this version. */
  release: string;
  /** Files that differ from the commit. */
  uncommitted: string[];
};

/** Throws if `root` is no git repository with a commit. */
export function readSources(root: string): Sources {
  const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const commit = git(root, 'rev-parse', '--short=7', 'HEAD').trim();
  const changed = git(root, 'status', '--porcelain').split('\n').filter(Boolean);
  return { release: `${version}+${commit}`, uncommitted: changed.map((line) => line.slice(3)) };
}

/** The output of git. Throws git's error output if the call fails. */
export function git(root: string, ...parameters: string[]): string {
  const done = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
  if (done.error) throw new Error(`git could not be run: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`"git ${parameters[0]}" failed: ${done.stderr.trim()}`);
  return done.stdout;
}
