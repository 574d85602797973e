import { useEffect, useEffectEvent } from 'react';
import { DEVICE_IN_USE_EVERY_MS } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';

/**
 * Locks a device that nobody has touched for `idleMinutes`. At intervals, reports to the server that the device is in
 * use. The device's own clock measures the time, because this clock also runs while the device sleeps. After a long
 * sleep the first touch locks the device.
 */
export function useIdleLock(idleMinutes: number, onIdle: () => void): void {
  const lock = useEffectEvent(onIdle);
  useEffect(() => {
    const idleMs = idleMinutes * 60_000;
    let usedAt = Date.now();
    let toldAt = usedAt;

    function lockIfIdle(): boolean {
      const isIdle = Date.now() - usedAt >= idleMs;
      if (isIdle) lock();
      return isIdle;
    }

    function use(event: Event): void {
      if (lockIfIdle()) {
        // The device has just locked, so this touch must not act on the line.
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      usedAt = Date.now();
      if (usedAt - toldAt < DEVICE_IN_USE_EVERY_MS) return;
      toldAt = usedAt;
      // A failure is ignored: if the server has locked the device, the next call of the line is refused.
      request('POST', '/auth/device/in-use').catch(() => undefined);
    }

    const timer = setInterval(lockIfIdle, 1_000);
    const touches = ['pointerdown', 'keydown'] as const;
    for (const touch of touches) document.addEventListener(touch, use, { capture: true });
    document.addEventListener('visibilitychange', lockIfIdle);
    return () => {
      clearInterval(timer);
      for (const touch of touches) document.removeEventListener(touch, use, { capture: true });
      document.removeEventListener('visibilitychange', lockIfIdle);
    };
  }, [idleMinutes]);
}
