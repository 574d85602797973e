import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { locationsOf } from '../../../shared/contracts/account/view.ts';
import { overviewMessage, type OverviewMessage } from '../../../shared/contracts/overview.ts';
import { openLiveSocket, type LiveSocket, type LiveState } from '../../lib/live-socket.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useMember } from '../../member-area/member-context.ts';
import { memberKey } from '../../member-area/member-query.ts';
import type { Known } from './need.ts';

/** The delay before a refused socket is opened again. During the delay the session is checked. */
const REOPEN_AFTER_MS = 5_000;
/** How often the page asks the server again while a location does not answer. */
const ASK_AGAIN_MS = 15_000;

/**
 * A location of the overview. `heardAtMs`: the time of the last message about the location, on `performance.now()`; 0
 * before the first message.
 */
export type OverviewLocation = { id: string; known: Known; heardAtMs: number };

/** The locations of the overview's live socket, and the state of this socket. */
export function useOverview(): { locations: OverviewLocation[]; connection: LiveState } {
  const { user } = useMember();
  const queryClient = useQueryClient();
  const socket = useRef<LiveSocket>(null);
  const [connection, setConnection] = useState<LiveState>('reconnecting');
  const [opening, setOpening] = useState(0);
  const [locations, setLocations] = useState(() => locationsOf(user).map(({ id }) => unheard(id)));
  // If another page has added a location, the page opens a new socket, which sends this location too.
  const ids = locationsOf(user)
    .map(({ id }) => id)
    .join(' ');

  useEffect(() => {
    const checkSession = () => void queryClient.invalidateQueries({ queryKey: memberKey });
    let reopen: ReturnType<typeof setTimeout> | undefined;
    socket.current = openLiveSocket({
      path: '/auth/locations/live',
      onState: setConnection,
      onMessage(raw) {
        const read = overviewMessage.safeParse(raw);
        // A newer Worker sends messages that this page cannot read.
        if (!read.success) return;
        const message = read.data;
        if (message.type === 'location') serverClock.adopt(message.serverNow);
        if (message.type === 'gone' || message.type === 'added') checkSession();
        setLocations((before) => afterMessage(before, message));
      },
      onRefused() {
        setConnection('reconnecting');
        // Possible reasons for the refusal: the session ended (the page redirects to /login), or the socket reached its
        // maximum age.
        checkSession();
        reopen = setTimeout(() => setOpening((count) => count + 1), REOPEN_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(reopen);
      socket.current?.close();
    };
  }, [ids, opening, queryClient]);

  const isSomeAway = locations.some(({ known }) => known === 'away');
  useEffect(() => {
    if (!isSomeAway) return undefined;
    const timer = setInterval(() => socket.current?.sync(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isSomeAway]);

  return { locations, connection };
}

function unheard(id: string): OverviewLocation {
  return { id, known: undefined, heardAtMs: 0 };
}

/** The locations after a message. The data of a location stay the same until a message about this location arrives. */
function afterMessage(before: OverviewLocation[], message: OverviewMessage): OverviewLocation[] {
  switch (message.type) {
    case 'locations':
      return message.ids.map((id) => before.find((location) => location.id === id) ?? unheard(id));
    case 'added':
      return before;
    case 'gone':
      return before.filter(({ id }) => id !== message.id);
    case 'location':
    case 'away': {
      const known = message.type === 'away' ? 'away' : message;
      return before.map((location) =>
        location.id === message.id ? { ...location, known, heardAtMs: performance.now() } : location,
      );
    }
  }
}
