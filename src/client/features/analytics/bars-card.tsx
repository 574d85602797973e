import { useMemo } from 'react';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import styles from './analytics.module.css';
import { Chart } from './chart.tsx';
import { barsChart, type Bars } from './chart-options.ts';
import { NumbersTable } from './numbers-table.tsx';

type Props = {
  words: { title: string; subtitle: string; empty: string; chart: string };
  /**
   * Headings of the two columns: the category and the count. The axes of the chart and the table use these headings.
   */
  heads: Bars['heads'];
  bars: Bars['bars'];
};

/** A bar chart of the last five weeks, with a table of the chart's numbers. */
export function BarsCard({ words, heads, bars }: Props) {
  const [label, value] = heads;
  const draw = useMemo(() => barsChart({ heads: [label, value], bars }), [label, value, bars]);
  return (
    <Card
      title={words.title}
      subtitle={words.subtitle}
      action={<Badge icon="clock">{analyticsCopy.lastWeeks}</Badge>}
    >
      {bars.every(({ value }) => value === 0) ? (
        <EmptyState icon="clock" title={words.empty} />
      ) : (
        <>
          <div className={styles.chart}>
            <Chart label={words.chart} draw={draw} />
          </div>
          <NumbersTable
            caption={words.title}
            heads={heads}
            rows={bars.map(({ label, value }) => [label, value])}
          />
        </>
      )}
    </Card>
  );
}
