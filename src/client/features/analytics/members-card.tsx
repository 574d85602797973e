import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { memberCharts } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { whoOf } from '../../../shared/event-words.ts';
import { request } from '../../lib/api.ts';
import { NotLoadedCard } from '../../member-area/not-loaded-card.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import styles from './analytics.module.css';
import { Chart } from './chart.tsx';
import { barsChart } from './chart-options.ts';
import { NumbersTable } from './numbers-table.tsx';
import { RangeToggle } from './range-toggle.tsx';

const say = analyticsCopy.members;

/** A chart with the figures of each member, for locations where the owner has switched on this chart. */
export function MembersCard({ locationId }: { locationId: string }) {
  const [range, setRange] = useState<'today' | 'week'>('week');
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['analytics', locationId, 'members'],
    queryFn: ({ signal }) =>
      request('GET', `/auth/locations/${locationId}/analytics/members`, { schema: memberCharts, signal }),
    networkMode: 'online',
    refetchInterval: 60_000,
  });
  const figures = data?.[range];
  const names = useMemo(() => distinct((figures ?? []).map(whoOf)), [figures]);
  const draw = useMemo(
    () =>
      barsChart({
        heads: [say.member, say.admitted],
        bars: (figures ?? []).map(({ admitted }, n) => ({ label: names[n] ?? '', value: admitted })),
      }),
    [figures, names],
  );
  if (isLoadingError) return <NotLoadedCard title={say.title} onAgain={() => void refetch()} />;
  if (figures === undefined) return null;
  return (
    <Card
      title={say.title}
      subtitle={say.subtitle}
      action={<RangeToggle legend={say.range} ranges={say.ranges} chosen={range} onChoose={setRange} />}
    >
      {figures.length === 0 ? (
        <EmptyState icon="users" title={say.empty} />
      ) : (
        <>
          <div className={styles.chart}>
            <Chart label={say.chart} draw={draw} />
          </div>
          <NumbersTable
            caption={say.title}
            heads={[say.member, say.admitted, say.served, say.noShows, say.median]}
            rows={figures.map(({ admitted, served, noShows, medianWaitMinutes }, n) => [
              names[n] ?? '',
              admitted,
              served,
              noShows,
              medianWaitMinutes,
            ])}
          />
        </>
      )}
    </Card>
  );
}

/** Makes the names distinct by adding a number to each repeated name, for example to the name for former members. */
function distinct(names: readonly string[]): string[] {
  return names.map((name, n) => {
    const earlier = names.slice(0, n).filter((one) => one === name).length;
    return earlier === 0 ? name : say.again(name, earlier + 1);
  });
}
