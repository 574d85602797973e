/** Interprets the payment provider's answer for an account. Pure. Times are epoch milliseconds. */
import { DAY_MS } from '../../../shared/limits.ts';
import { planChoiceOf, type PlanKey } from '../../../shared/plans.ts';
import type { SubscriptionFacts } from './billing-rows.ts';
import type { ProviderAnswer, ProviderSubscription } from './payment-provider.ts';
import { monthOf } from './periods.ts';

/** The time between two fetches, if no webhook arrives. */
const ASKED_EVERY_MS = DAY_MS;

type Sold = ProviderSubscription & { planKey: PlanKey; status: SubscriptionFacts['status'] };

export type Meaning = {
  facts: SubscriptionFacts;
  isLive: boolean;
  /** Ids of further live subscriptions. The owner pays for these subscriptions, but they have no effect. */
  doubles: string[];
  /** When the credits end, by our clock; null if the credits have no end. */
  creditsEndAt: number | null;
  /** Start of the month whose credits are granted, by the provider's clock; null if nothing is granted. */
  month: number | null;
  /** When to ask the provider again; null for a canceled subscription. */
  nextAt: number | null;
};

/**
 * Interprets the answer. If several subscriptions are live, the subscription that began first is used. If none is live,
 * the subscription that ended last is used. Returns null if no subscription was ever paid.
 */
export function meaningOf({ subscriptions, aheadMs }: ProviderAnswer, now: number): Meaning | null {
  const sold = subscriptions.filter(isSold);
  const live = sold
    .filter(({ status }) => status !== 'canceled')
    .toSorted((one, other) => one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1));
  const over = sold.toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0));
  const counts = live[0] ?? over[0];
  if (counts === undefined) return null;
  const { id, planKey, status, periodStart, periodEnd, cancelAtPeriodEnd, endedAt, pending } = counts;
  const { plan, interval } = planChoiceOf(planKey);
  const month = monthOf({ periodStart, interval }, now + aheadMs);
  const ends = cancelAtPeriodEnd ? periodEnd - aheadMs : null;
  const nextMonth = month.next === null ? Infinity : month.next - aheadMs;
  return {
    facts: {
      id,
      plan,
      interval,
      status,
      periodStart,
      periodEnd,
      cancelAtPeriodEnd,
      endedAt,
      pendingPlan: pending && planChoiceOf(pending.planKey).plan,
      pendingUntil: pending && pending.until - aheadMs,
    },
    isLive: live.length > 0,
    doubles: live.slice(1).map((double) => double.id),
    creditsEndAt: status === 'canceled' ? Math.min((endedAt ?? Infinity) - aheadMs, now) : ends,
    month: status === 'active' ? month.start : null,
    nextAt: status === 'canceled' ? null : Math.min(now + ASKED_EVERY_MS, nextMonth),
  };
}

function isSold(one: ProviderSubscription): one is Sold {
  return one.planKey !== null && one.status !== 'incomplete';
}
