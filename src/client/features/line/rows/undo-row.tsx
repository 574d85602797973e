import { lineCopy } from '../../../../shared/copy/en/line.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Button } from '../../../ui/form/button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { PartySize } from '../party/party-size.tsx';
import styles from './undo-row.module.css';

const say = lineCopy.undo;

type Props = { visit: VisitView; words: string; busy: boolean; onUndo: () => void };

/**
 * The place of a party that was just admitted or removed, as tall as its row: what was done, and Undo while it is
 * possible. A line below runs out in the 10 s.
 */
export function UndoRow({ visit, words, busy, onUndo }: Props) {
  const name = fullName(visit);
  return (
    <li className={styles.undone}>
      <PartySize count={visit.numGuests} />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {words}
      </p>
      <Button tone="quiet" aria-label={say.undoOf(name)} busy={busy} onClick={onUndo}>
        {say.undo}
      </Button>
      <i className={styles.timer} />
    </li>
  );
}
