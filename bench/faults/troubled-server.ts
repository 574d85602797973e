/**
 * A server for the crash test. Instead of being killed, this server keeps running while a fault is active. `kill`
 * begins the fault, and `start` ends the fault. Answers during the fault are also checked. Failed calls are repeated.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { KillableServer, Life } from '../crash/killable-server.ts';
import type { Runtime } from '../queue/runtime.ts';

/** A fault, active from `begin` to `end`. */
export type Trouble = { begin(runtime: Runtime): Promise<void>; end(runtime: Runtime): Promise<void> };

/** Pause before a repeated call during the fault, because guests also retry only after a moment. */
const BETWEEN_TRIES_MS = 50;

export function troubledServer(startRuntime: () => Promise<Runtime>, trouble: Trouble): KillableServer {
  const past: Life[] = [];
  let runtime: Runtime | null = null;
  let from: number | null = null;

  function present(): Runtime {
    if (runtime === null) throw new Error('The runtime was not started.');
    return runtime;
  }

  function endLife(): void {
    if (from !== null) past.push({ from, to: Date.now() });
    from = null;
  }

  return {
    running: async () => {
      if (from === null) await pause(BETWEEN_TRIES_MS);
      return { origin: present().origin, life: past.length + 1 };
    },
    isAlive: (life) => from !== null && life === past.length + 1,
    start: async () => {
      if (runtime === null) runtime = await startRuntime();
      else await trouble.end(runtime);
      from = Date.now();
    },
    kill: async () => {
      endLife();
      await trouble.begin(present());
    },
    stop: async () => {
      endLife();
      await runtime?.stop();
      runtime = null;
      return 0;
    },
    lives: () => (from === null ? [...past] : [...past, { from, to: Date.now() }]),
  };
}
