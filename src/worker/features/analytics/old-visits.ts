/** Visits from before there were charts get their place in them (`history/visit-history.ts`). */
import { countOldVisits } from '../../deliveries/history/visit-history.ts';

/** Of one sweep: 5,000 visits. */
const BATCHES_MAX = 100;

/** Bounded, and harmless when it is repeated or cut off. Where nothing is left it is one read of nothing. */
export async function sweepOldVisits(env: Env): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await countOldVisits(env.DB)) === 0) return;
  }
}
