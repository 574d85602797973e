import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import { chipsOf } from './chips-of.ts';
import styles from './chips.module.css';

/** The largest number of chips in a row. The party's sheet shows all remarks. */
const MOST = 2;

/** The first remarks on a party as chips. */
export function Chips({ visit }: { visit: VisitView }) {
  return chipsOf(visit)
    .slice(0, MOST)
    .map(({ tone, icon, words }) => (
      <span key={words} className={styles.chip} data-tone={tone}>
        <Icon name={icon} size={14} />
        <bdi>{words}</bdi>
      </span>
    ));
}
