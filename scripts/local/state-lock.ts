/**
 * Lock of a state folder. Only one server may use a state folder, because two runtimes on the same files would run
 * every alarm twice.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killAtOnce, processesOfRun, RUN_VARIABLE } from './processes.ts';

const LEFTOVERS_END_MS = 5_000;
const LOOK_EVERY_MS = 50;

type Claim = { release(): void };

/**
 * Claims the state folder for this run. Leftover processes of an earlier run get a moment to end, then are killed.
 * Returns a sentence instead of a claim if another run is alive, or if the folder cannot be used.
 */
export async function claimState(
  stateDir: string,
): Promise<{ ok: true; claim: Claim } | { ok: false; problem: string }> {
  const run = process.env[RUN_VARIABLE];
  if (run === undefined) return { ok: false, problem: 'Please run this as "npm start" or "npm run dev".' };
  const file = path.join(stateDir, 'run');
  try {
    makeFolder(stateDir);
    return await claim(stateDir, file, run);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `STATE_DIR cannot be used (${reason}). Set STATE_DIR to a folder that you may write to.`,
    };
  }
}

/** Claims an existing folder. Throws the file system's error if the folder cannot be written. */
async function claim(stateDir: string, file: string, run: string): ReturnType<typeof claimState> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, run, { flag: 'wx' });
      return { ok: true, claim: { release: () => releaseAtEnd(file, run) } };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const earlier = readFileSync(file, 'utf8');
    if (processesOfRun(earlier).some(isMain)) {
      return {
        ok: false,
        problem: `Another "npm start" or "npm run dev" is using ${stateDir}. Stop it, or set STATE_DIR to another folder.`,
      };
    }
    await endLeftovers(earlier);
    // Releases only the claim that was read, because another process may have claimed the folder meanwhile.
    release(file, earlier);
  }
  return { ok: false, problem: `STATE_DIR is claimed by others again and again: ${stateDir}` };
}

/** True for the process that a person started, false for the server and the runtime of this process. */
function isMain({ command }: { command: string }): boolean {
  return /scripts\/(start|dev)\.ts( |$)/.test(command);
}

async function endLeftovers(run: string): Promise<void> {
  const giveUpAt = performance.now() + LEFTOVERS_END_MS;
  while (performance.now() < giveUpAt) {
    if (processesOfRun(run).length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  for (const { pid } of processesOfRun(run)) killAtOnce(pid);
}

/**
 * Releases the claim at the end of the run. If a runtime of the run is still alive, keeps the claim, so that the next
 * start finds the runtime.
 */
function releaseAtEnd(file: string, run: string): void {
  if (processesOfRun(run).every(isMain)) release(file, run);
}

function release(file: string, run: string): void {
  try {
    if (readFileSync(file, 'utf8') === run) rmSync(file);
  } catch {
    // The file is already gone.
  }
}

/**
 * Creates a folder level by level. Node's `recursive` hangs in places like /proc, where the parent exists but no folder
 * can be created.
 */
function makeFolder(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`);
    return;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process created the folder at the same moment.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
