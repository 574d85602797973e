import { useId } from 'react';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/en/desk.ts';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { useServerNow } from '../../../owner-area/use-server-now.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { PaneHead } from '../desk/pane-head.tsx';
import { arriving, holdLeftMs } from '../live/lists.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import type { FocusTarget } from '../rows/use-restored-focus.ts';
import { ArrivingRow } from './arriving-row.tsx';
import styles from './arriving.module.css';

const say = ownerCopy.dashboard;

type Props = {
  location: LocationView;
  isBusy: (visitId: string) => boolean;
  /** Returns whether the action was started. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
};

/** The pane of the called parties on their way: their holds, the earliest end first, and the buttons for the outcome. */
export function ArrivingPane({ location, isBusy, onAct }: Props) {
  const titleId = useId();
  const now = useServerNow(1_000);
  const visits = arriving(location, now);
  const ended = visits.filter((visit) => holdLeftMs(visit, now) <= 0).length;
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <PaneHead
        id={titleId}
        title={say.arrivingTitle}
        badge={ended > 0 && <Badge tone="danger">{deskCopy.holdsEnded(ended)}</Badge>}
      />
      {visits.length === 0 ? (
        <p className={styles.nothing}>{say.arrivingEmpty}</p>
      ) : (
        <ul className={styles.list} data-list="arriving">
          {visits.map((visit, index) => (
            <ArrivingRow
              key={visit.id}
              visit={visit}
              menu={menuOf(location, visit, now)}
              textsHeld={location.texts?.held !== undefined}
              now={now}
              busy={isBusy(visit.id)}
              onAct={(action) => onAct(action, { list: 'arriving', index, kind: action.kind })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
