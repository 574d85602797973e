import { DEVICE_IDLE_GRACE_MS } from '../../../shared/limits.ts';

/** The use of a device that is unlocked: it locks after `idleMinutes` without a touch, at the latest at `until`. */
export type DeviceUse = { idleMinutes: number; until: number };

/** The use of a device that was last used at this time. */
export function deviceUse(lastUsedAt: number, idleMinutes: number): DeviceUse {
  return { idleMinutes, until: lastUsedAt + idleMinutes * 60_000 + DEVICE_IDLE_GRACE_MS };
}
