import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { useBillingPortal } from './use-billing-portal.ts';

/** Leads to the payment provider's page of this account. */
export function PortalButton({ tone, children }: { tone: 'primary' | 'quiet'; children: string }) {
  const portal = useBillingPortal();
  return (
    <Button tone={tone} busy={portal.isOpening} onClick={portal.open}>
      {children}
      <Icon name="external" size={18} />
    </Button>
  );
}
