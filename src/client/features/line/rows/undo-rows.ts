/** The rows of the line, including rows of parties that were just admitted or removed. Pure. */
import { lengthInWords } from '../../../../shared/copy/owner/durations.ts';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import type { UndoOffer } from '../actions/use-undo-offers.ts';

/** A row of a waiting party, or, with `undo`, of a party that no longer waits. */
export type Row = { visit: VisitView; undo?: UndoOffer };

/**
 * The line, with a row for each offer at the former position of its party. `offers` must be in the order in which staff
 * performed the actions. The row of the newest action is inserted first, because the position in an offer counts only
 * the parties that were still waiting at the time of that action.
 */
export function withUndoRows(queue: VisitView[], offers: readonly UndoOffer[]): Row[] {
  const rows: Row[] = queue.map((visit) => ({ visit }));
  for (const undo of offers.toReversed()) {
    rows.splice((undo.visit.position ?? 1) - 1, 0, { visit: undo.visit, undo });
  }
  return rows;
}

/** The action on the party, shown after its name. */
export function undoWords({ kind }: UndoOffer, { settings }: LocationView): string {
  switch (kind) {
    case 'admit':
      return lineCopy.undo.admit(lengthInWords(settings.holdMs));
    case 'arrived':
      return lineCopy.undo.arrived;
    case 'no-show':
      return lineCopy.undo.noShow;
    default:
      return lineCopy.undo.remove;
  }
}
