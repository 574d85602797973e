import type { UserView } from '../../../shared/account.ts';
import type { PlanName } from '../../../shared/plans.ts';

/** The plan that this account has and so cannot buy (spec section 5); null on a trial, and once its subscription has ended. */
export function planInTheWay({
  trial,
  plan,
  subscriptionStatus,
}: Pick<UserView, 'trial' | 'plan' | 'subscriptionStatus'>): PlanName | null {
  return trial || subscriptionStatus === 'canceled' ? null : plan;
}
