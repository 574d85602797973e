/**
 * Notes on the effect of a plan change on money and credits, shown before the confirmation
 * (`docs/decisions/0054-another-plan.md`).
 */
import type { SubscriptionView } from '../../../shared/contracts/billing.ts';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import { planNames, plans, type PlanName } from '../../../shared/plans.ts';

const say = billingCopy.planChange;

/** Returns the notes in order. Returns no notes while the subscription is unknown. */
export function planChangeNotes({
  from,
  to,
  subscription,
}: {
  from: PlanName;
  to: PlanName;
  subscription: Pick<SubscriptionView, 'interval' | 'paidPlans'> | null;
}): string[] {
  if (subscription === null) return [];
  const { interval, paidPlans } = subscription;
  const { priceUsd, smsCredits, customerCredits } = plans[to];
  const isUpgrade = planNames.indexOf(to) > planNames.indexOf(from);
  const yearly = interval === 'Yearly' ? [say.yearly(12 * priceUsd.Monthly - priceUsd.Yearly)] : [];
  if (!isUpgrade)
    return [
      say.downgradeNote(priceUsd[interval], interval),
      ...yearly,
      say.keepsAtMost(smsCredits, customerCredits),
    ];
  if (paidPlans.includes(to)) return [say.backNote(to, interval), ...yearly];
  return [say.upgradeNote(priceUsd[interval], interval), ...yearly];
}
