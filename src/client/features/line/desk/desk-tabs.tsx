import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import type { DeskTab } from './desk.tsx';
import styles from './desk-tabs.module.css';

const say = deskCopy.tabs;

type Props = {
  tab: DeskTab;
  onTab: (tab: DeskTab) => void;
  /** The number on each tab; a tab without a number shows an icon. */
  counts: Readonly<Record<'line' | 'arriving' | 'done', number>>;
  /** Whether the hold of a called party has ended. */
  isUrgent: boolean;
  /** Whether this page shows the statistics of the day, which then get their own tab. */
  withToday: boolean;
  /** Opens the walk-in panel; absent while no walk-in can be added. */
  onAdd?: (() => void) | undefined;
};

/** The tabs at the bottom of a narrow screen, with a button that adds a walk-in. */
export function DeskTabs({ tab, onTab, counts, isUrgent, withToday, onAdd }: Props) {
  const tabs: DeskTab[] = ['line', 'arriving', 'done', ...(withToday ? (['today'] as const) : [])];
  return (
    <nav className={styles.tabs} aria-label={say.label}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tab}
          aria-current={one === tab || undefined}
          data-urgent={(one === 'arriving' && isUrgent) || undefined}
          onClick={() => onTab(one)}
        >
          <span className={styles.count}>{one === 'today' ? <Icon name="chart" /> : counts[one]}</span>
          {say[one]}
        </button>
      ))}
      {onAdd && (
        <Button className={styles.add} aria-label={ownerCopy.walkIn.open} onClick={onAdd}>
          <Icon name="plus" size={24} />
        </Button>
      )}
    </nav>
  );
}
