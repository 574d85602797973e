/** Counts what happens at one location (`watch/count.ts`). */
import type { Decided } from '../../shared/queue/decision.ts';
import { count, detailOf, msOf, type Counted } from '../watch/count.ts';

type Sum = { counted: Counted; number: number };

export class Counter {
  readonly #env: Env;
  readonly #locationId: string;
  /** Of what may come to more points than an invocation may write: the sums so far, by event and detail. */
  readonly #sums = new Map<string, Sum>();
  #adding = 0;

  constructor(env: Env, locationId: string) {
    this.#env = env;
    this.#locationId = locationId;
  }

  /** Written at once, or with `together`. */
  count(counted: Counted, number = 1): void {
    if (this.#adding === 0) return this.#write({ counted, number });
    const key = `${counted.event} ${detailOf(counted)}`;
    const sum = this.#sums.get(key);
    // Of times the longest stands for all.
    const worst = sum !== undefined && msOf(sum.counted) > msOf(counted) ? sum.counted : counted;
    this.#sums.set(key, { counted: worst, number: number + (sum?.number ?? 0) });
  }

  /** What a decision did to a visit, and the texts that it owes. */
  countDecided({ event, visit, effects }: Decided, now: number): void {
    if (event === 'joined') this.count({ event, by: 'guest' });
    if (event === 'added') this.count({ event: 'joined', by: 'owner' });
    if (event === 'admitted' || event === 'left' || event === 'removed') this.count({ event });
    if (event === 'hold_ended') this.count({ event, lateMs: Math.max(0, now - (visit.holdEndsAt ?? now)) });
    const texts = effects.filter(({ kind }) => kind === 'turn_text' || kind === 'nearly_text').length;
    if (texts > 0) this.count({ event: 'text', state: 'queued' }, texts);
  }

  /** What is counted while `work` goes on is written at its end, a point for each event and detail. */
  async together(work: () => Promise<void>): Promise<void> {
    this.#adding += 1;
    try {
      await work();
    } finally {
      this.#adding -= 1;
      for (const sum of this.#sums.values()) this.#write(sum);
      this.#sums.clear();
    }
  }

  #write({ counted, number }: Sum): void {
    count(this.#env, counted, { locationId: this.#locationId, number });
  }
}
