import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { LineBar } from '../line/desk/line-bar.tsx';
import { LineDesk } from '../line/desk/line-desk.tsx';
import { lineMenu } from '../line/desk/line-menu.ts';
import { useLineDesk } from '../line/desk/use-line-desk.ts';
import styles from './stand.module.css';

const say = deskCopy.stand;

/**
 * `/business/stand`: the line alone on the screen of a tablet or phone at the door, which stays on. The stand has its
 * own manifest, so that it can be installed and then opens in its own window.
 */
export function Stand() {
  const desk = useLineDesk({ screenOn: true });
  const { location, refreshing } = desk;
  usePageTitle(say.tabTitle(location?.queue.length ?? 0));
  return (
    <LineDesk
      desk={desk}
      look="stand"
      title={say.title}
      bar={
        <header className={styles.bar}>
          <LineBar
            look="stand"
            desk={desk}
            menu={[
              {
                label: ownerCopy.dashboard.refresh,
                disabled: desk.visits.acting || refreshing,
                run: () => void desk.refresh(),
              },
              ...lineMenu(desk.controls, {
                label: ownerCopy.header.dashboard,
                href: '/business/dashboard',
              }),
            ]}
          />
        </header>
      }
    />
  );
}
