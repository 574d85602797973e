import { useEffect, useState } from 'react';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { serverClock } from '../../../lib/server-clock.ts';

/** An undo offer. `visit`: the visit before the action. `withdraw` ends the offer. */
type Offer = { visit: VisitView; locationId: string; forMs: number; withdraw: () => void };

/** The last action of this page that can be undone, while the server can undo it. */
export function useUndoOffer() {
  const [offer, setOffer] = useState<Offer | null>(null);

  useEffect(() => {
    if (offer === null) return undefined;
    const timer = setTimeout(() => setOffer(null), offer.forMs);
    return () => clearTimeout(timer);
  }, [offer]);

  return {
    /** The action that can be undone; null if there is none. */
    offered: offer,
    make: setOffer,
    withdraw(): void {
      offer?.withdraw();
      setOffer(null);
    },
  };
}

/** How long the confirmed action can still be undone, in milliseconds by the server's clock. */
export function undoableForMs({ undoUntil }: VisitView): number {
  return undoUntil === undefined ? 0 : Date.parse(undoUntil) - serverClock.now();
}
