import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import style from './leave-queue.module.css';
import { useCopy } from './speech.tsx';

type Props = {
  position: number;
  onLeave: () => Promise<void>;
};

/** Quiet, at the end of the page; asks once and says what is lost. */
export function LeaveQueue({ position, onLeave }: Props) {
  const copy = useCopy();
  const say = copy.leave;
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <div className={style.foot}>
      <Button tone="danger" wide onClick={() => setAsking(true)}>
        {copy.status.leave}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={say.question}>
        <p>{say.warning(position)}</p>
        <DialogActions>
          <Button tone="primary" onClick={() => setAsking(false)}>
            {say.keep}
          </Button>
          <Button
            tone="danger"
            busy={leaving}
            onClick={() => {
              setLeaving(true);
              void onLeave();
            }}
          >
            {say.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
