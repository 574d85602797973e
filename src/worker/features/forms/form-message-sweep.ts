/** Messages of the feedback and the sales form are erased 24 months after they were sent (`docs/decisions/0050-forms-to-us.md`). */
import { FORM_MESSAGE_RETENTION_MONTHS } from '../../../shared/typing/form-limits.ts';
import { eraseFormMessages } from './form-messages.ts';

const MESSAGES_A_BATCH = 200;
/** Of one sweep: far more than the forms' limits let in. */
const BATCHES_MAX = 20;

/** Bounded, and harmless when it is repeated, late or cut off: what is left is erased next time. */
export async function sweepFormMessages(env: Env, now: number): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - FORM_MESSAGE_RETENTION_MONTHS);
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await eraseFormMessages(env, before.getTime(), MESSAGES_A_BATCH)) === 0) return;
  }
}
