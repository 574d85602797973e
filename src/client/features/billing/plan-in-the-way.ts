import type { AccountView } from '../../../shared/contracts/account/view.ts';
import type { PlanName } from '../../../shared/plans.ts';

/** The paid plan of this account, which it cannot buy again. Null on a trial and after its subscription has ended. */
export function planInTheWay({
  trial,
  plan,
  subscriptionStatus,
}: Pick<AccountView, 'trial' | 'plan' | 'subscriptionStatus'>): PlanName | null {
  return trial || subscriptionStatus === 'canceled' ? null : plan;
}
