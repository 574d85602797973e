import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import styles from './party-size.module.css';

/** The size of a party as a large number. Screen readers read '2 guests'. */
export function PartySize({ count, small }: { count: number; small?: boolean }) {
  return (
    <span className={styles.size} data-small={small || undefined}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{ownerCopy.dashboard.guests(count)}</span>
    </span>
  );
}
