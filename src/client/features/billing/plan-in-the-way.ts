import type { UserView } from '../../../shared/contracts/account.ts';
import type { PlanName } from '../../../shared/plans.ts';

/** The plan that this account has and so cannot buy; null on a trial, and once its subscription has ended. */
export function planInTheWay({
  trial,
  plan,
  subscriptionStatus,
}: Pick<UserView, 'trial' | 'plan' | 'subscriptionStatus'>): PlanName | null {
  return trial || subscriptionStatus === 'canceled' ? null : plan;
}
