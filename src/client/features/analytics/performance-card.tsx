import { useMemo, useState } from 'react';
import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import styles from './analytics.module.css';
import { Chart } from './chart.tsx';
import { performanceChart, type Period } from './chart-options.ts';
import { NumbersTable } from './numbers-table.tsx';
import { dayLabel, weekLabel } from './period-labels.ts';
import { RangeToggle } from './range-toggle.tsx';

const say = analyticsCopy.performance;
const ranges = { daily: say.daily, weekly: say.weekly };

/** Performance Summary (`docs/spec.md` sections 2 and 9): seven days or five weeks. */
export function PerformanceCard({ charts }: { charts: Analytics }) {
  const [range, setRange] = useState<'daily' | 'weekly'>('daily');
  const { daily, weekly } = charts;
  const periods: readonly Period[] = range === 'daily' ? daily : weekly;
  const labels = useMemo(
    () =>
      range === 'daily'
        ? daily.map(({ day }) => dayLabel(day))
        : weekly.map(({ weekOf }) => weekLabel(weekOf)),
    [range, daily, weekly],
  );
  const draw = useMemo(() => performanceChart(labels, periods), [labels, periods]);
  const isEmpty = periods.every(({ served, noShows }) => served === 0 && noShows === 0);
  return (
    <Card
      title={say.title}
      subtitle={say.subtitle}
      action={<RangeToggle legend={say.range} ranges={ranges} chosen={range} onChoose={setRange} />}
    >
      {isEmpty ? (
        <EmptyState icon="users" title={say.empty} />
      ) : (
        <>
          <div className={styles.tall}>
            <Chart label={range === 'daily' ? say.chartDaily : say.chartWeekly} draw={draw} />
          </div>
          <NumbersTable
            caption={say.title}
            heads={[range === 'daily' ? say.day : say.week, say.served, say.averageWait, say.noShows]}
            rows={periods.map(({ served, averageWaitMinutes, noShows }, n) => [
              labels[n] ?? '',
              served,
              averageWaitMinutes ?? say.noWait,
              noShows,
            ])}
          />
        </>
      )}
    </Card>
  );
}
