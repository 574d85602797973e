import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { useMutation } from '@tanstack/react-query';
import { billingPortalAnswer } from '../../../shared/contracts/billing.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { request } from '../../lib/api.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { goToProvider } from './provider-page.ts';

/** A button that opens the payment provider's page of this account. */
export function PortalButton({ tone, children }: { tone: 'primary' | 'quiet'; children: string }) {
  const portal = useBillingPortal();
  return (
    <Button tone={tone} busy={portal.isOpening} onClick={portal.open}>
      {children}
      <Icon name="external" size={18} />
    </Button>
  );
}

/** Opens the payment provider's page of this account (`POST /auth/billing-portal`), or shows why the call failed. */
function useBillingPortal() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => request('POST', '/auth/billing-portal', { schema: billingPortalAnswer }),
    onMutate: () => dismissToasts(),
    onSuccess: ({ url }) => goToProvider(url),
    onError: (error) =>
      toast(ownerCopy.planBanners.portalFailed, {
        tone: 'bad',
        body: error.message || ownerCopy.toasts.tryAgain,
      }),
  });
  return { open: () => mutate(), isOpening: isPending };
}
