import { useRef, useState } from 'react';
import { locationsOf } from '../../../shared/contracts/account.ts';
import { deskCopy } from '../../../shared/copy/en/desk.ts';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { OWNER_POLL_MS } from '../../../shared/limits.ts';
import { useStableConnection } from '../../lib/stable-connection.ts';
import { BusinessHeader } from '../../owner-area/business-header.tsx';
import { useOwner } from '../../owner-area/owner-context.ts';
import { useOwnerQuery } from '../../owner-area/owner-query.ts';
import { afterTrial, trialState } from '../../owner-area/plan/plan-state.ts';
import { useServerNow } from '../../owner-area/use-server-now.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { usePause } from '../line/actions/use-pause.ts';
import { useVisitActions } from '../line/actions/use-visit-actions.ts';
import { ArrivingPane } from '../line/arriving/arriving-pane.tsx';
import { DonePane } from '../line/done/done-pane.tsx';
import { Desk, type DeskTab } from '../line/desk/desk.tsx';
import { DeskTabs } from '../line/desk/desk-tabs.tsx';
import { LineBar } from '../line/desk/line-bar.tsx';
import { lineMenu, pauseItem } from '../line/desk/line-menu.ts';
import { useLineControls } from '../line/desk/use-line-controls.ts';
import { AwayPane, NoLocationPane } from '../line/empty-queue.tsx';
import { LinePane } from '../line/line-pane.tsx';
import { useFreshLocation, useKnownConnection, useMayBeOld } from '../line/live/freshness.ts';
import { arriving, doneToday, holdLeftMs } from '../line/live/lists.ts';
import type { RowAction } from '../line/live/predict.ts';
import { useAnnouncement } from '../line/live/use-announcement.ts';
import { useChosenLocation } from '../line/live/use-chosen-location.ts';
import { useLiveLocation } from '../line/live/use-live-location.ts';
import { useRestoredFocus, type FocusTarget } from '../line/rows/use-restored-focus.ts';
import { LineSkeleton } from './dashboard-skeleton.tsx';
import { Notices } from './notices.tsx';
import { TodayPane } from './today-pane.tsx';

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
  const panes = useRef<HTMLDivElement>(null);
  const restoreFocus = useRestoredFocus(panes);
  const trial = trialState(user, useServerNow(COUNTDOWN_MS));
  // Polls even while the socket is live, because the socket covers one location and not the account.
  const owner = useOwnerQuery(OWNER_POLL_MS);
  const isFresh = useFreshLocation(chosen, knownAtMs, owner);
  const view = known && isFresh ? afterTrial(known, trial) : undefined;
  const away = user.away?.find(({ id }) => id === locationId && known === undefined);
  const { said, sayMoved } = useAnnouncement(view);
  const visits = useVisitActions(user.username, view, connection, restoreFocus, sayMoved);
  const { shown: location, acting } = visits;
  const { refreshing, refresh } = useRefresh(owner);
  const shownConnection = useStableConnection(connection);
  const isConnectionKnown = useKnownConnection(locationId, connection, shownConnection);
  const mayBeOld = useMayBeOld(shownConnection, owner);
  const [tab, setTab] = useState<DeskTab>('line');
  const controls = useLineControls();
  const pause = usePause(location);
  usePageTitle(say.tabTitle(location?.queue.length ?? 0));

  function perform(action: RowAction, focus: FocusTarget): void {
    if (visits.act(action)) restoreFocus(focus);
  }

  const menu = lineMenu(controls);
  const arrivals = location ? arriving(location, now) : [];
  return (
    <Desk
      title={deskCopy.title}
      panes={panes}
      tab={tab}
      bar={
        <BusinessHeader phoneItems={location && [pauseItem(pause), ...menu]}>
          <LineBar
            locations={locations}
            chosenId={locationId}
            onChoose={choose}
            location={location}
            connection={isConnectionKnown ? shownConnection : undefined}
            now={now}
            paused={pause}
            controls={controls}
            tab={tab}
            onTab={setTab}
            menu={menu}
          />
        </BusinessHeader>
      }
      notices={
        <>
          <Notices
            location={location}
            trial={trial}
            mayBeOld={location !== undefined && mayBeOld}
            paused={pause}
            now={now}
          />
          <p className="sr" role="status">
            <span key={said.times}>{said.words}</span>
          </p>
        </>
      }
      tabs={
        <DeskTabs
          tab={tab}
          onTab={setTab}
          counts={{
            line: location?.queue.length ?? 0,
            arriving: arrivals.length,
            done: location ? doneToday(location, now).length : 0,
          }}
          isUrgent={arrivals.some((visit) => holdLeftMs(visit, now) <= 0)}
          withToday
          onAdd={location && (() => controls.adding.set(true))}
        />
      }
      line={
        <>
          {location && (
            <LinePane
              // With a new key, the guests of another location do not count as newly joined.
              key={location.id}
              location={location}
              username={user.username}
              now={now}
              blocked={acting || refreshing}
              controls={controls}
              visits={visits}
              onAct={perform}
              onRefresh={() => void refresh()}
            />
          )}
          {known && !location && <LineSkeleton address={known.address} />}
          {away && <AwayPane address={away.address} />}
          {locations.length === 0 && <NoLocationPane blocked={refreshing} onRefresh={() => void refresh()} />}
        </>
      }
      arriving={
        location && (
          <ArrivingPane
            location={location}
            isBusy={visits.isBusy}
            offers={visits.offers}
            onUndo={visits.undo}
            onOpen={controls.opened.set}
            onAct={perform}
          />
        )
      }
      done={location && <DonePane location={location} now={now} isBusy={visits.isBusy} onAct={perform} />}
      today={
        <TodayPane trial={trial} known={known} location={location} isAway={away !== undefined} now={now} />
      }
    />
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
