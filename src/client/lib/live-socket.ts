/**
 * A page's live socket: it checks the connection, reconnects by itself and reports its state. The caller parses
 * messages, and polls while the socket is down.
 */
import { closeCodes, PING, PONG, SYNC } from '../../shared/contracts/live-protocol.ts';
import { openSocket } from './open-socket.ts';

export type LiveState = 'live' | 'reconnecting' | 'offline';

const PING_EVERY_MS = 20_000;
/**
 * Time limit for the answer to a ping. After the device slept or the network was lost, browsers do not report that a
 * socket is dead.
 */
const PONG_WITHIN_MS = 3_000;
/**
 * A socket that has not answered its last ping (`stale`) is closed after this further time, even if the browser reports
 * the socket as open.
 */
const DEAD_AFTER_MS = 5_000;
/** Time limit for the opening of a socket. On a network that drops packets the browser would wait for minutes. */
const OPEN_WITHIN_MS = 10_000;
/**
 * The first retry is made at a random moment within this time, because a release disconnects all pages of a location at
 * once.
 */
const FIRST_RETRY_WITHIN_MS = 3_000;
const NEXT_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** The number of the first attempt that has the longest delay. */
const REPLACED_ATTEMPT = 5;

type Options = {
  /** Path of the socket on this origin. */
  path: string;
  /** A socket that another script has opened. The page uses this socket first, if the socket has not closed. */
  opened?: WebSocket | undefined;
  /** Called with each message, parsed as JSON. */
  onMessage: (message: unknown) => void;
  onState: (state: LiveState) => void;
  /**
   * Called if the server refuses this page: the visit is unknown (`gone`), or the session has ended (`unauthorized`).
   */
  onRefused?: (why: 'gone' | 'unauthorized') => void;
};

export type LiveSocket = {
  /** Requests the whole view. Does nothing while the socket is down. */
  sync: () => void;
  close: () => void;
};

/**
 * The delay in milliseconds before a retry. `attempt` is counted from 0. The backoff is exponential, up to 15 s, with
 * jitter, so that not all pages reconnect at the same moment.
 */
function retryDelayMs(attempt: number, random: number): number {
  if (attempt === 0) return FIRST_RETRY_WITHIN_MS * random;
  return Math.min(LONGEST_RETRY_MS, NEXT_RETRY_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
}

/** Opens the socket and reports the first state at once. */
export function openLiveSocket({ path, opened, onMessage, onState, onRefused }: Options): LiveSocket {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let closed = false;
  /** Whether the last ping got no answer; the socket is then probably dead. */
  let stale = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * The timer of a silent socket. The timer limits the opening, the answer to a ping, and the time until a silent
   * socket is closed.
   */
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;

  function reportState(): void {
    if (!navigator.onLine) onState('offline');
    else onState(socket?.readyState === WebSocket.OPEN && !stale ? 'live' : 'reconnecting');
  }

  function connect(): void {
    clearTimeout(retryTimer);
    const given = opened && opened.readyState <= WebSocket.OPEN ? opened : undefined;
    const opening = given ?? openSocket(path);
    opened = undefined;
    socket = opening;
    if (opening.readyState !== WebSocket.OPEN) silenceTimer = setTimeout(giveUp, OPEN_WITHIN_MS);
    opening.addEventListener('open', () => {
      clearTimeout(silenceTimer);
      attempt = 0;
      reportState();
    });
    opening.addEventListener('message', ({ data }) => {
      if (socket !== opening) return;
      clearTimeout(silenceTimer);
      if (stale) {
        stale = false;
        reportState();
        sync();
      }
      if (data === PONG || typeof data !== 'string') return;
      onMessage(parsed(data));
    });
    opening.addEventListener('close', ({ code }) => {
      if (socket !== opening) return;
      drop();
      if (closed) return;
      if (code === closeCodes.gone) refuse('gone');
      else if (code === closeCodes.unauthorized) refuse('unauthorized');
      else if (code === closeCodes.over) close();
      else {
        // The visit had too many sockets, or there were too many requests. To reconnect at once would make the overload
        // worse.
        if (code === closeCodes.replaced || code === closeCodes.tooMany) attempt = REPLACED_ATTEMPT;
        retryLater();
      }
    });
  }

  function drop(): void {
    clearTimeout(silenceTimer);
    stale = false;
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function refuse(why: 'gone' | 'unauthorized'): void {
    close();
    onRefused?.(why);
  }

  function retryLater(): void {
    reportState();
    clearTimeout(retryTimer);
    // Without a network each attempt fails and logs an error in the console, so the page waits for the 'online' event.
    if (!navigator.onLine) return;
    retryTimer = setTimeout(connect, retryDelayMs(attempt++, Math.random()));
  }

  function ping(): void {
    if (socket?.readyState !== WebSocket.OPEN || stale) return;
    socket.send(PING);
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(markStale, PONG_WITHIN_MS);
  }

  function markStale(): void {
    stale = true;
    reportState();
    silenceTimer = setTimeout(giveUp, DEAD_AFTER_MS);
  }

  function giveUp(): void {
    drop();
    retryLater();
  }

  /** Reconnects at once when the page is visible again or the network is back. */
  function reconnect(): void {
    if (!navigator.onLine) return;
    if (socket === null) {
      attempt = 0;
      reportState();
      connect();
    } else {
      sync();
      ping();
    }
  }

  function reconnectWhenVisible(): void {
    if (document.visibilityState === 'visible') reconnect();
  }

  function sync(): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(SYNC);
  }

  function close(): void {
    closed = true;
    clearTimeout(retryTimer);
    clearInterval(pings);
    removeEventListener('online', reconnect);
    removeEventListener('offline', giveUp);
    document.removeEventListener('visibilitychange', reconnectWhenVisible);
    drop();
  }

  addEventListener('online', reconnect);
  addEventListener('offline', giveUp);
  document.addEventListener('visibilitychange', reconnectWhenVisible);
  const pings = setInterval(ping, PING_EVERY_MS);
  if (navigator.onLine) connect();
  reportState();
  return { sync, close };
}

/** Undefined if the message is not JSON; no schema accepts undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
