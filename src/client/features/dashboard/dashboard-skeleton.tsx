/** Placeholders of the cards of a newly chosen location, until its line is known. The placeholders have no buttons. */
import { useId } from 'react';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { PaneHead } from '../line/desk/pane-head.tsx';
import side from './left-card.module.css';
import styles from './dashboard.module.css';

const say = ownerCopy.dashboard;
const ROWS = [1, 2, 3];

export function LineSkeleton({ address }: { address: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy>
      <PaneHead id={id} title={say.queueTitle} note={say.queueSubtitle(address)} />
      <ul className={styles.rows}>
        {ROWS.map((row) => (
          <li key={row}>
            <Skeleton width="2.5rem" height="2.5rem" />
            <Skeleton width="9rem" height="1.25rem" />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LeftSkeleton() {
  return (
    <Card title={say.leftTitle} subtitle={say.leftSubtitle}>
      <ul className={side.list} aria-busy>
        {ROWS.map((row) => (
          <li key={row} className={side.gone}>
            <Skeleton width="2.25rem" height="2.25rem" round />
            <div className={side.goneWho}>
              <Skeleton width="9rem" height="1.5rem" />
              <Skeleton width="12rem" height="1.25rem" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
