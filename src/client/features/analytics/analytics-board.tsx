import { useMemo } from 'react';
import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/en/analytics.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { BarsCard } from './bars-card.tsx';
import { ChartsFailed } from './charts-failed.tsx';
import { ExportCard } from './export-card.tsx';
import { PerformanceCard } from './performance-card.tsx';
import { PromiseCard } from './promise-card.tsx';
import { useAnalytics } from './use-analytics.ts';

const { peakHours, waits } = analyticsCopy;

/** What a business without a location has had. */
const nothing: Analytics = {
  daily: [],
  weekly: [],
  peakHours: [],
  waitTimes: [],
  promise: { mae: null, coverage: null, n: 0 },
};

/** Performance Summary, Peak Hours, Wait Time Distribution, the promise report and the export of one location. */
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
