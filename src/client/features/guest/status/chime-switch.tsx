import { useState } from 'react';
import { toast } from '../../../ui/status/toast.tsx';
import { useCopy } from '../i18n.tsx';
import { SwitchRow } from './switch-row.tsx';
import { armTurnAlert, disarmTurnAlert, isTurnAlertArmed } from './turn-alert.ts';

/** The switch for the alert at the guest's turn. One tap turns on the sound and keeps the screen on. */
export function ChimeSwitch() {
  const copy = useCopy();
  const say = copy.status;
  const [on, setOn] = useState(isTurnAlertArmed);

  async function press(): Promise<void> {
    try {
      if (on) await disarmTurnAlert();
      // An earlier tap has already armed the alert.
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
