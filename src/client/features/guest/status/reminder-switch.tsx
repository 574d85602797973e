import { useState, useSyncExternalStore } from 'react';
import type { GuestPageBoot } from '../../../../shared/contracts/guest.ts';
import { removeStored, store } from '../../../lib/storage.ts';
import { toast } from '../../../ui/status/toast.tsx';
import { remind, stopReminding } from '../visit/background.ts';
import { REMINDED_KEY, reminderState } from './reminder-state.ts';
import { useCopy } from '../i18n.tsx';
import { SwitchRow } from './switch-row.tsx';
import { AFTER_TAPS_MS, visitPath } from '../visit/visit-rules.ts';

type Props = {
  offer: NonNullable<GuestPageBoot['reminder']>;
  username: string;
  token: string;
  visitId: string;
};

/**
 * The switch for a web push notification at the turn. The notification arrives even if the page is closed. The browser
 * asks for permission only after a tap on the switch.
 */
export function ReminderSwitch({ offer, username, token, visitId }: Props) {
  const copy = useCopy();
  const say = copy.reminder;
  const [busy, setBusy] = useState(false);
  const first = offer.likely ? 'offered' : 'impossible';
  const state = useSyncExternalStore(
    onceTapsAreAnswered,
    () => (mayLook ? reminderState(visitId) : first),
    () => first,
  );
  if (state === 'impossible') return null;
  const on = state === 'on';

  async function press(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const path = visitPath(username, token);
      if (on) {
        await stopReminding(path);
        removeStored(REMINDED_KEY);
      } else if ((await Notification.requestPermission()) === 'granted') {
        await remind(path, offer.key);
        store(REMINDED_KEY, visitId);
      } else {
        toast(say.blocked, { tone: 'bad' });
      }
    } catch {
      toast(say.failed, { body: copy.toasts.tryAgain, tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <SwitchRow
      on={on}
      title={on ? say.on : say.offer}
      hint={state === 'blocked' ? say.blocked : on ? say.onHint : say.offerHint}
      onPress={press}
    />
  );
}

let mayLook = false;

/**
 * After a delay, calls `tell`, so that the switch reads the browser's permission. Reading the permission is slow, so
 * taps are handled first. If the permission changes later, `tell` is not called again. Only the switch changes the
 * permission, and then the switch renders again anyway.
 */
function onceTapsAreAnswered(tell: () => void): () => void {
  const timer = setTimeout(() => {
    mayLook = true;
    tell();
  }, AFTER_TAPS_MS);
  return () => clearTimeout(timer);
}
