import { useState } from 'react';
import { Link } from 'react-router';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { calendarDay } from '../../../../shared/time/day-figures.ts';
import { readStored, store } from '../../../lib/storage.ts';
import { IfMay } from '../../../member-area/may.tsx';
import { useMember } from '../../../member-area/member-context.ts';
import { creditWarnings } from '../../../member-area/plan/credit-warnings.ts';
import { hasNoCredits, type TrialState } from '../../../member-area/plan/plan-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { Banner } from '../../../ui/status/banner.tsx';

const say = deskCopy.credits;
const KEY = 'holdline:credits-hidden';

type Props = { location: LocationView | undefined; trial: TrialState; now: number };

/**
 * Warnings about the credits of a location, also during the trial. A warning about low credits can be hidden until
 * tomorrow. Renders nothing if another notice says that the location has no credits at all.
 */
export function CreditNotices({ location, trial, now }: Props) {
  const { user } = useMember();
  const [hidden, setHidden] = useState(() => readStored(KEY));
  const isTrial = trial.kind === 'active';
  const isSaid = trial.kind === 'expired' || trial.kind === 'ended';
  if (location === undefined || isSaid || (!isTrial && hasNoCredits(location))) return null;
  const token = `${location.id} ${calendarDay(now, location.timezone)}`;

  function hide(): void {
    store(KEY, token);
    setHidden(token);
  }

  return creditWarnings(location, user.plan)
    .filter(({ stage }) => stage !== 'low' || hidden !== token)
    .map(({ of, stage, left }) => (
      <Banner
        key={of}
        look="strip"
        tone={stage === 'none' ? 'bad' : 'warning'}
        icon="card"
        title={say[of].title(left)}
        action={
          <>
            <IfMay call="POST /auth/purchase-plan">
              <Link to={isTrial ? '/payments' : '/plan-change'}>{say.more}</Link>
            </IfMay>
            {stage === 'low' && (
              <Button tone="quiet" aria-label={say.hide} onClick={hide}>
                <Icon name="cross" />
              </Button>
            )}
          </>
        }
      >
        {stage === 'none' ? say[of].now : say[of].soon}
        {of === 'customer' && location.customerDebt !== undefined && ` ${say.owed(location.customerDebt)}`}
      </Banner>
    ));
}
