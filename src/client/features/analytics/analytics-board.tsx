import { useMemo, useEffect } from 'react';
import { type Analytics, analytics as analyticsAnswer } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { BarsCard } from './bars-card.tsx';
import { ChartsFailed } from './charts-failed.tsx';
import { ExportCard } from './export-card.tsx';
import { MembersCard } from './members-card.tsx';
import { PerformanceCard } from './performance-card.tsx';
import { PromiseCard } from './promise-card.tsx';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

const { peakHours, waits } = analyticsCopy;

/** Empty charts, for an account without a location. */
const nothing: Analytics = {
  daily: [],
  weekly: [],
  peakHours: [],
  waitTimes: [],
  promise: { mae: null, coverage: null, n: 0 },
};

/** Charts, promise report and CSV export of one location. */
export function AnalyticsBoard({ location }: { location: LocationView | undefined }) {
  const { data, isError, refetch } = useAnalytics(location);
  const charts = location ? data : nothing;
  const hours = useMemo(() => hourBars(charts), [charts]);
  const times = useMemo(() => waitBars(charts), [charts]);
  if (!charts && isError) return <ChartsFailed onTryAgain={() => void refetch()} />;
  if (!charts) return <AnalyticsSkeleton />;
  return (
    <>
      <div className={styles.whole}>
        <PerformanceCard charts={charts} />
      </div>
      <BarsCard words={peakHours} heads={[peakHours.hour, peakHours.joined]} bars={hours} />
      <BarsCard words={waits} heads={[waits.minutes, waits.served]} bars={times} />
      <PromiseCard promise={charts.promise} />
      {location?.settings.memberCharts && <MembersCard locationId={location.id} />}
      {location && <ExportCard location={location} />}
    </>
  );
}

function hourBars({ peakHours: hours }: Analytics = nothing) {
  return hours.map(({ hour, joined }) => ({ label: peakHours.hourOf(hour), value: joined }));
}

function waitBars({ waitTimes }: Analytics = nothing) {
  return waitTimes.map(({ fromMinutes, toMinutes, served }) => ({
    label: waits.bucket(fromMinutes, toMinutes),
    value: served,
  }));
}

/** The charts are refetched at this interval. A refetch is needed because a dashboard may stay open past midnight. */
const AGAIN_MS = 60_000;
/** After a visit has changed, the server counts the change in the charts within this time. */
const COUNTED_WITHIN_MS = 1_500;

/** The charts of a location, refetched after visits were admitted or ended. */
function useAnalytics(location: LocationView | undefined) {
  const id = location?.id;
  const query = useQuery({
    queryKey: ['analytics', id],
    queryFn: ({ signal }) =>
      request('GET', `/auth/locations/${id}/analytics`, { schema: analyticsAnswer, signal }),
    enabled: id !== undefined,
    // Without a network the charts are not requested, because the page already says that the device is offline.
    networkMode: 'online',
    refetchInterval: AGAIN_MS,
    staleTime: COUNTED_WITHIN_MS,
  });
  const { refetch } = query;
  const ended = (location?.admittedCustomers ?? []).concat(location?.removedCustomers ?? []);
  const changes = ended.map((visit) => `${visit.id} ${visit.status}`).join();
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => void refetch(), COUNTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [id, changes, refetch]);
  return query;
}
