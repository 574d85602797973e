import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import row from './choice-row.module.css';
import style from './chime-switch.module.css';
import { useCopy } from './speech.tsx';
import { armTurnAlert, disarmTurnAlert } from './turn-alert.ts';

/** One tap arms sound and screen for the moment it is the guest's turn. */
export function ChimeSwitch() {
  const copy = useCopy();
  const say = copy.status;
  const [on, setOn] = useState(false);

  async function press(): Promise<void> {
    setOn(!on);
    if (on) return disarmTurnAlert();
    await armTurnAlert();
    toast(copy.toasts.soundOn, { body: copy.toasts.soundOnBody });
  }

  return (
    <button
      type="button"
      className={classes(row.row, style.chime)}
      aria-pressed={on}
      onClick={() => void press()}
    >
      <Icon name={on ? 'check' : 'bell'} size={24} />
      <span>
        <b>{on ? say.chimeOn : say.chime}</b>
        <small>{on ? say.chimeOnHint : say.chimeHint}</small>
      </span>
    </button>
  );
}
