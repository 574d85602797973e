import { useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { fullName } from './deed-words.ts';

/**
 * What a reader is told of a move that has been made. `times` counts: the same sentence once more, in an element of its
 * own, is read once more.
 */
export function useSpokenMove() {
  const [said, setSaid] = useState({ words: '', times: 0 });
  return {
    said,
    say(visit: VisitView, count: number): void {
      const words = ownerCopy.tools.movedTo(fullName(visit), visit.position ?? 1, count);
      setSaid(({ times }) => ({ words, times: times + 1 }));
    },
  };
}
