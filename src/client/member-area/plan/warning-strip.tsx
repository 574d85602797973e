/** Warnings that the trial is over or that the credits are used up, as a strip and as banners. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Banner, type BannerLook } from '../../ui/status/banner.tsx';
import { IfMay } from '../may.tsx';
import { hasNoCredits, type TrialState } from './plan-state.ts';

const say = ownerCopy.planBanners;

/** The warning strip of pages with a line. Shows nothing if there is no reason for a warning. */
export function WarningStrip({ trial, location }: { trial: TrialState; location: LocationView | undefined }) {
  if (trial.kind === 'expired' || trial.kind === 'ended') return <TrialOverBanner look="strip" />;
  if (trial.kind === 'active' || location === undefined || !hasNoCredits(location)) return null;
  const action = (
    <IfMay call="POST /auth/purchase-plan">
      <Link to="/plan-change" className={buttonClass()}>
        {say.changePlan}
      </Link>
    </IfMay>
  );
  return <NoCreditsBanner look="strip" action={action} />;
}

/** The banner of a trial that is over. */
export function TrialOverBanner({ look }: { look?: BannerLook }) {
  return (
    <Banner
      look={look}
      tone="bad"
      icon="warning"
      title={say.expiredTitle}
      action={<PaymentsLink>{say.upgradeNow}</PaymentsLink>}
    >
      <span>{say.expiredBody}</span> <span>{say.overMeans}</span>
    </Banner>
  );
}

/** The banner of a location without credits. */
export function NoCreditsBanner({ look, action }: { look?: BannerLook; action: ReactNode }) {
  return (
    <Banner look={look} tone="bad" icon="warning" title={say.noCreditsTitle} action={action}>
      {say.noCreditsBody}
    </Banner>
  );
}

/** A link to the page with the plans. The link looks like a button. */
export function PaymentsLink({ children }: { children: string }) {
  return (
    <IfMay call="POST /stripe/create-checkout-session">
      <Link to="/payments" className={buttonClass()}>
        {children}
      </Link>
    </IfMay>
  );
}
