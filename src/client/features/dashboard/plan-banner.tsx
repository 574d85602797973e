import { Link } from 'react-router';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { hasNoCredits, type TrialState } from '../../owner-area/plan/plan-state.ts';
import { Banner } from '../../ui/status/banner.tsx';
import { buttonClass } from '../../ui/form/button.tsx';

const say = ownerCopy.planBanners;

/** Warning that the trial is over or the credits are used up; renders nothing otherwise. */
export function WarningBanner({
  trial,
  location,
}: {
  trial: TrialState;
  location: LocationView | undefined;
}) {
  if (trial.kind === 'expired' || trial.kind === 'ended') {
    return (
      <Banner
        tone="bad"
        icon="warning"
        title={say.expiredTitle}
        action={<WayOut to="/payments">{say.upgradeNow}</WayOut>}
      >
        {say.expiredBody}
      </Banner>
    );
  }
  if (trial.kind === 'active' || location === undefined || !hasNoCredits(location)) return null;
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={say.noCreditsTitle}
      action={<WayOut to="/plan-change">{say.changePlan}</WayOut>}
    >
      {say.noCreditsBody}
    </Banner>
  );
}

/** Banner of a running trial, with the days left. */
export function TrialBanner({ leftMs }: { leftMs: number }) {
  return (
    <Banner
      tone="good"
      icon="clock"
      title={say.trialTitle}
      action={<WayOut to="/payments">{say.upgradeNow}</WayOut>}
    >
      {ownerCopy.dashboard.trialOffer} {say.trialLeft(leftMs)}
    </Banner>
  );
}

function WayOut({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass()}>
      {children}
    </Link>
  );
}
