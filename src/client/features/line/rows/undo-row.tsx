import { useLayoutEffect, useRef } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { UNDO_MS } from '../../../../shared/limits.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { Button } from '../../../ui/form/button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { PartySize } from '../party/party-size.tsx';
import styles from './undo-row.module.css';

const say = lineCopy.undo;

type Props = {
  visit: VisitView;
  words: string;
  /**
   * The time, by the server's clock, until which staff can undo the action. Undefined until the server has accepted the
   * action.
   */
  untilMs: number | undefined;
  onUndo: () => void;
};

/**
 * The row of a party that was just admitted or removed: the action, and Undo while an undo is possible. This row is as
 * tall as the party's row was. A bar in the row shrinks during the 10 s of the undo. After a reload of the page the bar
 * starts at the remaining time.
 */
export function UndoRow({ visit, words, untilMs, onUndo }: Props) {
  const name = fullName(visit);
  const timer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (untilMs === undefined) return;
    for (const run of timer.current?.getAnimations() ?? [])
      run.currentTime = Math.max(0, UNDO_MS - (untilMs - serverClock.now()));
  }, [untilMs]);
  return (
    <li className={styles.undone}>
      <PartySize count={visit.numGuests} />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {words}
      </p>
      <Button tone="quiet" aria-label={say.undoOf(name)} busy={untilMs === undefined} onClick={onUndo}>
        {say.undo}
      </Button>
      <i ref={timer} className={styles.timer} />
    </li>
  );
}
