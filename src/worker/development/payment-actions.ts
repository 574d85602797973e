/**
 * Actions at the stand-in of the payment provider: a customer's actions, and the action that moves the clock to the
 * next month.
 */
import {
  endCheckout,
  findCheckout,
  findSubscription,
  saveSubscription,
  subscriptionsOfCustomer,
  type DevelopmentCheckout,
  type DevelopmentSubscription,
} from './payment-rows.ts';
import { planChoiceOf, type PlanKey } from '../../shared/plans.ts';
import type { ProviderSubscription } from '../features/billing/payment-provider.ts';
import { monthOf, periodEndOf } from '../features/billing/periods.ts';
import { changed, pendingAt, postLocalEvent } from './payments.ts';

export const standInActions = [
  'advance',
  'fail',
  'recover',
  'cancel',
  'resume',
  'decline_card',
  'accept_card',
] as const;
export type StandInAction = (typeof standInActions)[number];

/** An open checkout; null if the checkout was paid or closed, or never existed. */
export async function openCheckoutAt(env: Env, id: string): Promise<DevelopmentCheckout | null> {
  const checkout = await findCheckout(env.DB, id);
  return checkout?.state === 'open' ? checkout : null;
}

export async function closeCheckoutAt(env: Env, id: string): Promise<void> {
  await endCheckout(env.DB, id, 'expired');
}

/** A subscription at the stand-in, with its unpaid plan change. */
export type StandInSubscription = DevelopmentSubscription & Pick<ProviderSubscription, 'pending'>;

export async function standInSubscriptions(
  env: Env,
  customerId: string,
  now: number,
): Promise<StandInSubscription[]> {
  const found = await subscriptionsOfCustomer(env.DB, customerId);
  return found.map((one) => ({ ...one, pending: pendingAt(one, now) }));
}

/** Pays a checkout once and calls the webhook. Returns the browser's next URL; null if the checkout is not open. */
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
    pendingPlanKey: null,
    pendingUntil: null,
    cardDeclines: false,
  });
  await postLocalEvent(origin, 'checkout.session.completed', customerId, now);
  return paidUrl.replace('{CHECKOUT_SESSION_ID}', id);
}

/** A subscription with an unpaid plan change; null if there is no such change. */
export async function unpaidChangeAt(
  env: Env,
  subscriptionId: string,
  now: number,
): Promise<{ subscription: DevelopmentSubscription; planKey: PlanKey } | null> {
  const subscription = await findSubscription(env.DB, subscriptionId);
  if (subscription === null || subscription.status === 'canceled') return null;
  const pending = pendingAt(subscription, now);
  return pending && { subscription, planKey: pending.planKey };
}

/** Pays or cancels the unpaid plan change, and calls the webhook. False if there is no such change. */
export async function completeChange(
  env: Env,
  origin: string,
  { subscriptionId, action }: { subscriptionId: string; action: 'pay' | 'close' },
  now: number,
): Promise<boolean> {
  const waits = await unpaidChangeAt(env, subscriptionId, now);
  if (waits === null) return false;
  const { subscription, planKey } = waits;
  const after =
    action === 'pay'
      ? changed(subscription, planKey, 'new_period', now)
      : { ...subscription, pendingPlanKey: null, pendingUntil: null };
  await saveSubscription(env.DB, after);
  await postLocalEvent(origin, 'customer.subscription.updated', subscription.customerId, now);
  return true;
}

/**
 * Performs an action on a live subscription and calls the webhook. Returns the changed subscription; null if no live
 * subscription has this id.
 */
export async function performAtStandIn(
  env: Env,
  origin: string,
  { subscriptionId, action }: { subscriptionId: string; action: StandInAction },
  now: number,
): Promise<DevelopmentSubscription | null> {
  const before = await findSubscription(env.DB, subscriptionId);
  if (before === null || before.status === 'canceled') return null;
  const after = { ...before, ...changeBy(action, before, now) };
  await saveSubscription(env.DB, after);
  await postLocalEvent(origin, 'customer.subscription.updated', before.customerId, now);
  return after;
}

function changeBy(
  action: StandInAction,
  before: DevelopmentSubscription,
  now: number,
): Partial<DevelopmentSubscription> {
  switch (action) {
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
    case 'decline_card':
      return { cardDeclines: true };
    case 'accept_card':
      return { cardDeclines: false };
  }
}

/**
 * Moves the subscription's clock to the start of the next month of the plan. If the paid period ends at that time, the
 * subscription is either paid for another period or ended.
 */
function monthLater(before: DevelopmentSubscription, now: number): Partial<DevelopmentSubscription> {
  const { periodStart, periodEnd, planKey, status, cancelAtPeriodEnd, aheadMs } = before;
  const { interval } = planChoiceOf(planKey);
  const month = monthOf({ periodStart, interval }, now + aheadMs);
  if (month.next !== null) return { aheadMs: month.next - now };
  // If the status is `past_due`, the current period was not paid, so the subscription ends.
  if (cancelAtPeriodEnd || status === 'past_due')
    return { aheadMs: periodEnd - now, status: 'canceled', endedAt: periodEnd };
  return {
    aheadMs: periodEnd - now,
    periodStart: periodEnd,
    periodEnd: periodEndOf(periodEnd, interval),
  };
}
