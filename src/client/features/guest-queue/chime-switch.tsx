import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { useCopy } from './speech.tsx';
import { SwitchRow } from './switch-row.tsx';
import { armTurnAlert, disarmTurnAlert, isTurnAlertArmed } from './turn-alert.ts';

/** One tap arms sound and screen for the moment it is the guest's turn. */
export function ChimeSwitch() {
  const copy = useCopy();
  const say = copy.status;
  const [on, setOn] = useState(isTurnAlertArmed);

  async function press(): Promise<void> {
    setOn(!on);
    if (on) return disarmTurnAlert();
    await armTurnAlert();
    toast(copy.toasts.soundOn, { body: copy.toasts.soundOnBody });
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
