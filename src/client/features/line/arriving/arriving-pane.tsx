import { useId } from 'react';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { useServerNow } from '../../../member-area/use-server-now.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { PaneHead } from '../desk/pane-head.tsx';
import { areTextsHeld, arriving, compareTimes, holdLeftMs } from '../live/lists.ts';
import type { UndoOffer } from '../actions/use-undo-offers.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import { UndoRow } from '../rows/undo-row.tsx';
import { undoWords, type Row } from '../rows/undo-rows.ts';
import type { FocusTarget } from '../rows/use-restored-focus.ts';
import { ArrivingRow } from './arriving-row.tsx';
import styles from './arriving.module.css';

const say = ownerCopy.dashboard;

type Props = {
  location: LocationView;
  isBusy: (visitId: string) => boolean;
  /** The actions of this page that can be undone. */
  offers: readonly UndoOffer[];
  onUndo: (offer: UndoOffer) => void;
  onOpen: (visitId: string) => void;
  /** Called when staff press an action. `focus` says which row gets the focus after the action. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
};

/**
 * The pane of the called parties. It shows the countdowns of their holds, sorted by the end of the hold, and the
 * buttons for the outcome.
 */
export function ArrivingPane({ location, isBusy, offers, onUndo, onOpen, onAct }: Props) {
  const titleId = useId();
  const now = useServerNow(1_000);
  const visits = arriving(location, now);
  const undone = offers.filter(
    ({ locationId, visit }) => locationId === location.id && visit.status === 'admitted',
  );
  const ended = visits.filter((visit) => holdLeftMs(visit, now) <= 0).length;
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <PaneHead
        id={titleId}
        title={say.arrivingTitle}
        badge={ended > 0 && <Badge tone="danger">{deskCopy.holdsEnded(ended)}</Badge>}
      />
      {visits.length + undone.length === 0 ? (
        <p className={styles.nothing}>{say.arrivingEmpty}</p>
      ) : (
        <ul className={styles.list} data-list="arriving">
          {inOrder(visits, undone).map(({ visit, undo }) =>
            undo === undefined ? (
              <ArrivingRow
                key={visit.id}
                visit={visit}
                menu={menuOf(location, visit, now)}
                textsHeld={areTextsHeld(location)}
                now={now}
                busy={isBusy(visit.id)}
                onOpen={() => onOpen(visit.id)}
                onAct={(action) =>
                  onAct(action, { list: 'arriving', index: visits.indexOf(visit), kind: action.kind })
                }
              />
            ) : (
              <UndoRow
                key={`undo-${visit.id}`}
                visit={visit}
                words={undoWords(undo, location)}
                untilMs={undo.untilMs}
                onUndo={() => onUndo(undo)}
              />
            ),
          )}
        </ul>
      )}
    </section>
  );
}

/** The rows of called parties, and of parties whose outcome was just set, sorted by the end of the hold. */
function inOrder(visits: VisitView[], undone: readonly UndoOffer[]): Row[] {
  const rows: Row[] = [
    ...visits.map((visit) => ({ visit })),
    ...undone.map((undo) => ({ visit: undo.visit, undo })),
  ];
  return rows.toSorted((a, b) => compareTimes(a.visit.holdEndsAt, b.visit.holdEndsAt));
}
