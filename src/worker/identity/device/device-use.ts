import { DEVICE_IDLE_GRACE_MS } from '../../../shared/limits.ts';

/**
 * The use of an unlocked device. The page locks the device after `idleMinutes` without a touch. At `until` the device
 * is locked even if the page did not lock it.
 */
export type DeviceUse = { idleMinutes: number; until: number };

/** `lastUsedAt`: the last use, in epoch milliseconds. */
export function deviceUse(lastUsedAt: number, idleMinutes: number): DeviceUse {
  return { idleMinutes, until: lastUsedAt + idleMinutes * 60_000 + DEVICE_IDLE_GRACE_MS };
}
