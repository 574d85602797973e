import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { StatusAnswer } from '../../../../shared/contracts/guest.ts';
import { GUEST_POLL_MS } from '../../../../shared/limits.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { openLiveSocket, type LiveState } from '../../../lib/live-socket.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { isStatusAnswer } from './answers.ts';
import { loadStatus } from './calls.ts';
import type { LiveStatus } from './live-status.ts';
import { livePath } from './visit-rules.ts';

type Options = {
  username: string;
  /** Null if the page follows no visit. */
  token: string | null;
  onStatus: (status: StatusAnswer) => void;
  /** Called if the server does not know this visit or has deleted this visit. */
  onGone: () => void;
};

/**
 * Gets the status of the visit through the live socket. While the socket is down, polls the status every 2 s. The hook
 * also polls at once on load, when the tab is shown again and when the network is back. A failed poll is ignored
 * (`docs/spec.md` section 4). `cutOff` is true if the device is offline or two polls in a row have failed, so that the
 * shown status may be old.
 */
export function useVisitStatus({ username, token, onStatus, onGone }: Options): {
  connection: LiveState | undefined;
  cutOff: boolean;
} {
  const [connection, setConnection] = useState<LiveState>();
  const [failures, setFailures] = useState(0);
  const tell = useEffectEvent((status: StatusAnswer, heardAt?: number) => {
    serverClock.adopt(status.serverNow, 0, heardAt);
    setFailures(0);
    onStatus(status);
  });
  const tellGone = useEffectEvent(onGone);

  useEffect(() => {
    if (token === null) return undefined;
    const stop = new AbortController();
    const path = livePath(username, token);
    const { takeSocket, statusAfterMessage } = globalThis.earlyPage;
    const early = takeSocket(path);
    /** The last status from the socket. A change of the line updates this status. */
    let last = early?.last ?? null;
    /** Whether the open socket has sent a current status. Polling continues until then. */
    let heard = false;
    let asking = false;
    /** The server's time of the newest answer, in epoch milliseconds. */
    let newest = 0;

    function take(status: StatusAnswer, heardAt?: number): void {
      newest = Math.max(newest, Date.parse(status.serverNow));
      tell(status, heardAt);
    }

    const askNow = () => void ask(token);

    async function ask(visitToken: string): Promise<void> {
      if (asking) return;
      asking = true;
      try {
        const status = await loadStatus(username, visitToken, stop.signal);
        if (!stop.signal.aborted) take(status);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && isRefused(error)) tellGone();
        else setFailures((before) => before + 1);
      } finally {
        asking = false;
      }
    }

    function read(message: unknown): void {
      if (stop.signal.aborted) return;
      const status = statusAfterMessage(last, message);
      last = status ?? last;
      hear(status);
    }

    function hear(status: LiveStatus | null, heardAt?: number): void {
      // If the message is unreadable, or older than the shown status, polling continues until the socket sends a
      // current status.
      heard = false;
      if (!isStatusAnswer(status) || Date.parse(status.serverNow) < newest) return askNow();
      heard = true;
      take(status, heardAt);
    }

    if (early?.last) {
      hear(early.last, early.heardAt);
      heard &&= early.isCurrent;
    }
    const socket = openLiveSocket({
      path,
      opened: early?.socket,
      onMessage: read,
      onState: (next) => {
        heard &&= next === 'live';
        // The change is rendered in a transition, so that taps during hydration are handled first.
        startTransition(() => setConnection(next));
      },
      onRefused: tellGone,
    });
    const askWhenSeen = () => document.visibilityState === 'visible' && askNow();
    // The first poll runs in a separate task, so that taps made while the page loads are handled first.
    const soon = setTimeout(() => heard || askNow());
    const timer = setInterval(() => heard || askNow(), GUEST_POLL_MS);
    addEventListener('online', askNow);
    document.addEventListener('visibilitychange', askWhenSeen);
    return () => {
      stop.abort();
      socket.close();
      clearTimeout(soon);
      clearInterval(timer);
      removeEventListener('online', askNow);
      document.removeEventListener('visibilitychange', askWhenSeen);
    };
  }, [username, token]);

  return { connection, cutOff: connection === 'offline' || failures > 1 };
}

/**
 * Whether the server answered that the visit is unknown. Any other refusal, a server error or a page of a proxy says
 * nothing about the visit, whatever its HTTP status is.
 */
function isRefused({ code }: ApiError): boolean {
  return code === 'not_found';
}
