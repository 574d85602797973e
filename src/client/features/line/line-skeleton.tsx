import { useId } from 'react';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { PaneHead } from './desk/pane-head.tsx';
import styles from './line-skeleton.module.css';

const say = ownerCopy.dashboard;

/** Placeholder of a newly chosen location's line, until the line is loaded. The placeholder has no buttons. */
export function LineSkeleton({ address }: { address: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy>
      <PaneHead id={id} title={say.queueTitle} note={say.queueSubtitle(address)} />
      <ul className={styles.rows}>
        {[1, 2, 3].map((row) => (
          <li key={row}>
            <Skeleton width="2.5rem" height="2.5rem" />
            <Skeleton width="9rem" height="1.25rem" />
          </li>
        ))}
      </ul>
    </section>
  );
}
