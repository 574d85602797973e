import { activityCopy } from '../../../../shared/copy/owner/activity.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { MenuItem, MenuLink } from '../../../ui/menu/menu-button.tsx';
import type { Duty } from '../actions/use-duty.ts';
import { canKeepScreenOn } from './use-screen-on.ts';
import type { LineControls, Switch } from './use-line-controls.ts';

const say = ownerCopy.tools;

/** The rare actions on a whole line, for the bar's menu. `links`: other pages with lines. */
export function lineMenu(
  { sound, screenOn, helping }: LineControls,
  ...links: MenuLink[]
): (MenuItem | MenuLink)[] {
  return [
    asItem(say.sound, sound),
    ...(canKeepScreenOn ? [asItem(say.screenOn, screenOn)] : []),
    { label: ownerCopy.shortcuts.title, run: () => helping.set(true) },
    ...links,
  ];
}

/** The link to the activity of the location, for people who may read it. */
export function activityLinks(mayRead: boolean): MenuLink[] {
  return mayRead ? [{ label: activityCopy.open, href: '/business/activity' }] : [];
}

/** Going on duty and off duty as an item of a menu, for people whose role may. */
export function dutyItems({ own }: Duty): MenuItem[] {
  if (own === null) return [];
  const { begin, end } = deskCopy.duty;
  return [{ label: own.on ? end : begin, run: () => own.set(!own.on) }];
}

/** Pausing and resuming as an item of a menu. */
export function pauseItem({ on, set }: Switch): MenuItem {
  return on ? { label: say.resume, run: () => set(false) } : { label: say.pause, run: () => set(true) };
}

function asItem(label: string, { on, set }: Switch): MenuItem {
  return { label, on, run: () => set(!on) };
}
