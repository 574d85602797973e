/** What can be done at the stand-in of the payment provider: what people do at a real one, and what months bring. */
import {
  endCheckout,
  findCheckout,
  findSubscription,
  saveSubscription,
  subscriptionsOfCustomer,
  type DevelopmentCheckout,
  type DevelopmentSubscription,
} from '../db/development-payments.ts';
import { planChoiceOf } from '../../shared/plans.ts';
import { monthOf, periodEndOf } from './periods.ts';
import { postLocalEvent } from './providers/payments-local.ts';

export const standInDeeds = ['advance', 'fail', 'recover', 'cancel', 'resume'] as const;
export type StandInDeed = (typeof standInDeeds)[number];

/** An open checkout; null for one that was paid, closed, or never was. */
export async function openCheckoutAt(env: Env, id: string): Promise<DevelopmentCheckout | null> {
  const checkout = await findCheckout(env.DB, id);
  return checkout?.state === 'open' ? checkout : null;
}

/** Whoever has it open has given it up: it cannot be paid any more. */
export async function closeCheckoutAt(env: Env, id: string): Promise<void> {
  await endCheckout(env.DB, id, 'expired');
}

/** A customer's subscriptions at the stand-in. */
export function standInSubscriptions(env: Env, customerId: string): Promise<DevelopmentSubscription[]> {
  return subscriptionsOfCustomer(env.DB, customerId);
}

/** Pays a checkout, once, and tells the webhook. Answers where the browser goes; null where it is not open any more. */
export async function payCheckout(
  env: Env,
  origin: string,
  checkout: DevelopmentCheckout,
  now: number,
): Promise<string | null> {
  const { id, customerId, planKey, paidUrl } = checkout;
  if (!(await endCheckout(env.DB, id, 'paid'))) return null;
  await saveSubscription(env.DB, {
    id: id.replace('cs_', 'sub_'),
    customerId,
    planKey,
    status: 'active',
    startedAt: now,
    periodStart: now,
    periodEnd: periodEndOf(now, planChoiceOf(planKey).interval),
    cancelAtPeriodEnd: false,
    endedAt: null,
    aheadMs: 0,
  });
  await postLocalEvent(origin, 'checkout.session.completed', customerId, now);
  return paidUrl.replace('{CHECKOUT_SESSION_ID}', id);
}

/** Does it to a subscription that lives, and tells the webhook. Answers it as it is then; null where there is none. */
export async function doAtStandIn(
  env: Env,
  origin: string,
  { subscriptionId, deed }: { subscriptionId: string; deed: StandInDeed },
  now: number,
): Promise<DevelopmentSubscription | null> {
  const before = await findSubscription(env.DB, subscriptionId);
  if (before === null || before.status === 'canceled') return null;
  const after = { ...before, ...changeBy(deed, before, now) };
  await saveSubscription(env.DB, after);
  await postLocalEvent(origin, 'customer.subscription.updated', before.customerId, now);
  return after;
}

function changeBy(
  deed: StandInDeed,
  before: DevelopmentSubscription,
  now: number,
): Partial<DevelopmentSubscription> {
  switch (deed) {
    case 'advance':
      return monthLater(before, now);
    case 'fail':
      return { status: 'past_due' };
    case 'recover':
      return { status: 'active' };
    case 'cancel':
      return { cancelAtPeriodEnd: true };
    case 'resume':
      return { cancelAtPeriodEnd: false };
  }
}

/** Moves the subscription's clock to the next month's beginning: it is paid again there, or ends. */
function monthLater(before: DevelopmentSubscription, now: number): Partial<DevelopmentSubscription> {
  const { periodStart, periodEnd, planKey, status, cancelAtPeriodEnd, aheadMs } = before;
  const { interval } = planChoiceOf(planKey);
  const month = monthOf({ periodStart, interval }, now + aheadMs);
  if (month.next !== null) return { aheadMs: month.next - now };
  // Nobody paid for the month before, either.
  if (cancelAtPeriodEnd || status === 'past_due')
    return { aheadMs: periodEnd - now, status: 'canceled', endedAt: periodEnd };
  return {
    aheadMs: periodEnd - now,
    periodStart: periodEnd,
    periodEnd: periodEndOf(periodEnd, interval),
  };
}
