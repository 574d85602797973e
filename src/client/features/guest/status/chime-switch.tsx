import { useState } from 'react';
import { toast } from '../../../ui/status/toast.tsx';
import { useCopy } from '../i18n.tsx';
import { SwitchRow } from './switch-row.tsx';
import { armTurnAlert, disarmTurnAlert, isTurnAlertArmed } from './turn-alert.ts';

/** One tap arms sound and screen for the moment it is the guest's turn. */
export function ChimeSwitch() {
  const copy = useCopy();
  const say = copy.status;
  const [on, setOn] = useState(isTurnAlertArmed);

  async function press(): Promise<void> {
    try {
      if (on) await disarmTurnAlert();
      // Asked for by a press before.
      else if (isTurnAlertArmed()) return;
      else {
        await armTurnAlert();
        toast(copy.toasts.soundOn, { body: copy.toasts.soundOnBody });
      }
    } catch {
      toast(copy.toasts.soundFailed, { body: copy.toasts.tryAgain, tone: 'bad' });
    }
    setOn(isTurnAlertArmed());
  }

  return (
    <SwitchRow
      on={on}
      title={on ? say.chimeOn : say.chime}
      hint={on ? say.chimeOnHint : say.chimeHint}
      onPress={press}
    />
  );
}
