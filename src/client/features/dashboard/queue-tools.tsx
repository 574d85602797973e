import { ownerCopy } from '../../../shared/copy/owner.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx';
import styles from './tools.module.css';
import { canKeepScreenOn } from './use-screen-on.ts';

const say = ownerCopy.tools;

type Switch = { on: boolean; set: (on: boolean) => void };

type Props = {
  paused: Switch;
  sound: Switch;
  screenOn: Switch;
  onAdd: () => void;
  onHelp: () => void;
};

/** What can be done with the line as a whole: one button in sight, the rest behind three dots. */
export function QueueTools({ paused, sound, screenOn, onAdd, onHelp }: Props) {
  const items: MenuItem[] = [
    paused.on
      ? { label: say.resume, run: () => paused.set(false) }
      : { label: say.pause, run: () => paused.set(true) },
    asItem(say.sound, sound),
    ...(canKeepScreenOn ? [asItem(say.screenOn, screenOn)] : []),
    { label: ownerCopy.shortcuts.title, run: onHelp },
  ];
  return (
    <div className={styles.tools}>
      <Button tone="quiet" className={styles.add} onClick={onAdd}>
        <Icon name="plus" size={18} />
        {ownerCopy.walkIn.open}
      </Button>
      <MenuButton label={say.queueTools} items={items} />
    </div>
  );
}

function asItem(label: string, { on, set }: Switch): MenuItem {
  return { label, on, run: () => set(!on) };
}

/** Says for as long as joining is paused that it is, and ends it. */
export function PausedNote({ onResume }: { onResume: () => void }) {
  return (
    <div className={styles.paused}>
      <Badge tone="waiting" icon="pause">
        {say.paused}
      </Badge>
      <p>{say.pausedNote}</p>
      <Button tone="quiet" onClick={onResume}>
        {say.resume}
      </Button>
    </div>
  );
}
