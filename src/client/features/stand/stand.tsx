import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { useMay } from '../../owner-area/may.tsx';
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

/** Who has unlocked the device with the stand, and the way to lock it. */
type UnlockedDevice = { unlockedBy: string; onLock: () => void };

/**
 * `/business/stand`: the line alone on the screen of a tablet or phone at the door, which stays on. The stand has its
 * own manifest, so that it can be installed and then opens in its own window. `device`: the stand is on an enrolled
 * device (`/device`).
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
