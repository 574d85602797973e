import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { longDate } from '../../lib/format.ts';
import { IfMay, useMay } from '../../member-area/may.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { TrialBanner } from '../../member-area/plan/plan-banners.tsx';
import type { TrialState } from '../../member-area/plan/plan-state.ts';
import { isNearGuestLimit, UnverifiedNote } from '../../member-area/unverified-note.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { Analytics } from '../analytics/analytics.tsx';
import { LeftSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { LeftCard } from './left-card.tsx';
import { isLastDay } from './account-notices.tsx';
import styles from './today-pane.module.css';

const say = ownerCopy.dashboard;

type Props = {
  trial: TrialState;
  /** The last known data of the chosen location, which may be old. */
  known: LocationView | undefined;
  /** The chosen location. Undefined if the location's present data is not known. */
  location: LocationView | undefined;
  /** True if the location does not answer, so that the figures of the location are unknown. */
  isAway: boolean;
  now: number;
};

/** The statistics of the day: greeting, credits, figures, who left, charts (`docs/spec.md` section 2). */
export function TodayPane({ trial, known, location, isAway, now }: Props) {
  const { user } = useMember();
  const mayPay = useMay('POST /stripe/create-checkout-session');
  const isLoading = known !== undefined && location === undefined;
  return (
    <div className={styles.today}>
      <header className={styles.hello}>
        <h2>{say.greeting(user.name)}</h2>
        <p>{say.subtitle}</p>
        <p>{longDate(now, known?.timezone, pageLocale)}</p>
        {known && (
          <div className={styles.badges}>
            {location ? (
              <>
                <Badge icon="users">{say.customerCredits(location.customerCredits)}</Badge>
                <Badge icon="message">{say.smsCredits(location.smsCredits)}</Badge>
              </>
            ) : (
              <Skeleton width="17rem" height="1.625rem" />
            )}
          </div>
        )}
      </header>
      {!isNearGuestLimit(user) && <UnverifiedNote />}
      {mayPay && trial.kind === 'active' && !isLastDay(trial) && (
        <TrialBanner>
          {say.trialOffer} {ownerCopy.planBanners.trialLeft(trial.leftMs)}
        </TrialBanner>
      )}
      {!isAway && (
        <>
          <Figures location={location} isLoading={isLoading} now={now} />
          {isLoading ? <LeftSkeleton /> : <LeftCard location={location} now={now} />}
          <IfMay call="GET /auth/locations/:id/analytics">
            <Analytics location={location ?? known} />
          </IfMay>
        </>
      )}
    </div>
  );
}
