/** Banners about an account's plan, on the dashboard and the settings page (`docs/spec.md` sections 2 and 4). */
import type { ReactNode } from 'react';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { Banner, type BannerLook } from '../../ui/status/banner.tsx';
import { useMember } from '../member-context.ts';
import { useServerNow } from '../use-server-now.ts';
import { PaymentBanner } from './payment-banner.tsx';
import { hasNoCredits, trialState } from './plan-state.ts';
import { PortalButton } from './portal-button.tsx';
import { NoCreditsBanner, PaymentsLink, TrialOverBanner } from './warning-strip.tsx';

const say = ownerCopy.planBanners;

/** How often the countdown is updated (`docs/spec.md` section 4). */
const COUNTDOWN_MS = 60_000;

/** The banner of the settings page for the current state of the trial or the subscription. */
export function PlanBanners() {
  const { user } = useMember();
  const now = useServerNow(COUNTDOWN_MS);
  const trial = trialState(user, now);
  if (trial.kind === 'active') return <TrialBanner>{say.trialLeft(trial.leftMs)}</TrialBanner>;
  if (trial.kind === 'expired') return <TrialOverBanner />;
  if (trial.kind === 'ended')
    return (
      <Banner
        tone="bad"
        icon="warning"
        title={say.endedTitle}
        action={<PaymentsLink>{say.upgrade}</PaymentsLink>}
      >
        <span>{say.endedBody}</span> <span>{say.overMeans}</span>
      </Banner>
    );
  return (
    <>
      <PaymentBanner now={now} />
      {user.locations.some(hasNoCredits) && (
        <NoCreditsBanner action={<PortalButton tone="primary">{say.changePlan}</PortalButton>} />
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

/** The banner of a running trial. `children`: the remaining time. */
export function TrialBanner({ look, children }: { look?: BannerLook; children: ReactNode }) {
  return (
    <Banner
      look={look}
      tone="good"
      icon="clock"
      title={say.trialTitle}
      action={<PaymentsLink>{say.upgradeNow}</PaymentsLink>}
    >
      {children}
    </Banner>
  );
}
