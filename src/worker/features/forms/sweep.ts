/**
 * Two sweeps of form messages: one erases the messages after 24 months, the other sends the mails about messages again
 * if sending failed (`docs/decisions/0050-forms-to-us.md`).
 */
import { FORM_MESSAGE_RETENTION_MONTHS } from '../../../shared/typing/form-limits.ts';
import { drain } from '../../deliveries/engine.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { formMailHandler } from './form-mail-delivery.ts';
import { eraseFormMessages } from './form-messages.ts';

const MESSAGES_A_BATCH = 200;
/**
 * The largest number of batches in one sweep. These batches can erase far more messages than the forms' rate limits
 * allow.
 */
const BATCHES_MAX = 20;
/** The limit of mails in one sweep: not more than the hourly limit (`limits.formMails`). */
const MAILS_MAX = 60;

/** Erases old messages. Bounded and idempotent. The next run erases the remaining messages. */
export async function sweepFormMessages(env: Env, now: number): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - FORM_MESSAGE_RETENTION_MONTHS);
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await eraseFormMessages(env, before.getTime(), MESSAGES_A_BATCH)) === 0) return;
  }
}

/** Sends due mails. Bounded and idempotent. If the mail provider does not answer, mails wait for the next run. */
export async function sweepFormMails(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (checked.ok) await drain(formMailHandler(env, checked.config, now), MAILS_MAX);
}
