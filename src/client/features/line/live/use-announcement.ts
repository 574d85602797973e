import { useEffect, useRef, useState } from 'react';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { fullName } from '../actions/action-toasts.ts';
import { newReplies } from './lists.ts';

const { tools } = ownerCopy;

/**
 * Announcements for screen readers: a completed move, and guests' replies. `times` counts the announcements, so that a
 * repeated sentence is rendered as a new element and announced again.
 */
export function useAnnouncement(location: LocationView | undefined) {
  const [said, setSaid] = useState({ words: '', times: 0 });
  const before = useRef<LocationView | undefined>(undefined);

  useEffect(() => {
    const last = before.current;
    before.current = location;
    if (location === undefined || last?.id !== location.id) return;
    const sentences = newReplies(last, location).map(({ visit, said: reply }) =>
      reply === 'on_my_way'
        ? tools.isOnTheWay(fullName(visit))
        : tools.tookMoreTime(fullName(visit), visit.position ?? 1, location.queue.length),
    );
    if (sentences.length === 0) return;
    setSaid(({ times }) => ({ words: sentences.join(' '), times: times + 1 }));
  }, [location]);

  return {
    said,
    sayMoved(visit: VisitView, count: number): void {
      const words = tools.movedTo(fullName(visit), visit.position ?? 1, count);
      setSaid(({ times }) => ({ words, times: times + 1 }));
    },
  };
}
