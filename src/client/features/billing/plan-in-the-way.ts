import type { AccountView } from '../../../shared/contracts/account/view.ts';
import type { PlanName } from '../../../shared/plans.ts';

/**
 * The account's paid plan, which prevents the purchase of a plan. Null during the trial, and after the subscription has
 * ended.
 */
export function planInTheWay({
  trial,
  plan,
  subscriptionStatus,
}: Pick<AccountView, 'trial' | 'plan' | 'subscriptionStatus'>): PlanName | null {
  return trial || subscriptionStatus === 'canceled' ? null : plan;
}
