import { DEVICE_IDLE_GRACE_MS } from '../../../shared/limits.ts';

/** The use of an unlocked device. The device locks after `idleMinutes` without a touch, at the latest at `until`. */
export type DeviceUse = { idleMinutes: number; until: number };

/** `lastUsedAt`: the last use, in epoch milliseconds. */
export function deviceUse(lastUsedAt: number, idleMinutes: number): DeviceUse {
  return { idleMinutes, until: lastUsedAt + idleMinutes * 60_000 + DEVICE_IDLE_GRACE_MS };
}
