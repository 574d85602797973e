import { useEffect, useRef, useState } from 'react';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { undoable } from '../live/lists.ts';
import type { RowAction } from '../live/predict.ts';

/**
 * An action of this page that can be undone. `visit`: the visit before the action. `untilMs`: the end of the undo offer
 * by the server's clock; absent until the server has answered.
 */
export type UndoOffer = { kind: RowAction['kind']; visit: VisitView; locationId: string; untilMs?: number };

/**
 * The actions of this page that can be undone, oldest first. Each visit has at most one undo offer. After a reload the
 * page also offers the undos that are in the server's first view of a location.
 */
export function useUndoOffers(view: LocationView | undefined) {
  const [offers, setOffers] = useState<readonly UndoOffer[]>([]);
  const seen = useRef(new Set<string>());

  useEffect(() => {
    if (view === undefined || seen.current.has(view.id)) return;
    seen.current.add(view.id);
    const known = undoable(view, serverClock.now()).map((visit) => offerOf(visit, view.id));
    if (known.length > 0) setOffers((all) => [...known, ...all]);
  }, [view]);

  useEffect(() => {
    const ends = offers.flatMap(({ untilMs }) => untilMs ?? []);
    if (ends.length === 0) return undefined;
    const isOpen = ({ untilMs = Number.POSITIVE_INFINITY }: UndoOffer) => untilMs > serverClock.now();
    const timer = setTimeout(
      () => setOffers((all) => all.filter(isOpen)),
      Math.min(...ends) - serverClock.now(),
    );
    return () => clearTimeout(timer);
  }, [offers]);

  function withdraw(visitId: string): void {
    setOffers((all) => all.filter(({ visit }) => visit.id !== visitId));
  }

  return {
    offers,
    /** Offers the undo of an action that was just sent. */
    make(offer: UndoOffer): void {
      setOffers((all) => [...all.filter(({ visit }) => visit.id !== offer.visit.id), offer]);
    },
    /**
     * Handles the server's answer to the action on this visit: sets the end of the visit's undo offer, or withdraws the
     * offer.
     */
    confirm(answer: VisitView): void {
      const untilMs = answer.undoUntil === undefined ? 0 : Date.parse(answer.undoUntil);
      if (untilMs <= serverClock.now()) return withdraw(answer.id);
      setOffers((all) => all.map((one) => (one.visit.id === answer.id ? { ...one, untilMs } : one)));
    },
    withdraw,
  };
}

/** The undo offer for the last action on a visit. `visit` is the visit after this action, as the server has sent it. */
function offerOf(visit: VisitView, locationId: string): UndoOffer {
  const untilMs = Date.parse(visit.undoUntil ?? '');
  switch (visit.status) {
    case 'arrived':
      return { kind: 'arrived', visit: { ...visit, status: 'admitted' }, locationId, untilMs };
    case 'no_show':
      return { kind: 'no-show', visit: { ...visit, status: 'admitted' }, locationId, untilMs };
    default: {
      const before = { ...visit, status: 'waiting' as const, position: visit.undoPosition };
      return { kind: visit.status === 'admitted' ? 'admit' : 'remove', visit: before, locationId, untilMs };
    }
  }
}
