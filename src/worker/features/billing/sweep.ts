/**
 * Asks the provider of payments about customers without a webhook: where a month of a yearly plan begins, where a location has
 * not been told, and of everybody who pays once a day, as webhooks may be lost.
 */
import { followProvider } from './follow-provider.ts';
import { paymentProvider } from './payment-provider-of.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { UnavailableError } from '../../db/errors.ts';
import { deleteEvents, takeDueCustomers } from './billing-rows.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { log, reasonOf } from '../../platform/log.ts';

/** Of one sweep: 2,160 a day. Of more, each is asked less often. A statement takes at most 100 values. */
const CUSTOMERS_MAX = 90;
const AGAIN_MS = 3_600_000;
/** Far longer than a provider repeats a webhook. */
const EVENT_RETENTION_MS = 35 * DAY_MS;

/** A provider that leaves so many questions unanswered is away: waiting for each would leave no time for other sweeps. */
const AWAY_MAX = 3;

/** Bounded, and harmless when it is repeated, late or cut off. Whoever was not asked about is due again in an hour. */
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
