import { useState, useSyncExternalStore } from 'react';
import type { GuestPageBoot } from '../../../shared/guest-queue.ts';
import { forget, store } from '../../lib/storage.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import row from './choice-row.module.css';
import style from './chime-switch.module.css';
import { remind, stopReminding } from './background.ts';
import { REMINDED_KEY, reminderState } from './reminder-state.ts';
import { useCopy } from './speech.tsx';
import { visitPath } from './visit-rules.ts';

type Props = {
  offer: NonNullable<GuestPageBoot['reminder']>;
  username: string;
  token: string;
  visitId: string;
};

/** One tap has this phone notified of the turn, also with the page closed. The browser is asked on that tap only. */
export function ReminderSwitch({ offer, username, token, visitId }: Props) {
  const copy = useCopy();
  const say = copy.reminder;
  const [busy, setBusy] = useState(false);
  const state = useSyncExternalStore(
    noNews,
    () => reminderState(visitId),
    () => (offer.likely ? 'offered' : 'impossible'),
  );
  if (state === 'impossible') return null;
  const on = state === 'on';

  async function press(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const permission = on ? 'granted' : await Notification.requestPermission();
      const path = visitPath(username, token);
      if (on) {
        await stopReminding(path);
        forget(REMINDED_KEY);
      } else if (permission === 'granted') {
        await remind(path, offer.key);
        store(REMINDED_KEY, visitId);
      }
    } catch {
      toast(say.failed, { body: copy.toasts.tryAgain, tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  const look = classes(row.row, style.chime);
  if (state === 'blocked')
    return (
      <p className={look} role="status">
        <Icon name="bell" size={24} />
        <small>{say.blocked}</small>
      </p>
    );
  return (
    <button type="button" className={look} aria-pressed={on} aria-busy={busy} onClick={() => void press()}>
      <Icon name={on ? 'check' : 'bell'} size={24} />
      <span>
        <b>{on ? say.on : say.offer}</b>
        <small>{on ? say.onHint : say.offerHint}</small>
      </span>
    </button>
  );
}

/** What the state is made of changes by a tap on the switch, which is drawn anew then. */
function noNews(): () => void {
  return () => undefined;
}
