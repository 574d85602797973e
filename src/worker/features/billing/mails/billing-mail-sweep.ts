/** The mails about what accounts pay that did not go out at once (`docs/decisions/0055-what-payments-are-told.md`). */
import { sendBillingMails } from './send-billing-mails.ts';

/** Of one sweep: 4,800 a day. */
const MAILS_MAX = 200;

/** Bounded, and harmless when it is repeated, late or cut off. While the carrier is away it waits for the next hour. */
export function sweepBillingMails(env: Env, now: number): Promise<void> {
  return sendBillingMails(env, now, MAILS_MAX);
}
