import { useState } from 'react';
import { editRequest } from '../../../../shared/contracts/line.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { withMaskedNumber } from '../../../../shared/queue/masked-guest.ts';
import { isMasked } from '../../../../shared/queue/masked-number.ts';
import type { PartyChange } from '../../../../shared/queue/rules/edit.ts';
import type { RowAction } from '../live/predict.ts';

export type PartyFact = keyof PartyChange;

/** The state of a field: being saved, saved, or failed. */
export type SaveState = 'saving' | 'saved' | 'failed' | undefined;

/**
 * Edits of a party; each fact is saved separately. A wrong value is not sent. `isPending`: whether the server has not
 * yet answered the last action on this party.
 */
export function useEdits(visit: VisitView, isPending: boolean, onAct: (action: RowAction) => void) {
  const [errors, setErrors] = useState<Partial<Record<PartyFact, string>>>({});
  const [last, setLast] = useState<PartyChange>({});
  // If the member may not read numbers, the server returns a saved number masked.
  const saved = isMasked(visit.phoneNumber ?? '') ? withMaskedNumber(last) : last;

  return {
    errors,
    /** Returns whether the value can be saved. */
    save(fact: PartyFact, value: string | number): boolean {
      const read = editRequest.safeParse({ [fact]: value });
      const lacksPhone =
        fact === 'phoneNumber' && value === '' && visit.waitingPreference === 'wait_anywhere';
      setErrors({ ...errors, [fact]: read.success ? undefined : read.error.issues[0]?.message });
      if (!read.success || lacksPhone) return false;
      if ((visit[fact] ?? '') === value) return true;
      setLast(read.data);
      onAct({ kind: 'edit', visit, change: read.data });
      return true;
    },
    stateOf(fact: PartyFact): SaveState {
      if (last[fact] === undefined) return undefined;
      if (isPending) return 'saving';
      return (visit[fact] ?? '') === saved[fact] ? 'saved' : 'failed';
    },
  };
}
