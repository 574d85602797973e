import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { dayFigures } from '../../../shared/time/day-figures.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import styles from './figures.module.css';

const say = ownerCopy.dashboard;
const count = new Intl.NumberFormat('en');

type Props = {
  location: LocationView | undefined;
  /** The location is loading, so its figures are unknown. */
  isLoading: boolean;
  now: number;
};

/** The five stat cards. A business without a location shows zeros. */
export function Figures({ location, isLoading, now }: Props) {
  const noEvents = { queue: [], admittedCustomers: [], removedCustomers: [], timezone: 'UTC' };
  const figures = isLoading ? null : dayFigures(location ?? noEvents, now);
  return (
    <section aria-label={say.figures} aria-busy={isLoading}>
      <dl className={styles.figures}>
        <Figure label={say.totalQueue} value={figures?.totalQueue} />
        <Figure label={say.averageWait} value={figures?.averageWaitMinutes} unit={say.averageWaitUnit} />
        <Figure label={say.servedToday} value={figures?.servedToday} />
        <Figure label={say.successRate} value={figures?.successRatePercent} unit="%" />
        <Figure label={say.leftToday} value={figures?.leftToday} />
      </dl>
    </section>
  );
}

function Figure({ label, value, unit }: { label: string; value: number | undefined; unit?: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton width="3rem" height="1.1em" />
        ) : (
          <span className={styles.whole}>
            {count.format(value)}
            {unit === '%' && <span className={styles.percent}>%</span>}
          </span>
        )}
        {value !== undefined && unit !== undefined && unit !== '%' && (
          <span className={styles.unit}> {unit}</span>
        )}
      </dd>
    </div>
  );
}
