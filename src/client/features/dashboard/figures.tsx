import { ownerCopy } from '../../../shared/copy/owner.ts';
import { dayFigures } from '../../../shared/day-figures.ts';
import type { LocationView } from '../../../shared/queue-view.ts';
import styles from './figures.module.css';

const say = ownerCopy.dashboard;
const count = new Intl.NumberFormat('en');

/** The five stat cards. A business without a location has a day without events. */
export function Figures({ location, now }: { location: LocationView | undefined; now: number }) {
  const figures = dayFigures(
    location ?? { queue: [], admittedCustomers: [], removedCustomers: [], timezone: 'UTC' },
    now,
  );
  return (
    <section aria-label={say.figures}>
      <dl className={styles.figures}>
        <Figure label={say.totalQueue} value={figures.totalQueue} />
        <Figure label={say.averageWait} value={figures.averageWaitMinutes} unit={say.averageWaitUnit} />
        <Figure label={say.servedToday} value={figures.servedToday} />
        <Figure label={say.successRate} value={figures.successRatePercent} unit="%" />
        <Figure label={say.leftToday} value={figures.leftToday} />
      </dl>
    </section>
  );
}

function Figure({ label, value, unit }: { label: string; value: number; unit?: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.whole}>
          {count.format(value)}
          {unit === '%' && <span className={styles.percent}>%</span>}
        </span>
        {unit !== undefined && unit !== '%' && <span className={styles.unit}> {unit}</span>}
      </dd>
    </div>
  );
}
