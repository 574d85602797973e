/** Opens the live sockets of guests, of staff and of the overview, and answers messages from these sockets. */
import type { GuestClaim } from '../../shared/queue/commands.ts';
import { SYNC } from '../../shared/contracts/live.ts';
import { STAFF_SOCKET_MS } from '../../shared/limits.ts';
import { statusMessage } from '../../shared/queue/guest-messages.ts';
import { isFinal } from '../../shared/queue/rules/undo.ts';
import type { Broadcaster } from './broadcaster.ts';
import type { GuestVisits } from './guests/guest-visits.ts';
import { asShownBy, isLinkCode } from './guests/visit-link.ts';
import type { Overview } from './overview/overview.ts';
import type { Sockets } from './sockets.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';
import { STAFF_SESSION_HEADER } from './rpc.ts';

type Parts = {
  storage: SqliteStorage;
  sockets: Sockets;
  broadcaster: Broadcaster;
  visits: GuestVisits;
  overview: Overview;
  /** Whether this session of staff is stored as ended. */
  isEnded: (sessionTokenHash: string) => boolean;
};

export class LivePages {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Opens a live socket. Checks the secret of a guest. The Worker's routes have already checked the session of staff;
   * this method only checks whether the session has ended since that check.
   */
  open(headers: Headers): Response {
    const now = Date.now();
    const sessionTokenHash = headers.get(STAFF_SESSION_HEADER);
    if (sessionTokenHash === null) return this.#openForGuest(headers, now);
    const seen = headers.get('x-locations');
    if (seen !== null) {
      const locationIds = seen === '' ? [] : seen.split(' ');
      return this.#parts.overview.open(sessionTokenHash, locationIds, now);
    }
    const { storage, sockets, broadcaster, isEnded } = this.#parts;
    if (isEnded(sessionTokenHash)) return new Response(null, { status: 401 });
    const whole = broadcaster.wholeForStaff(now);
    if (whole === null || storage.location()?.profile.closedAt !== null)
      return new Response(null, { status: 404 });
    const masksNumbers = headers.has('x-masks-numbers');
    // The socket of a device ends at the time at which the device locks if nobody uses it.
    const deviceUntil = Number(headers.get('x-device-until') ?? Infinity);
    const until = Math.min(now + STAFF_SOCKET_MS, deviceUntil);
    return sockets.accept({ role: 'staff', sessionTokenHash, until, masksNumbers }, whole);
  }

  /** Answers `SYNC`, by which a page that missed a message asks for the whole state. Ignores all other messages. */
  receive(socket: WebSocket, message: string | ArrayBuffer): void {
    const now = Date.now();
    const { storage, sockets, broadcaster, overview } = this.#parts;
    if (!sockets.maySync(socket, now) || message !== SYNC) return;
    const who = sockets.listenerOf(socket);
    if (who.role !== 'guest' && sockets.closeIfOver(socket, who, now)) return;
    if (who.role === 'overview') return overview.ask(who);
    const location = storage.location();
    if (location === null) return;
    if (who.role === 'staff') {
      const whole = broadcaster.wholeForStaff(now);
      if (whole !== null) sockets.send(socket, whole);
      return;
    }
    const visit = storage.visit({ id: who.visitId });
    if (visit !== null) sockets.send(socket, statusMessage(storage, location, visit, now));
  }

  #openForGuest(headers: Headers, now: number): Response {
    const { storage, sockets, visits } = this.#parts;
    const claim: GuestClaim = {
      username: decodeURIComponent(headers.get('x-username') ?? ''),
      secret: headers.get('x-visit-secret') ?? '',
    };
    const found = visits.opened(claim);
    if (found === null) return new Response(null, { status: 404 });
    const { location, visit } = found;
    const status = asShownBy(claim, statusMessage(storage, location, visit, now));
    if (isFinal(location, visit, now)) return sockets.acceptOver(status);
    const readsMoved = headers.has('x-reads-moved');
    const byLink = isLinkCode(claim.secret);
    return sockets.accept({ role: 'guest', visitId: visit.id, readsMoved, byLink }, status);
  }
}
