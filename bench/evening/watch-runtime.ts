/** Samples the runtime's process at intervals. */
import type { Town } from './town.ts';

/** One sample. `afterMs`: the time from the first sample to this sample. `guests`: the number of open guests' pages. */
export type Look = { afterMs: number; residentMb: number; openFiles: number; guests: number };

const EVERY_MS = 10_000;

export function watchRuntime({ runtime, guests }: Town): { looks: Look[]; stop(): void } {
  const looks: Look[] = [];
  const startedAt = performance.now();
  const look = () =>
    looks.push({
      afterMs: performance.now() - startedAt,
      residentMb: runtime.residentMb(),
      openFiles: runtime.openFiles(),
      guests: guests.size,
    });
  look();
  const every = setInterval(look, EVERY_MS);
  return { looks, stop: () => clearInterval(every) };
}
