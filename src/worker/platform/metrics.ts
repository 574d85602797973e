/**
 * Counts what happens, for boards and alerts: data points in Analytics Engine, where the optional binding `METRICS` is
 * there. Nobody waits for a point, and none breaks what it counts. `docs/operations.md` has the layout and the queries.
 */
import type { RefusalCode } from '../../shared/copy/en/refusals.ts';
import { log, reasonOf } from './log.ts';

/** What is counted. Times in milliseconds. */
export type Metric =
  | { event: 'joined'; by: 'guest' | 'owner' }
  | { event: 'admitted' }
  | { event: 'left' }
  | { event: 'removed' }
  /** A hold ended with nobody there, so long after it should have. */
  | { event: 'hold_ended'; lateMs: number }
  /** What became of a text. Ours: `queued`, and what never left us; else the provider's word. */
  | { event: 'text'; state: TextCount }
  /** Deliveries of a kind were taken up; the oldest was pending for so long. */
  | { event: 'drained'; kind: 'turn_text' | 'history' | 'reminder'; oldestMs: number }
  /** An alarm rang, so long after the time it was set for. */
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

/** An environment that may have somewhere to write points. */
type Counting = Env & { METRICS?: AnalyticsEngineDataset };

/** `number`: how many of them one point stands for. `locationId`: '' where it is about none. */
type About = { locationId?: string; number?: number };

/** Writing breaks alike each time: one line tells. */
let hasComplained = false;

/** Writes one point. An invocation may write 25; whoever may come to more adds up first (`location/counter.ts`). */
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

/** Which kind of the event; '' where there is but one. */
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

/** How late, how old or how long; 0 for what has no such figure. */
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
