/** Placeholder of the card Recently Left Customers, until the data of a newly chosen location are loaded. */
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import side from './left-card.module.css';

const say = ownerCopy.dashboard;
const ROWS = [1, 2, 3];

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
