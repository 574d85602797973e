import { useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import style from './leave-queue.module.css';
import { pagePath } from '../visit/path.ts';
import { useCopy } from '../i18n.tsx';

type Props = {
  username: string;
  position: number;
  onLeave: () => Promise<void>;
};

/**
 * The Leave Queue button at the end of the page. A press asks for confirmation and names the position that is
 * lost. Without scripts a press leaves at once.
 */
export function LeaveQueue({ username, position, onLeave }: Props) {
  const copy = useCopy();
  const say = copy.leave;
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <div className={style.foot}>
      <form
        method="post"
        action={pagePath(username)}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <input type="hidden" name="form" value="leave" />
        <Button type="submit" tone="danger" wide>
          {copy.status.leave}
        </Button>
      </form>
      <Dialog open={asking} onClose={() => setAsking(false)} title={say.question}>
        <p>{say.warning(position)}</p>
        <DialogActions>
          <Button tone="primary" busy={leaving} onClick={() => setAsking(false)}>
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
