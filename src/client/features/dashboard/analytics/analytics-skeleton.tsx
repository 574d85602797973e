import { analyticsCopy } from '../../../../shared/copy/analytics.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './analytics.module.css';

const { performance, peakHours, waits } = analyticsCopy;

/** The charts' places while they are on their way. */
export function AnalyticsSkeleton() {
  return (
    <>
      <div className={styles.whole}>
        <Card title={performance.title} subtitle={performance.subtitle}>
          <Skeleton height="18rem" />
        </Card>
      </div>
      {[peakHours, waits].map(({ title, subtitle }) => (
        <Card key={title} title={title} subtitle={subtitle}>
          <Skeleton height="16rem" />
        </Card>
      ))}
    </>
  );
}
