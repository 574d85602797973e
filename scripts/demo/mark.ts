/**
 * The file "demo" in a state folder. `done`: the folder has a demo business. `wanted`: the folder will get a demo
 * business. `not_wanted`: the folder never gets a demo business.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const demoMark = z.enum(['wanted', 'done', 'not_wanted']);
export type DemoMark = z.infer<typeof demoMark>;

/**
 * This function must run before the database is created. A state folder gets a demo business only if it has no database
 * and `maySeed` is true. If the mark of an earlier start cannot be read, returns a message in `problem`.
 */
export function readDemoMark(
  stateDir: string,
  maySeed: boolean,
): { ok: true; mark: DemoMark } | { ok: false; problem: string } {
  if (existsSync(markFile(stateDir))) {
    const read = demoMark.safeParse(readFileSync(markFile(stateDir), 'utf8').trim());
    if (read.success)
      return { ok: true, mark: read.data === 'wanted' && !maySeed ? 'not_wanted' : read.data };
    return {
      ok: false,
      problem: `The file "demo" in STATE_DIR (${stateDir}) is damaged. Delete it, or set STATE_DIR to another folder.`,
    };
  }
  const isUsed = existsSync(path.join(stateDir, 'v3', 'd1'));
  const mark = isUsed || !maySeed ? 'not_wanted' : 'wanted';
  writeDemoMark(stateDir, mark);
  return { ok: true, mark };
}

/**
 * The mark is written to a new file, which is then renamed, so that after a kill the file has either the old mark or
 * the new mark.
 */
export function writeDemoMark(stateDir: string, mark: DemoMark): void {
  writeFileSync(`${markFile(stateDir)}.new`, mark);
  renameSync(`${markFile(stateDir)}.new`, markFile(stateDir));
}

const markFile = (stateDir: string) => path.join(stateDir, 'demo');
