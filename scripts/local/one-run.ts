/** One server per state folder: two runtimes on the same files would run every alarm twice. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processesOfRun, RUN_VARIABLE } from './processes.ts';

const LEFTOVERS_END_MS = 5_000;
const LOOK_EVERY_MS = 50;

export type Claim = { release(): void };

/**
 * Claims the state folder for this run. What an earlier run left behind is given a moment to notice that its parent
 * is gone, then ended. Refused with a sentence while another run is alive.
 */
export async function claimState(
  stateDir: string,
): Promise<{ ok: true; claim: Claim } | { ok: false; problem: string }> {
  const run = process.env[RUN_VARIABLE];
  if (run === undefined) return { ok: false, problem: 'Please run this as "npm start" or "npm run dev".' };
  mkdirSync(stateDir, { recursive: true });
  const file = path.join(stateDir, 'run');

  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, run, { flag: 'wx' });
      return { ok: true, claim: { release: () => release(file, run) } };
    } catch (error) {
      if (!isAlreadyThere(error)) {
        return { ok: false, problem: `STATE_DIR cannot be written: ${String(error)}` };
      }
    }
    const earlier = readFileSync(file, 'utf8');
    if (processesOfRun(earlier).some(isMain)) {
      return {
        ok: false,
        problem: `Another "npm start" or "npm run dev" is using ${stateDir}. Stop it, or set STATE_DIR to another folder.`,
      };
    }
    await endLeftovers(earlier);
    // Only the file that was looked at: a third process may have claimed the folder meanwhile.
    release(file, earlier);
  }
  return { ok: false, problem: `STATE_DIR is claimed by others again and again: ${stateDir}` };
}

/** The process a person started, as opposed to the server and the runtime below it. */
function isMain({ command }: { command: string }): boolean {
  return /scripts\/(start|dev)\.ts( |$)/.test(command);
}

async function endLeftovers(run: string): Promise<void> {
  const giveUpAt = performance.now() + LEFTOVERS_END_MS;
  while (performance.now() < giveUpAt) {
    if (processesOfRun(run).length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  for (const { pid } of processesOfRun(run)) process.kill(pid, 'SIGKILL');
}

function release(file: string, run: string): void {
  try {
    if (readFileSync(file, 'utf8') === run) rmSync(file);
  } catch {
    // Gone already: that is what was wanted.
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
