/** What open pages ask of a location's object: a live socket, and the whole state again. */
import { SYNC } from '../../shared/live.ts';
import { isEnded } from '../../shared/visit-words.ts';
import { OWNER_SOCKET_MS, type Live } from './live.ts';
import type { Reader } from './reader.ts';
import type { Store } from './store/store.ts';

export class LivePages {
  readonly #store: Store;
  readonly #read: Reader;
  readonly #live: Live;

  constructor(store: Store, read: Reader, live: Live) {
    this.#store = store;
    this.#read = read;
    this.#live = live;
  }

  /** Opens a live socket. Only the Worker's routes call this; the headers say what they have checked. */
  open({ headers }: Request, now: number): Response {
    const location = this.#read.location();
    const sessionTokenHash = headers.get('x-owner-session');
    if (sessionTokenHash !== null) {
      if (location === null || location.closedAt !== null) return new Response(null, { status: 404 });
      const owner = { role: 'owner', sessionTokenHash, until: now + OWNER_SOCKET_MS } as const;
      return this.#live.accept(owner, this.#read.ownerMessage(location, now));
    }
    const found = this.#read.claimed({
      username: decodeURIComponent(headers.get('x-username') ?? ''),
      secret: headers.get('x-visit-secret') ?? '',
    });
    if (found === null) return new Response(null, { status: 404 });
    const status = this.#read.status(found.location, found.visit, now);
    if (isEnded(status.status)) return this.#live.acceptOver({ type: 'status', ...status });
    return this.#live.accept({ role: 'guest', visitId: found.visit.id }, { type: 'status', ...status });
  }

  /** A page that missed something asks for the whole again; anything else it says is not for us. */
  heard(socket: WebSocket, message: string | ArrayBuffer, now: number): void {
    const location = this.#read.location();
    if (!this.#live.maySync(socket, now) || message !== SYNC || location === null) return;
    const who = this.#live.listenerOf(socket);
    if (who.role === 'owner')
      return this.#live.sendToOwner(socket, who, this.#read.ownerMessage(location, now), now);
    const visit = this.#store.visits.byId(who.visitId);
    if (visit !== null)
      this.#live.send(socket, { type: 'status', ...this.#read.status(location, visit, now) });
  }
}
