/** Placeholders of the cards of a newly chosen location, until its line is known. The placeholders have no buttons. */
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import queue from '../line/queue.module.css';
import side from '../line/side.module.css';

const say = ownerCopy.dashboard;
const ROWS = [1, 2, 3];

export function QueueSkeleton({ address }: { address: string | undefined }) {
  return (
    <Card
      title={say.queueTitle}
      subtitle={say.queueSubtitle(address)}
      action={<Skeleton width="8rem" height="3rem" />}
    >
      <ul className={queue.line} data-part aria-busy>
        {ROWS.map((row) => (
          <li key={row} className={queue.row}>
            <Skeleton width="2.5rem" height="2.5rem" round />
            <div className={classes(queue.who, side.goneWho)}>
              <Skeleton width="9rem" height="1.25rem" />
              <Skeleton width="14rem" height="1.125rem" />
            </div>
            <div className={queue.actions}>
              <Skeleton width="12.5rem" height="3rem" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ArrivingSkeleton() {
  return (
    <Card title={say.arrivingTitle}>
      <Skeleton width="14rem" height="1.375rem" />
    </Card>
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
