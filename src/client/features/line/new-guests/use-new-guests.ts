import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { armNewGuestSound, playNewGuestSound, resumeNewGuestSound } from './new-guest-sound.ts';
import { walkInKey } from '../walk-in/use-walk-in.ts';

/**
 * Detects guests who joined while the page was open (`isNew`). The rows of new guests light up, and the page plays a
 * sound if the sound is switched on. Guests who were put back or moved are not new. A walk-in that was added on this
 * page (`markOwn`) causes no sound. While a walk-in is being added, the sound is delayed, because the new visit may be
 * this walk-in.
 */
export function useNewGuests(location: LocationView, sounding: boolean) {
  const [seen] = useState(() => new Set(idsOf(location)));
  const [sounded] = useState(() => new Set(seen));
  const isAdding = useIsMutating({ mutationKey: walkInKey(location.id) }) > 0;
  useArmed(sounding);

  useEffect(() => {
    for (const id of idsOf(location)) seen.add(id);
  }, [location, seen]);

  useEffect(() => {
    if (isAdding) return;
    const hasNew = location.queue.some((visit) => !sounded.has(visit.id));
    for (const id of idsOf(location)) sounded.add(id);
    if (hasNew && sounding) playNewGuestSound();
  }, [isAdding, location, sounded, sounding]);

  return {
    isNew: (visitId: string) => !seen.has(visitId),
    markOwn: (visitId: string) => void sounded.add(visitId),
  };
}

function idsOf({ queue, admittedCustomers, removedCustomers }: LocationView): string[] {
  return [...queue, ...admittedCustomers, ...removedCustomers].map((visit) => visit.id);
}

/**
 * Requests the browser's permission for sound at each press on the page. The switch is stored on the device, but the
 * permission is lost on a reload.
 */
function useArmed(sounding: boolean): void {
  useEffect(() => {
    if (!sounding) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointerdown', () => void armNewGuestSound(), { signal });
    document.addEventListener('keydown', () => void armNewGuestSound(), { signal });
    document.addEventListener('visibilitychange', () => void resumeNewGuestSound(), { signal });
    return () => stop.abort();
  }, [sounding]);
}
