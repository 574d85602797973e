import { useMutation } from '@tanstack/react-query';
import { checkoutAnswer } from '../../../shared/billing.ts';
import { billingCopy } from '../../../shared/copy/billing.ts';
import type { PlanKey } from '../../../shared/plans.ts';
import { ApiError, request } from '../../lib/api.ts';
import { toast } from '../../ui/toast.tsx';

const say = billingCopy.payments;

/** Leaves for the page where a plan is paid (`POST /stripe/create-checkout-session`), or says that it cannot. */
export function useCheckout() {
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { planKey: PlanKey; userId: string }) =>
      request('POST', '/stripe/create-checkout-session', { body, schema: checkoutAnswer }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast(say.failed, { tone: 'bad', body: reasonOf(error) }),
  });
  return { begin: mutate, isBusy: isPending };
}

/** The specification's sentence, but where trying again would not help. */
function reasonOf(error: Error): string {
  const isSubscribed = error instanceof ApiError && error.code === 'already_subscribed';
  return isSubscribed ? error.message : say.failedBody;
}
