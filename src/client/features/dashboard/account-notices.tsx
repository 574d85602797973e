import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { useMember } from '../../member-area/member-context.ts';
import { PaymentBanner } from '../../member-area/plan/payment-banner.tsx';
import { TrialBanner } from '../../member-area/plan/plan-banners.tsx';
import type { TrialState } from '../../member-area/plan/plan-state.ts';
import { isNearGuestLimit, UnverifiedNote } from '../../member-area/unverified-note.tsx';

type Props = { trial: TrialState; now: number };

/** Notices about the account that need attention today, below the notices about the line. */
export function AccountNotices({ trial, now }: Props) {
  const { user } = useMember();
  return (
    <>
      <PaymentBanner look="strip" now={now} />
      {trial.kind === 'active' && isLastDay(trial) && (
        <TrialBanner look="strip">{ownerCopy.planBanners.trialLeft(trial.leftMs)}</TrialBanner>
      )}
      {isNearGuestLimit(user) && <UnverifiedNote />}
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether this is the last day of the trial. On this day the trial's banner is among these notices; on earlier days the
 * banner is in the pane Today.
 */
export function isLastDay({ leftMs }: { leftMs: number }): boolean {
  return leftMs < DAY_MS;
}
