import { clockLocale } from '../../../shared/copy/page-language.ts';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import { clockTime, shortDate } from '../../lib/format.ts';
import { Banner, type BannerLook } from '../../ui/status/banner.tsx';
import { paymentState } from './plan-state.ts';
import { useMember } from '../member-context.ts';
import { PortalButton } from './portal-button.tsx';

const say = billingCopy.failed;

/**
 * Warns of a failed payment: says until when the credits stay valid, and where to pay. Renders nothing if no payment
 * has failed. `now`: the server's time.
 */
export function PaymentBanner({ now, look }: { now: number; look?: BannerLook }) {
  const payment = paymentState(useMember().user, now);
  if (payment.kind === 'none') return null;
  return (
    <Banner
      look={look}
      tone="bad"
      icon="card"
      title={say.title}
      action={<PortalButton tone="primary">{say.action}</PortalButton>}
    >
      {payment.kind === 'over'
        ? say.overBody
        : say.body(
            `${shortDate(payment.endsAt, clockLocale)}, ${clockTime(payment.endsAt, undefined, clockLocale)}`,
          )}
    </Banner>
  );
}
