import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { staffMessage } from '../../../../shared/contracts/live.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { openLiveSocket, type LiveState } from '../../../lib/live-socket.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { useMember } from '../../../member-area/member-context.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { afterMessage, type LiveView } from './live-view.ts';

/** The delay before a refused socket is opened again. During the delay the session is checked. */
const REOPEN_AFTER_MS = 5_000;

export const liveKey = (locationId: string | undefined) => ['live', locationId] as const;

/**
 * The newest view of a location: from the live socket, or from `/auth/me` if this request is newer than the last
 * message. `knownAtMs`: the time of this view on `performance.now()`. `connection`: the state of the socket.
 */
export function useLiveLocation(locationId: string | undefined): {
  location: LocationView | undefined;
  knownAtMs: number;
  connection: LiveState;
} {
  const member = useMember();
  const queryClient = useQueryClient();
  const [told, setTold] = useState<{ of: string; state: LiveState }>();
  const [opening, setOpening] = useState(0);
  const live = useQuery<LiveView>({ queryKey: liveKey(locationId), queryFn: skipToken, staleTime: Infinity });

  useEffect(() => {
    if (locationId === undefined) return undefined;
    const key = liveKey(locationId);
    const tell = (state: LiveState) => setTold({ of: locationId, state });
    let reopen: ReturnType<typeof setTimeout> | undefined;

    const socket = openLiveSocket({
      path: `/auth/locations/${locationId}/live`,
      onMessage: receive,
      onState: tell,
      onRefused() {
        tell('reconnecting');
        // Possible reasons for the refusal: the session ended (the page redirects to /login), the socket reached its
        // maximum age, or the location was removed.
        void queryClient.invalidateQueries({ queryKey: memberKey });
        reopen = setTimeout(() => setOpening((count) => count + 1), REOPEN_AFTER_MS);
      },
    });

    function receive(raw: unknown): void {
      const read = staffMessage.safeParse(raw);
      if (!read.success) {
        // A newer Worker sends messages that this page cannot read. Polling still gets the state.
        void queryClient.invalidateQueries({ queryKey: memberKey });
        return;
      }
      if (read.data.serverNow !== undefined) serverClock.adopt(read.data.serverNow);
      const next = afterMessage(queryClient.getQueryData<LiveView>(key), read.data, performance.now());
      if (next === 'gap') socket.sync();
      else queryClient.setQueryData<LiveView>(key, next);
    }

    return () => {
      clearTimeout(reopen);
      socket.close();
    };
  }, [locationId, opening, queryClient]);

  const inMember = member.user.locations.find((location) => location.id === locationId);
  // The state of the previous location's socket is ignored.
  const connection = told !== undefined && told.of === locationId ? told.state : 'reconnecting';
  // A location that did not answer `/auth/me` may answer again now. If this socket is live, the view from the socket is
  // the newest view.
  const isAway = member.user.away?.some(({ id }) => id === locationId) ?? false;
  const isHeard =
    live.data !== undefined &&
    (live.data.atMs > member.askedAtMs || (isAway && connection === 'live')) &&
    (isAway || inMember !== undefined);
  return {
    location: isHeard ? live.data.view : inMember,
    knownAtMs: isHeard ? live.data.atMs : member.askedAtMs,
    connection,
  };
}
