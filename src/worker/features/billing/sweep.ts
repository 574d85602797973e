/**
 * Sweep of customers: asks the payment provider when a month of a yearly plan begins, and when a location was not
 * updated. Also asks about each paying account once a day, because webhooks may be lost.
 */
import { followProvider } from './follow-provider.ts';
import { paymentProvider } from './payment-provider-of.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { UnavailableError } from '../../db/errors.ts';
import { deleteEvents, takeDueCustomers } from './billing-rows.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { log, reasonOf } from '../../platform/log.ts';

/**
 * The limit of customers in one sweep, which allows 2,160 a day. If there are more customers, each customer is fetched
 * less often than once a day. The limit is below 100, because a statement accepts at most 100 values.
 */
const CUSTOMERS_MAX = 90;
const AGAIN_MS = 3_600_000;
/** How long records of webhooks are kept. A provider stops repeating a webhook long before this time. */
const EVENT_RETENTION_MS = 35 * DAY_MS;

/**
 * If the provider did not answer this many times, the sweep ends, because more timeouts would delay the other sweeps.
 */
const AWAY_MAX = 3;

/**
 * Runs the sweep. One call handles a limited number of customers. Idempotent. A customer whose update failed is due
 * again in an hour.
 */
export async function sweepBilling(env: Env, now: number): Promise<void> {
  if (!checkedConfig(env).ok) return;
  await deleteEvents(env.DB, now - EVENT_RETENTION_MS);
  const provider = await paymentProvider(env);
  const due = await takeDueCustomers(env.DB, { now, nextAt: now + AGAIN_MS, limit: CUSTOMERS_MAX });
  let away = 0;
  for (const customerId of due) {
    if (away === AWAY_MAX) return;
    try {
      await followProvider(env, provider, customerId, now);
    } catch (error) {
      if (error instanceof UnavailableError) away += 1;
      log({ event: 'billing_unfinished', reason: reasonOf(error) });
    }
  }
}
