import { useEffect, useState } from 'react';
import type { LocationView } from '../../../shared/queue-view.ts';
import { armNewGuestSound, playNewGuestSound } from './new-guest-sound.ts';

/**
 * Which rows are of guests who came while the page was open: they light up, and sound where that is wanted. Whoever is
 * put back or moved has been seen before.
 */
export function useNewGuests(location: LocationView, sounding: boolean): (visitId: string) => boolean {
  const [seen] = useState(() => new Set(idsOf(location)));
  useArmedByFirstPress(sounding);

  useEffect(() => {
    const hasNew = location.queue.some((visit) => !seen.has(visit.id));
    for (const id of idsOf(location)) seen.add(id);
    if (hasNew && sounding) playNewGuestSound();
  }, [location, seen, sounding]);

  return (visitId) => !seen.has(visitId);
}

function idsOf({ queue, admittedCustomers, removedCustomers }: LocationView): string[] {
  return [...queue, ...admittedCustomers, ...removedCustomers].map((visit) => visit.id);
}

/** The switch is remembered, the browser's permission is not: the first press on the page gives it again. */
function useArmedByFirstPress(sounding: boolean): void {
  useEffect(() => {
    if (!sounding) return undefined;
    const stop = new AbortController();
    const arm = () => {
      stop.abort();
      void armNewGuestSound();
    };
    document.addEventListener('pointerdown', arm, { signal: stop.signal });
    document.addEventListener('keydown', arm, { signal: stop.signal });
    return () => stop.abort();
  }, [sounding]);
}
