/**
 * The early script of the guest's page. The script is in the HTML, because React arrives seconds later on a slow
 * network. The script opens the live socket of the visit, and keeps the server's HTML up to date until React takes over
 * the socket. The build makes one script for each language (`vite.config.ts`), with the sentences of that language
 * only.
 */
import type { WrittenBoot } from '../../../../shared/contracts/guest.ts';
import type { PlaceCopy } from '../../../../shared/copy/en/place.ts';
import { isOver } from '../../../../shared/visit-values.ts';
import { openSocket } from '../../../lib/open-socket.ts';
import { placeWords } from '../status/place-words.ts';
import { statusAfterMessage, type LiveStatus } from '../visit/live-status.ts';
import { livePath } from '../visit/visit-rules.ts';
import { drawStatus } from './draw-status.ts';

/** The socket that was opened for a visit, and the last status from this socket. */
type EarlySocket = {
  path: string;
  socket: WebSocket;
  last: LiveStatus | null;
  /** Whether the last message had a current status. If false, React's code polls the status. */
  isCurrent: boolean;
  /** The time at which the last status arrived, in milliseconds of `performance.now()`. */
  heardAt: number;
};

type EarlyPage = {
  /** The boot data. The visit in this data has the status that the page shows. */
  boot: WrittenBoot;
  /** Stops the changes of the page and the boot data, because React now hydrates the page. */
  freeze(): void;
  /** Hands over the socket for this path; only the first call gets the socket. A socket for another path is closed. */
  takeSocket(path: string): EarlySocket | null;
  /** The function that reads live messages. React uses this function too, so that the page loads the code only once. */
  statusAfterMessage: typeof statusAfterMessage;
  /** The function that makes the sentences about a place. React uses this function too. */
  placeWords: typeof placeWords;
};

declare global {
  /** The script in the HTML makes this object for the page's other scripts. */
  var earlyPage: EarlyPage;
}

export function startEarlyPage(copy: PlaceCopy): void {
  const boot: WrittenBoot = JSON.parse(document.getElementById('boot')?.textContent ?? '');
  const { visit, business } = boot;
  let draw: ((next: LiveStatus) => void) | null = null;
  let early: EarlySocket | null = null;

  function hear({ data }: MessageEvent<string>): void {
    if (early === null) return;
    const next = statusAfterMessage(early.last, JSON.parse(data));
    early.isCurrent = next !== null;
    if (next === null) return;
    early.last = next;
    early.heardAt = performance.now();
    draw?.(next);
  }

  globalThis.earlyPage = {
    boot,
    freeze() {
      draw = null;
    },
    takeSocket(path) {
      const taken = early;
      early = null;
      if (taken === null) return null;
      taken.socket.removeEventListener('message', hear);
      if (taken.path === path) return taken;
      taken.socket.close();
      return null;
    },
    statusAfterMessage,
    placeWords,
  };
  if (!visit || !business || isOver(visit.status)) return;
  draw = drawStatus(copy, visit);
  const path = livePath(business.username, visit.queueToken);
  early = { path, socket: openSocket(path), last: null, isCurrent: false, heardAt: 0 };
  // If this socket closes, React's code opens a new socket.
  early.socket.addEventListener('message', hear);
}
