import { useRef, useState } from 'react';
import { locationsOf } from '../../../shared/contracts/account.ts';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { OWNER_POLL_MS } from '../../../shared/limits.ts';
import { useStableConnection } from '../../lib/stable-connection.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import { useOwnerQuery } from '../../owner-area/owner-query.ts';
import page from '../../owner-area/page.module.css';
import { PaymentBanner } from '../../owner-area/plan/payment-banner.tsx';
import { trialState } from '../../owner-area/plan/plan-state.ts';
import { StatusLines } from '../../owner-area/locations/status-lines.tsx';
import { usePageTitle } from '../../site/use-page-title.ts';
import { useServerNow } from '../../owner-area/use-server-now.ts';
import { afterTrial } from '../../owner-area/plan/plan-state.ts';
import { Analytics } from '../analytics/analytics.tsx';
import { ARRIVING_ID, ArrivingCard } from '../line/arriving-card.tsx';
import styles from './dashboard.module.css';
import { DashboardHead } from './dashboard-head.tsx';
import { ArrivingSkeleton, LeftSkeleton, QueueSkeleton } from './dashboard-skeleton.tsx';
import type { RowAction } from '../line/live/predict.ts';
import { AwayCard, NoLocationCard } from '../line/empty-queue.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LeftCard } from '../line/left-card.tsx';
import { TrialBanner, WarningBanner } from '../../owner-area/plan/plan-banners.tsx';
import { QueueCard } from '../line/queue-card.tsx';
import { useChosenLocation } from './use-chosen-location.ts';
import { useRestoredFocus, type FocusTarget } from '../line/rows/use-restored-focus.ts';
import { useLiveLocation } from '../line/live/use-live-location.ts';
import { useFreshLocation, useKnownConnection, useMayBeOld } from './freshness.ts';
import { useAnnouncement } from '../line/live/use-announcement.ts';
import { useVisitActions } from '../line/actions/use-visit-actions.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../lib/format.ts';
import { Banner } from '../../ui/status/banner.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';

const say = ownerCopy.dashboard;
/** How often relative times ('Nm ago') are recomputed. */
const RELATIVE_TIMES_MS = 10_000;
/** How often the trial's countdown is recomputed (`docs/spec.md` section 4). */
const COUNTDOWN_MS = 60_000;

/** `/business/dashboard` (`docs/spec.md` section 2). */
export function Dashboard() {
  const { user } = useOwner();
  const now = useServerNow(RELATIVE_TIMES_MS);
  const locations = locationsOf(user);
  const { locationId, chosen, choose } = useChosenLocation(locations);
  const { location: known, knownAtMs, connection } = useLiveLocation(locationId);
  const board = useRef<HTMLDivElement>(null);
  const restoreFocus = useRestoredFocus(board);
  const trial = trialState(user, useServerNow(COUNTDOWN_MS));
  // Polls even while the socket is live, because the socket covers one location and not the account.
  const owner = useOwnerQuery(OWNER_POLL_MS);
  const isFresh = useFreshLocation(chosen, knownAtMs, owner);
  const view = known && isFresh ? afterTrial(known, trial) : undefined;
  const isLoading = known !== undefined && !isFresh;
  const away = user.away?.find(({ id }) => id === locationId && known === undefined);
  const { said, sayMoved } = useAnnouncement(view);
  const visits = useVisitActions(user.username, view, connection, restoreFocus, sayMoved);
  const { shown: location, acting } = visits;
  const { refreshing, refresh } = useRefresh(owner);
  const shownConnection = useStableConnection(connection);
  const isConnectionKnown = useKnownConnection(locationId, connection, shownConnection);
  const mayBeOld = useMayBeOld(shownConnection, owner);
  usePageTitle(say.tabTitle(location?.queue.length ?? 0));

  function perform(action: RowAction, focus: FocusTarget): void {
    if (visits.act(action)) restoreFocus(focus);
  }

  function performUndo(): boolean {
    if (visits.offered === null) return false;
    visits.undo(visits.offered);
    return true;
  }

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <DashboardHead
        name={user.name}
        locations={locations}
        chosenId={locationId}
        onChoose={choose}
        known={known}
        location={location}
        connection={isConnectionKnown ? shownConnection : undefined}
        now={now}
      />

      <PaymentBanner now={now} />
      <WarningBanner trial={trial} location={location} />
      <TextsBanner location={location} />

      <StatusLines
        locations={location ? [location] : []}
        mayBeOld={location !== undefined && mayBeOld}
        tellsTexts
      />

      <FirstSteps location={location} now={now} />

      <p className="sr" role="status">
        <span key={said.times}>{said.words}</span>
      </p>

      {/* In the order for a phone, where the next Admit comes first. Wider screens arrange the same parts in columns. */}
      <div ref={board} className={styles.board}>
        <div className={styles.queue}>
          {location && (
            <QueueCard
              // With a new key, the guests of another location do not count as newly joined.
              key={location.id}
              location={location}
              username={user.username}
              now={now}
              blocked={acting || refreshing}
              isResting={visits.isResting}
              onAct={perform}
              onUndo={performUndo}
              onRefresh={() => void refresh()}
            />
          )}
          {isLoading && <QueueSkeleton address={known.address} />}
          {away && <AwayCard address={away.address} />}
          {locations.length === 0 && <NoLocationCard blocked={refreshing} onRefresh={() => void refresh()} />}
        </div>
        {known && (
          <div id={ARRIVING_ID} className={styles.arriving}>
            {location ? (
              <ArrivingCard location={location} isBusy={visits.isBusy} onAct={perform} />
            ) : (
              <ArrivingSkeleton />
            )}
          </div>
        )}
        <div className={styles.figures}>
          {trial.kind === 'active' && (
            <TrialBanner>
              {ownerCopy.dashboard.trialOffer} {ownerCopy.planBanners.trialLeft(trial.leftMs)}
            </TrialBanner>
          )}
          {!away && <Figures location={location} isLoading={isLoading} now={now} />}
        </div>
        {!away && (
          <div className={styles.left}>
            {isLoading ? <LeftSkeleton /> : <LeftCard location={location} now={now} />}
          </div>
        )}
      </div>
      {!away && <Analytics location={location ?? known} />}
    </main>
  );
}

const textsCopy = ownerCopy.texts;

/** Warning that no texts of this location are sent, with advice for the owner. Renders nothing while texts are sent. */
function TextsBanner({ location }: { location: LocationView | undefined }) {
  const held = location?.texts?.held;
  if (location === undefined || held === undefined) return null;
  const since = clockTime(Date.parse(held.since), location.timezone, 'en');
  return (
    // An alert, because it appears while the owner works and is urgent.
    <div role="alert">
      <Banner tone="bad" icon="warning" title={textsCopy.heldTitle}>
        {textsCopy.heldSince(since)} {textsCopy.heldBody[held.reason]} {textsCopy.heldHint}
      </Banner>
    </div>
  );
}

const toastsCopy = ownerCopy.toasts;

/** The Refresh button: refetches the owner's data and shows the outcome (`docs/spec.md` section 8). */
function useRefresh(owner: ReturnType<typeof useOwnerQuery>) {
  const [refreshing, setRefreshing] = useState(false);

  async function refresh(): Promise<void> {
    dismissToasts();
    setRefreshing(true);
    const { error, data } = await owner.refetch();
    setRefreshing(false);
    if (error) toast(toastsCopy.refreshFailed, { tone: 'bad', body: error.message || toastsCopy.tryAgain });
    // Without data the session has ended, and the page is redirected to /login.
    else if (data) toast(toastsCopy.refreshed, { body: toastsCopy.refreshedBody });
  }

  return { refreshing, refresh };
}
