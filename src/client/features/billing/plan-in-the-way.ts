import type { AccountView } from '../../../shared/contracts/account/view.ts';
import type { PlanName } from '../../../shared/plans.ts';

/**
 * The account's paid plan. While an account has a paid plan, the account cannot buy another plan, only change the plan.
 * Null during the trial, and after the subscription has ended.
 */
export function planInTheWay({
  trial,
  plan,
  subscriptionStatus,
}: Pick<AccountView, 'trial' | 'plan' | 'subscriptionStatus'>): PlanName | null {
  return trial || subscriptionStatus === 'canceled' ? null : plan;
}
