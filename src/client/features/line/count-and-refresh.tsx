import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './count-and-refresh.module.css';

const say = ownerCopy.dashboard;

type Props = { count: number; blocked: boolean; onRefresh: () => void };

/** The number of waiting parties, and the Refresh button (`docs/spec.md` section 2). */
export function CountAndRefresh({ count, blocked, onRefresh }: Props) {
  return (
    <>
      <span role="status" className={styles.count}>
        <Badge tone={count > 0 ? 'called' : 'neutral'}>{say.customers(count)}</Badge>
      </span>
      <Button tone="quiet" className={styles.refresh} title={say.refresh} busy={blocked} onClick={onRefresh}>
        <Icon name="refresh" />
        <span className="sr">{say.refresh}</span>
      </Button>
    </>
  );
}
