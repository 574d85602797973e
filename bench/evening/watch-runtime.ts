/** Looks at the runtime's process from time to time while something runs. */
import type { Town } from './town.ts';

/** `afterMs` since the watch began; `guests` are those whose page is open. */
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
