/**
 * Metrics: data points in Analytics Engine, if the optional binding `METRICS` exists. Writing a metric never waits and
 * never throws. `docs/operations.md` has the layout and the queries.
 */
import type { RefusalCode } from '../../shared/copy/en/refusals.ts';
import { log, reasonOf } from './log.ts';

/** Durations are in milliseconds. */
export type Metric =
  | { event: 'joined'; by: 'guest' | 'owner' }
  | { event: 'admitted' }
  | { event: 'left' }
  | { event: 'removed' }
  /** A hold ended before the party arrived. `lateMs`: delay of the alarm. */
  | { event: 'hold_ended'; lateMs: number }
  /** A text changed its state. The state is one of our states, such as `queued`, or a state of the provider. */
  | { event: 'text'; state: TextCount }
  /** A drain of a kind of delivery began. `oldestMs`: the age of the oldest delivery. */
  | { event: 'drained'; kind: 'turn_text' | 'history' | 'reminder'; oldestMs: number }
  /** An alarm fired. `lateMs`: delay after the time that was set. */
  | { event: 'alarm'; lateMs: number }
  | { event: 'refused'; code: RefusalCode }
  | { event: 'swept'; sweep: string; tookMs: number };

type TextCount =
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'refused'
  | 'expired'
  | 'not_taken'
  | 'unknown'
  | 'withdrawn';

type Counting = Env & { METRICS?: AnalyticsEngineDataset };

/** `number`: how many events one point counts. `locationId`: '' without a location. */
type About = { locationId?: string; number?: number };

/** Whether an error of `METRICS` was logged. Only the first error is logged. */
let hasComplained = false;

/**
 * Writes one data point. An invocation may write at most 25 points; callers with more points add the points up first
 * (`location/counter.ts`).
 */
export function recordMetric(
  env: Counting,
  metric: Metric,
  { locationId = '', number = 1 }: About = {},
): void {
  if (env.METRICS === undefined) return;
  const { event } = metric;
  try {
    env.METRICS.writeDataPoint({
      indexes: [event],
      blobs: [event, detailOf(metric), locationId],
      doubles: [number, msOf(metric)],
    });
  } catch (error) {
    if (!hasComplained) log({ event: 'metrics_failed', reason: reasonOf(error) });
    hasComplained = true;
  }
}

/** The detail of an event, for example the state of a text; '' if the event has no detail. */
export function detailOf(metric: Metric): string {
  switch (metric.event) {
    case 'joined':
      return metric.by;
    case 'text':
      return metric.state;
    case 'drained':
      return metric.kind;
    case 'refused':
      return metric.code;
    case 'swept':
      return metric.sweep;
    case 'admitted':
    case 'left':
    case 'removed':
    case 'hold_ended':
    case 'alarm':
      return '';
  }
}

/** The duration of the event in milliseconds; 0 if the event has no duration. */
export function msOf(metric: Metric): number {
  switch (metric.event) {
    case 'hold_ended':
    case 'alarm':
      return metric.lateMs;
    case 'drained':
      return metric.oldestMs;
    case 'swept':
      return metric.tookMs;
    case 'joined':
    case 'admitted':
    case 'left':
    case 'removed':
    case 'text':
    case 'refused':
      return 0;
  }
}
