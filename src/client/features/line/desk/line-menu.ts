import { activityCopy } from '../../../../shared/copy/owner/activity.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { MenuItem, MenuLink } from '../../../ui/menu/menu-button.tsx';
import type { Duty } from '../actions/use-duty.ts';
import { canKeepScreenOn } from './use-screen-on.ts';
import type { LineControls, Switch } from './use-line-controls.ts';

const say = ownerCopy.tools;

/** The items of the bar's menu: rarely used controls of the line, and `links` to other pages. */
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

/** Returns the link to the activity of the location, if the person may read the activity. */
export function activityLinks(mayRead: boolean): MenuLink[] {
  return mayRead ? [{ label: activityCopy.open, href: '/business/activity' }] : [];
}

/** Returns the menu item with which a person goes on duty or off duty. Empty if the person's role allows no duty. */
export function dutyItems({ own }: Duty): MenuItem[] {
  if (own === null) return [];
  const { begin, end } = deskCopy.duty;
  return [{ label: own.on ? end : begin, run: () => own.set(!own.on) }];
}

/** The menu item that pauses joining, or resumes it. */
export function pauseItem({ on, set }: Switch): MenuItem {
  return on ? { label: say.resume, run: () => set(false) } : { label: say.pause, run: () => set(true) };
}

function asItem(label: string, { on, set }: Switch): MenuItem {
  return { label, on, run: () => set(!on) };
}
