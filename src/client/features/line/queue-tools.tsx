import type { ReactNode } from 'react';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu/menu-button.tsx';
import { ARRIVING_ID } from './arriving-card.tsx';
import styles from './tools.module.css';
import { canKeepScreenOn } from './use-screen-on.ts';

const say = ownerCopy.tools;

type Switch = { on: boolean; set: (on: boolean) => void };

type Props = {
  paused: Switch;
  sound: Switch;
  screenOn: Switch;
  /** The link to the list of called guests, for narrow screens. */
  toArriving: ReactNode;
  onAdd: () => void;
  onHelp: () => void;
};

/** The actions on the whole line: one button, and a menu for the others. */
export function QueueTools({ paused, sound, screenOn, toArriving, onAdd, onHelp }: Props) {
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
      {toArriving}
      <MenuButton label={say.queueTools} items={items} />
    </div>
  );
}

function asItem(label: string, { on, set }: Switch): MenuItem {
  return { label, on, run: () => set(!on) };
}

/** The number of called guests, as a link to their list below the line. */
export function ToArriving({ count }: { count: number }) {
  return (
    <a href={`#${ARRIVING_ID}`} className={styles.toArriving}>
      {say.toArriving(count)}
      <Icon name="chevron" size={16} />
    </a>
  );
}

/** Notice shown while joining is paused, with a Resume button. */
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
