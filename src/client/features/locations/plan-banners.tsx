import { Link } from 'react-router';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import { hasNoCredits, trialState, type TrialState } from '../../owner-area/plan/plan-state.ts';
import { PaymentBanner } from '../../owner-area/plan/payment-banner.tsx';
import { PortalButton } from '../../owner-area/plan/portal-button.tsx';
import { useServerNow } from '../../owner-area/use-server-now.ts';
import { Banner } from '../../ui/status/banner.tsx';
import { buttonClass } from '../../ui/form/button.tsx';

const say = ownerCopy.planBanners;

/** How often the countdown is recomputed (`docs/spec.md` section 4). */
const COUNTDOWN_MS = 60_000;

/** The banners of the settings by the state of the subscription (`docs/spec.md` section 2). */
export function PlanBanners() {
  const { user } = useOwner();
  const now = useServerNow(COUNTDOWN_MS);
  const trial = trialState(user, now);
  if (trial.kind !== 'none') return <TrialBanner trial={trial} />;
  return (
    <>
      <PaymentBanner now={now} />
      {user.locations.some(hasNoCredits) && (
        <Banner
          tone="bad"
          icon="warning"
          title={say.noCreditsTitle}
          action={<PortalButton tone="primary">{say.changePlan}</PortalButton>}
        >
          {say.noCreditsBody}
        </Banner>
      )}
      {user.trialDurationDays !== 0 && (
        <Banner
          icon="card"
          title={say.planTitle(user.plan)}
          action={<PortalButton tone="quiet">{say.manage}</PortalButton>}
        >
          {say.planBody}
        </Banner>
      )}
    </>
  );
}

function TrialBanner({ trial }: { trial: Exclude<TrialState, { kind: 'none' }> }) {
  if (trial.kind === 'active') {
    return (
      <Banner
        tone="good"
        icon="clock"
        title={say.trialTitle}
        action={<PaymentsLink>{say.upgradeNow}</PaymentsLink>}
      >
        {say.trialLeft(trial.leftMs)}
      </Banner>
    );
  }
  const isExpired = trial.kind === 'expired';
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={isExpired ? say.expiredTitle : say.endedTitle}
      action={<PaymentsLink>{isExpired ? say.upgradeNow : say.upgrade}</PaymentsLink>}
    >
      {isExpired ? say.expiredBody : say.endedBody}
    </Banner>
  );
}

function PaymentsLink({ children }: { children: string }) {
  return (
    <Link to="/payments" className={buttonClass()}>
      {children}
    </Link>
  );
}
