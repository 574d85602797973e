import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { overviewCopy } from '../../../shared/copy/owner/overview.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { BusinessHeader } from '../../owner-area/business-header.tsx';
import { IfMay, useMay } from '../../owner-area/may.tsx';
import { usePageTitle } from '../../site/use-page-title.ts';
import { LineBar } from '../line/desk/line-bar.tsx';
import { LineDesk } from '../line/desk/line-desk.tsx';
import { activityLinks, dutyItems, lineMenu, pauseItem } from '../line/desk/line-menu.ts';
import { useLineDesk } from '../line/desk/use-line-desk.ts';
import { AccountNotices } from './account-notices.tsx';
import { FirstSteps } from './first-steps.tsx';
import { TodayPane } from './today-pane.tsx';

/** `/business/dashboard` (`docs/spec.md` section 2). */
export function Dashboard() {
  const desk = useLineDesk();
  const { trial, known, location, now } = desk;
  const mayPause = useMay('PATCH /auth/locations/:id');
  const menu = [
    ...dutyItems(desk.duty),
    ...lineMenu(
      desk.controls,
      { label: deskCopy.stand.open, href: '/business/stand' },
      ...(desk.locations.length > 1 ? [{ label: overviewCopy.open, href: '/business/locations' }] : []),
      ...activityLinks(useMay('GET /auth/locations/:id/activity')),
    ),
  ];
  usePageTitle(ownerCopy.dashboard.tabTitle(location?.queue.length ?? 0));
  return (
    <LineDesk
      desk={desk}
      title={deskCopy.title}
      bar={
        <BusinessHeader phoneItems={location && [...(mayPause ? [pauseItem(desk.pause)] : []), ...menu]}>
          <LineBar desk={desk} menu={menu} />
        </BusinessHeader>
      }
      notices={
        <IfMay call="POST /stripe/create-checkout-session">
          <AccountNotices trial={trial} now={now} />
        </IfMay>
      }
      aboveLine={
        <IfMay call="POST /auth/locations">
          <FirstSteps location={location} now={now} />
        </IfMay>
      }
      today={
        <TodayPane
          trial={trial}
          known={known}
          location={location}
          isAway={desk.away !== undefined}
          now={now}
        />
      }
    />
  );
}
