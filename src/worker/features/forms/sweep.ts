/** The sweeps of the forms' messages: erased 24 months after they were sent, and mailed where that failed (`docs/decisions/0050-forms-to-us.md`). */
import { FORM_MESSAGE_RETENTION_MONTHS } from '../../../shared/typing/form-limits.ts';
import { drain } from '../../deliveries/engine.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { formMailHandler } from './form-mail-delivery.ts';
import { eraseFormMessages } from './form-messages.ts';

const MESSAGES_A_BATCH = 200;
/** Of one sweep: far more than the forms' limits let in. */
const BATCHES_MAX = 20;
/** Of one sweep, and no more than an hour may send (`limits.formMails`). */
const MAILS_MAX = 60;

/** Bounded, and harmless when it is repeated, late or cut off: what is left is erased next time. */
export async function sweepFormMessages(env: Env, now: number): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - FORM_MESSAGE_RETENTION_MONTHS);
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await eraseFormMessages(env, before.getTime(), MESSAGES_A_BATCH)) === 0) return;
  }
}

/** Bounded, and harmless when it is repeated, late or cut off. While the carrier is away it waits for the next hour. */
export async function sweepFormMails(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (checked.ok) await drain(formMailHandler(env, checked.config, now), MAILS_MAX);
}
