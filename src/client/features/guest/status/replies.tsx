import { useState } from 'react';
import type { GuestReply, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import style from './replies.module.css';
import { toastFailure } from '../failure-toast.ts';
import { useCopy } from '../i18n.tsx';

type Props = {
  status: StatusAnswer;
  /** Sends the reply and returns the visit's new status; throws `ApiError` if the server refuses. */
  onReply: (reply: GuestReply) => Promise<StatusAnswer>;
};

/**
 * The guest's replies to staff: on my way, and, once in a visit, five more minutes. The page shows the position that
 * the guest would have with five more minutes, and sends this position with the reply. The server refuses with
 * `line_moved` if the guest's position would now be worse than the position in the reply.
 */
export function Replies({ status, onReply }: Props) {
  const copy = useCopy();
  const say = copy.replies;
  const { customer, moreTime } = status;
  const [sending, setSending] = useState<GuestReply['reply']>();
  const [asking, setAsking] = useState(false);

  async function send(reply: GuestReply): Promise<void> {
    setSending(reply.reply);
    try {
      const { position } = await onReply(reply);
      if (reply.reply === 'more_time') toast(say.moreTimeGiven, { body: say.moreTimeGivenBody(position) });
    } catch (error) {
      toastFailure(say.failed, error, copy);
    } finally {
      setSending(undefined);
      setAsking(false);
    }
  }

  return (
    <section className={style.replies} aria-label={say.title}>
      {customer.onMyWayAt === undefined ? (
        <Button
          tone="quiet"
          wide
          busy={sending === 'on_my_way'}
          onClick={() => void send({ reply: 'on_my_way' })}
        >
          {say.onMyWay}
        </Button>
      ) : (
        <p role="status">{say.onMyWayTold}</p>
      )}
      {moreTime && (
        <Button tone="quiet" wide onClick={() => setAsking(true)}>
          {say.moreTime}
        </Button>
      )}
      <Dialog
        open={asking && moreTime !== undefined}
        onClose={() => setAsking(false)}
        title={say.moreTimeQuestion}
      >
        <p>{moreTime && say.moreTimeWarning(moreTime.places, moreTime.position)}</p>
        <DialogActions>
          <Button tone="primary" onClick={() => setAsking(false)}>
            {say.keep}
          </Button>
          <Button
            tone="quiet"
            busy={sending === 'more_time'}
            onClick={() => moreTime && void send({ reply: 'more_time', position: moreTime.position })}
          >
            {say.moreTimeConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
}
