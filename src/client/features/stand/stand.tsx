import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { useMay } from '../../member-area/may.tsx';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { LineBar } from '../line/desk/line-bar.tsx';
import { LineDesk } from '../line/desk/line-desk.tsx';
import { activityLinks, dutyItems, lineMenu } from '../line/desk/line-menu.ts';
import { useLineDesk } from '../line/desk/use-line-desk.ts';
import styles from './stand.module.css';

const say = deskCopy.stand;

const toDashboard = { label: ownerCopy.header.dashboard, href: '/business/dashboard' };

/** The name of the member who has unlocked the device with the stand, and the function that locks the device. */
type UnlockedDevice = { unlockedBy: string; onLock: () => void };

/**
 * `/business/stand`: shows the line on the full screen of a tablet or phone at the door. The screen stays on. The page
 * has its own web manifest, so that people can install it as an app. `device` is set on an enrolled device (`/device`).
 */
export function Stand({ device }: { device?: UnlockedDevice }) {
  const desk = useLineDesk({ screenOn: true });
  const { location, refreshing } = desk;
  const mayReadActivity = useMay('GET /auth/locations/:id/activity');
  usePageTitle(say.tabTitle(location?.queue.length ?? 0));
  return (
    <LineDesk
      desk={desk}
      look="stand"
      title={say.title}
      bar={
        <header>
          {device && (
            <div className={styles.who}>
              <p>
                <bdi>{devicesCopy.page.here(device.unlockedBy)}</bdi>
              </p>
              <Button tone="quiet" onClick={device.onLock}>
                <Icon name="lock" size={18} />
                {devicesCopy.page.lock}
              </Button>
            </div>
          )}
          <div className={styles.bar}>
            <LineBar
              look="stand"
              desk={desk}
              menu={[
                {
                  label: ownerCopy.dashboard.refresh,
                  disabled: desk.visits.acting || refreshing,
                  run: () => void desk.refresh(),
                },
                ...dutyItems(desk.duty),
                ...lineMenu(
                  desk.controls,
                  ...(device ? [] : [toDashboard, ...activityLinks(mayReadActivity)]),
                ),
              ]}
            />
          </div>
        </header>
      }
    />
  );
}
