import { useMutation } from '@tanstack/react-query';
import { checkoutAnswer } from '../../../shared/contracts/billing.ts';
import { billingCopy } from '../../../shared/copy/en/billing.ts';
import type { PlanKey } from '../../../shared/plans.ts';
import { ApiError, request } from '../../lib/api.ts';
import { useLeaving } from '../../owner-area/plan/use-leaving.ts';
import { toast } from '../../ui/status/toast.tsx';

const say = billingCopy.payments;

/** Refusals that say more than to try again, which would not help. */
const telling = new Set(['already_subscribed', 'too_many_locations', 'too_many_requests']);

/** Leaves for the page where a plan is paid (`POST /stripe/create-checkout-session`), or says that it cannot. */
export function useCheckout() {
  const { isLeaving, leaveFor } = useLeaving();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { planKey: PlanKey; userId: string }) =>
      request('POST', '/stripe/create-checkout-session', { body, schema: checkoutAnswer }),
    onSuccess: ({ url }) => leaveFor(url),
    onError: (error) => toast(say.failed, { tone: 'bad', body: reasonOf(error) }),
  });
  return { begin: mutate, isBusy: isPending || isLeaving };
}

function reasonOf(error: Error): string {
  return error instanceof ApiError && telling.has(error.code) ? error.message : say.failedBody;
}
