import { useEffect } from 'react';

/** Whether this browser can keep the screen on. */
export const canKeepScreenOn = 'wakeLock' in navigator;

/** Keeps the screen on while the page is visible, for a tablet at the door. */
export function useScreenOn(on: boolean): void {
  useEffect(() => {
    if (!on || !canKeepScreenOn) return undefined;
    let lock: WakeLockSentinel | null = null;
    let stopped = false;

    // Called each time the page becomes visible, because the system releases the lock when the page is hidden.
    async function hold(): Promise<void> {
      if (document.visibilityState === 'hidden') return;
      try {
        lock = await navigator.wakeLock.request('screen');
      } catch {
        // The system refuses the lock if the battery is low or if a system setting forbids the lock. The screen may
        // then go dark.
      }
      if (stopped) await lock?.release();
    }

    const handleVisibility = () => void hold();
    document.addEventListener('visibilitychange', handleVisibility);
    void hold();
    return () => {
      stopped = true;
      document.removeEventListener('visibilitychange', handleVisibility);
      void lock?.release();
    };
  }, [on]);
}
