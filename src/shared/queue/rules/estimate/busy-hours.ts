/**
 * The usual number of parties that a location admits in a busy hour. Limits of joins depend on this number
 * (`senders.ts`). The number counts admissions and not joins, so that joins of strangers do not raise the limits. Pure.
 */

/**
 * `hour`: the newest clock hour, counted from 1970. `admits`: the admissions in `hour`. `usual`: the highest number of
 * admissions in one earlier hour; this value decays.
 */
export type BusyHours = { hour: number; admits: number; usual: number };

const HOUR_MS = 3_600_000;
/** The half-life of `usual` is two weeks, so that one quiet week changes little. */
const KEPT_PER_HOUR = 0.5 ** (1 / (14 * 24));

export const noHours: BusyHours = { hour: 0, admits: 0, usual: 0 };

export function recordHour(hours: BusyHours, now: number): BusyHours {
  const hour = Math.floor(now / HOUR_MS);
  if (hour === hours.hour) return { ...hours, admits: hours.admits + 1 };
  // Rounded to two decimals, so that the stored JSON is short.
  const faded = Math.round(usualAnHour(hours) * KEPT_PER_HOUR ** Math.abs(hour - hours.hour) * 100) / 100;
  return { hour, admits: 1, usual: faded };
}

/** The parties admitted in a busy hour; 0 if nothing is known. */
export function usualAnHour({ admits, usual }: BusyHours): number {
  return Math.max(admits, usual);
}

export function isBusyHours(json: unknown): json is BusyHours {
  if (typeof json !== 'object' || json === null) return false;
  const { hour, admits, usual }: Partial<Record<keyof BusyHours, unknown>> = json;
  return [hour, admits, usual].every((value) => typeof value === 'number' && value >= 0);
}
