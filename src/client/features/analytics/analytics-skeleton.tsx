import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import styles from './analytics.module.css';

const { performance, peakHours, waits, promise } = analyticsCopy;

/** Placeholders of the charts. Each chart has a placeholder for the switch or the badge, and for the closed table. */
export function AnalyticsSkeleton() {
  return (
    <>
      <div className={styles.whole}>
        <Card
          title={performance.title}
          subtitle={performance.subtitle}
          action={<Skeleton width="11rem" height="3.25rem" />}
        >
          <ChartSkeleton className={styles.tall} />
        </Card>
      </div>
      {[peakHours, waits].map(({ title, subtitle }) => (
        <Card
          key={title}
          title={title}
          subtitle={subtitle}
          action={<Skeleton width="7rem" height="1.625rem" />}
        >
          <ChartSkeleton className={styles.chart} />
        </Card>
      ))}
      <Card
        title={promise.title}
        subtitle={promise.subtitle}
        action={<Skeleton width="7rem" height="1.625rem" />}
      >
        <Skeleton height="9rem" />
      </Card>
    </>
  );
}

function ChartSkeleton({ className }: { className: string | undefined }) {
  return (
    <>
      <div className={className}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.asTable}>
        <Skeleton width="8rem" height="1.25rem" />
      </div>
    </>
  );
}
