/** Runs a bench of the built Worker on an empty state folder, prints its measures, and deletes the folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/local/build.ts';
import { migrate } from '../../scripts/local/migrate.ts';
import { isMet, lineOf, type Measure } from './measures.ts';
import { startRuntime, type Runtime, type RuntimeOptions } from './runtime.ts';

export type WholeRun = {
  /** Starts the runtime (`startRuntime`) with the run's state. A running runtime is stopped first. */
  start(options?: RuntimeOptions): Promise<Runtime>;
  /** Prints the measures. If a goal is missed, the bench ends with the exit code 1. */
  report(measures: Measure[]): void;
};

/** Runs `measure` and ends the process. The exit code is 1 if a goal is missed or the bench fails. */
export async function wholeRun(name: string, measure: (run: WholeRun) => Promise<void>): Promise<never> {
  const stateDir = mkdtempSync(path.join(tmpdir(), `bench-${name}-`));
  // The folder is deleted at the exit, because on a signal the runtime's library may end this process before `stop` has
  // finished.
  process.once('exit', () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
  let runtime: Runtime | null = null;
  const stop = async (code: number): Promise<never> => {
    await runtime?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(130));
  process.once('disconnect', () => void stop(130));

  const measures: Measure[] = [];
  try {
    if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
    console.log(`${cpus().length} processors, load before the start ${loadavg()[0]?.toFixed(2)}`);
    await measure({
      start: async (options) => {
        await runtime?.stop();
        runtime = await startRuntime(stateDir, options);
        return runtime;
      },
      report: (reported) => {
        for (const one of reported) console.log(lineOf(one));
        measures.push(...reported);
      },
    });
  } catch (error) {
    console.error(error);
    return stop(1);
  }
  return stop(measures.length > 0 && measures.every(isMet) ? 0 : 1);
}
