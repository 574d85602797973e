import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paymentPending } from '../../../shared/contracts/billing.ts';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import type { PlanName } from '../../../shared/plans.ts';
import { ApiError, request } from '../../lib/api.ts';
import { refusal } from '../../lib/refusal.ts';
import { memberKey } from '../../member-area/member-query.ts';
import { isProviderPage } from '../../member-area/plan/provider-page.ts';
import { useLeaving } from '../../member-area/plan/use-leaving.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { subscriptionQuery } from './use-subscription.ts';

const say = billingCopy.planChange;

/**
 * After a refusal with one of these codes, the page shows the server's sentence, because another attempt would not
 * help.
 */
const telling = new Set(['too_many_locations', 'payment_owed', 'subscription_required', 'too_many_requests']);

/**
 * The refusal of a change that needs a payment first. The plan changes after the owner has paid on the page at `url`.
 */
class Unpaid extends ApiError {
  readonly url: string;

  constructor(status: number, message: string, url: string) {
    super(status, message, 'payment_pending');
    this.url = url;
  }
}

/**
 * Changes the plan (`POST /auth/purchase-plan`) and shows the outcome. Opens the payment page if a payment is needed.
 * `onSettled` is called when the call has ended.
 */
export function usePlanChange({ onSettled }: { onSettled: () => void }) {
  const navigate = useNavigate();
  const { isLeaving, leaveFor } = useLeaving();
  const queryClient = useQueryClient();
  const askAnew = () => {
    void queryClient.invalidateQueries({ queryKey: memberKey });
    void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (plan: PlanName) =>
      request('POST', '/auth/purchase-plan', { body: { plan }, readRefusal: readUnpaid }),
    onMutate: () => dismissToasts(),
    onSettled: () => {
      onSettled();
      askAnew();
    },
    onSuccess: (_, plan) => {
      toast(say.changed, { body: say.changedBody(plan) });
      void navigate('/business/dashboard');
    },
    onError: (error, plan) => {
      if (error instanceof Unpaid && isProviderPage(error.url)) {
        leaveFor(error.url);
        return;
      }
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'plan_held') {
        toast(say.alreadySelected, { tone: 'bad', body: say.alreadySelectedBody(plan) });
        return;
      }
      toast(say.failed, { tone: 'bad', body: telling.has(code) ? error.message : say.failedBody });
      if (code === 'subscription_required') void navigate('/payments');
    },
  });
  return { change: mutate, isBusy: isPending || isLeaving };
}

/** Reads a refusal. If a payment is needed first, the result is `Unpaid` with the URL of the payment page. */
async function readUnpaid(response: Response): Promise<ApiError> {
  // If the body is not JSON, the refusal has no code.
  const body: unknown = await response.json().catch(() => undefined);
  const refused = refusal(response.status, body);
  const unpaid = paymentPending.safeParse(body);
  return unpaid.success ? new Unpaid(refused.status, refused.message, unpaid.data.url) : refused;
}
