/** Counts events of one location as metrics (`platform/metrics.ts`). */
import type { Accepted } from '../../shared/queue/decision.ts';
import { recordMetric, detailOf, msOf, type Metric } from '../platform/metrics.ts';

type Sum = { metric: Metric; number: number };

export class Counter {
  readonly #env: Env;
  readonly #locationId: string;
  /** Sums by event and detail during a batch, because one invocation can write only a limited number of data points. */
  readonly #sums = new Map<string, Sum>();
  #adding = 0;

  constructor(env: Env, locationId: string) {
    this.#env = env;
    this.#locationId = locationId;
  }

  /** Writes a count at once, or adds the count to the sums of a running batch. */
  count(metric: Metric, number = 1): void {
    if (this.#adding === 0) return this.#write({ metric, number });
    const key = `${metric.event} ${detailOf(metric)}`;
    const sum = this.#sums.get(key);
    // Of several durations, only the longest is recorded.
    const worst = sum !== undefined && msOf(sum.metric) > msOf(metric) ? sum.metric : metric;
    this.#sums.set(key, { metric: worst, number: number + (sum?.number ?? 0) });
  }

  /** Counts the events of visits and the queued texts. */
  countOutcome({ events, effects, changes }: Accepted, now: number): void {
    for (const { kind, visitId } of events) {
      if (kind === 'joined') this.count({ event: kind, by: 'guest' });
      if (kind === 'added') this.count({ event: 'joined', by: 'owner' });
      if (kind === 'admitted' || kind === 'left') this.count({ event: kind });
      if (kind === 'hold_ended') {
        const holdEndsAt = changes.visits.find(({ id }) => id === visitId)?.holdEndsAt ?? now;
        this.count({ event: kind, lateMs: Math.max(0, now - holdEndsAt) });
      }
    }
    // Removals are counted together, because the close of a location removes many visits at once.
    const removed = events.filter(({ kind }) => kind === 'removed').length;
    if (removed > 0) this.count({ event: 'removed' }, removed);
    const texts = effects.filter(({ kind }) => kind === 'turn_text' || kind === 'almost_there_text').length;
    if (texts > 0) this.count({ event: 'text', state: 'queued' }, texts);
  }

  /**
   * Runs `work` as a batch: its counts are written at the end of `work`, as one data point for each event and detail.
   */
  async batch(work: () => Promise<void>): Promise<void> {
    this.#adding += 1;
    try {
      await work();
    } finally {
      this.#adding -= 1;
      for (const sum of this.#sums.values()) this.#write(sum);
      this.#sums.clear();
    }
  }

  #write({ metric, number }: Sum): void {
    recordMetric(this.#env, metric, { locationId: this.#locationId, number });
  }
}
