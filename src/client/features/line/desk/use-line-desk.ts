import { useRef, useState } from 'react';
import { locationsOf } from '../../../../shared/contracts/account/view.ts';
import { MEMBER_POLL_MS } from '../../../../shared/limits.ts';
import { useStableConnection } from '../../../lib/stable-connection.ts';
import { useMember } from '../../../member-area/member-context.ts';
import { useMemberQuery } from '../../../member-area/member-query.ts';
import { afterTrial, trialState } from '../../../member-area/plan/plan-state.ts';
import { useServerNow } from '../../../member-area/use-server-now.ts';
import { useDuty } from '../actions/use-duty.ts';
import { usePause } from '../actions/use-pause.ts';
import { useServers } from '../actions/use-servers.ts';
import { useVisitActions } from '../actions/use-visit-actions.ts';
import { useFreshLocation, useKnownConnection, useMayBeOld } from '../live/freshness.ts';
import type { RowAction } from '../live/predict.ts';
import { useAnnouncement } from '../live/use-announcement.ts';
import { useChosenLocation } from '../live/use-chosen-location.ts';
import { useLiveLocation } from '../live/use-live-location.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { useRestoredFocus, type FocusTarget } from '../rows/use-restored-focus.ts';
import type { DeskTab } from './desk.tsx';
import { useLineControls, type ControlDefaults } from './use-line-controls.ts';

/** How often relative times ('Nm ago') are recomputed. */
const RELATIVE_TIMES_MS = 10_000;
/** How often the trial's countdown is recomputed (`docs/spec.md` section 4). */
const COUNTDOWN_MS = 60_000;

export type LineDeskState = ReturnType<typeof useLineDesk>;

/** The data, actions and state that `LineDesk` renders on the dashboard and on the stand. */
export function useLineDesk(defaults?: ControlDefaults) {
  const { user } = useMember();
  const now = useServerNow(RELATIVE_TIMES_MS);
  const locations = locationsOf(user);
  const { locationId, chosen, choose } = useChosenLocation(locations);
  const { location: known, knownAtMs, connection } = useLiveLocation(locationId);
  const panes = useRef<HTMLDivElement>(null);
  const restoreFocus = useRestoredFocus(panes);
  const trial = trialState(user, useServerNow(COUNTDOWN_MS));
  // Polls even while the socket is live, because the socket sends the data of one location, not of the account.
  const member = useMemberQuery(MEMBER_POLL_MS);
  const isFresh = useFreshLocation(chosen, knownAtMs, member);
  const view = known && isFresh ? afterTrial(known, trial) : undefined;
  const away = user.away?.find(({ id }) => id === locationId && known === undefined);
  const { said, sayMoved } = useAnnouncement(view);
  const visits = useVisitActions(user.username, view, connection, restoreFocus, sayMoved);
  const { shown: location } = visits;
  const { refreshing, refresh } = useRefresh(member);
  const shownConnection = useStableConnection(connection);
  const isConnectionKnown = useKnownConnection(locationId, connection, shownConnection);
  const mayBeOld = useMayBeOld(shownConnection, member);
  const [tab, setTab] = useState<DeskTab>('line');
  const controls = useLineControls(defaults);
  const pause = usePause(location);
  const servers = useServers(location, connection);
  const duty = useDuty(location, connection);

  return {
    user,
    now,
    trial,
    locations,
    locationId,
    choose,
    /** The last known data of the chosen location, which may be old. */
    known,
    /** The chosen location with predictions applied. Undefined if its data is not current. */
    location,
    /** The chosen location, if the location's Durable Object does not answer. */
    away,
    connection: isConnectionKnown ? shownConnection : undefined,
    mayBeOld: location !== undefined && mayBeOld,
    /** The sentence for screen readers about the last change. */
    said,
    panes,
    tab,
    setTab,
    controls,
    pause,
    servers,
    duty,
    visits,
    refreshing,
    refresh,
    /** Performs an action on a row. If the page accepts the action, the focus moves to `focus`. */
    perform(action: RowAction, focus: FocusTarget): void {
      if (visits.act(action)) restoreFocus(focus);
    },
  };
}
