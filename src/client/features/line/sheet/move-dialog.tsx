import { useId, useState, type SubmitEvent } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { focusedOnOpen } from '../../../ui/panel.tsx';
import { fullName } from '../actions/action-toasts.ts';
import type { RowAction } from '../live/predict.ts';
import styles from './move-dialog.module.css';

const say = lineCopy.move;

type Props = {
  /** The waiting party to move; undefined while the dialog is closed. */
  visit: VisitView | undefined;
  queue: VisitView[];
  onAct: (action: RowAction) => void;
  onClose: () => void;
};

/** The dialog that asks for a party's new place in line, and shows the neighbours at this place. */
export function MoveDialog({ visit, queue, onAct, onClose }: Props) {
  return (
    <Dialog open={visit !== undefined} onClose={onClose} title={visit ? say.title(fullName(visit)) : ''}>
      {visit && <MoveForm visit={visit} queue={queue} onAct={onAct} onClose={onClose} />}
    </Dialog>
  );
}

function MoveForm({ visit, queue, onAct, onClose }: Props & { visit: VisitView }) {
  const id = useId();
  const now = visit.position ?? 1;
  const [typed, setTyped] = useState(String(now));
  const place = Math.min(queue.length, Math.max(1, Number.parseInt(typed, 10) || 1));

  function act(action: RowAction): void {
    onClose();
    onAct(action);
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (place === now) onClose();
    else act({ kind: 'move', visit, position: place });
  }

  return (
    <form onSubmit={handleSubmit}>
      <label className={styles.label} htmlFor={id}>
        {say.place}
      </label>
      <div className={styles.stepper}>
        <button type="button" aria-label={say.up} onClick={() => setTyped(String(Math.max(1, place - 1)))}>
          <Icon name="minus" />
        </button>
        <input
          id={id}
          ref={focusedOnOpen}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          aria-describedby={`${id}-there`}
          // A typed digit replaces the place instead of extending it.
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        />
        <button
          type="button"
          aria-label={say.down}
          onClick={() => setTyped(String(Math.min(queue.length, place + 1)))}
        >
          <Icon name="plus" />
        </button>
      </div>
      <p id={`${id}-there`} className={styles.there} aria-live="polite">
        {neighbours(visit, queue, place)}
      </p>
      <div className={styles.quick}>
        {now > 1 && (
          <Button tone="quiet" onClick={() => act({ kind: 'move', visit, position: 1 })}>
            {say.toFront}
          </Button>
        )}
        {now < queue.length && (
          <>
            <Button tone="quiet" onClick={() => act({ kind: 'skip', visit })}>
              {say.skip}
            </Button>
            <Button tone="quiet" onClick={() => act({ kind: 'move', visit, position: queue.length })}>
              {say.toEnd}
            </Button>
          </>
        )}
      </div>
      <DialogActions>
        <Button tone="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
        <Button type="submit">{say.submit(place)}</Button>
      </DialogActions>
    </form>
  );
}

/** The sentence with the names of the parties before and behind this place. */
function neighbours(visit: VisitView, queue: VisitView[], place: number): string {
  if (place === (visit.position ?? 1)) return say.here;
  const others = queue.filter(({ id }) => id !== visit.id);
  const [above, below] = [others[place - 2], others[place - 1]];
  if (below === undefined) return above === undefined ? say.here : say.behind(fullName(above));
  return above === undefined ? say.before(fullName(below)) : say.between(fullName(above), fullName(below));
}
