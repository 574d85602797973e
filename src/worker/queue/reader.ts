/** The reading side of a location's object: who is meant, at which place, and what each may see. */
import { ENDED_VISITS_SHOWN_MAX, ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import type { GuestMessage, OwnerMessage } from '../../shared/live.ts';
import { customerKey, type LocationView } from '../../shared/queue-view.ts';
import type { GuestClaim, Joined, VisitName } from './calls.ts';
import { Line } from './line.ts';
import type { Location, Visit } from './queue.ts';
import type { Store } from './store.ts';
import { formatToken, sha256 } from './token.ts';
import { joinAnswer, locationView, statusAnswer } from './views.ts';

export class Reader {
  readonly #locationId: string;
  readonly #store: Store;
  /** Positions by rank; gone after every wake and read again from the rows. */
  #line: Line | null = null;

  constructor(locationId: string, store: Store) {
    this.#locationId = locationId;
    this.#store = store;
  }

  /** The location, if it belongs to the business with this username. */
  locationOf(username: string): Location | null {
    const location = this.#store.location();
    return location?.username.toLowerCase() === username.toLowerCase() ? location : null;
  }

  /** The visit that a guest can prove to be theirs. */
  claimed({ username, secret, customerKey: key }: GuestClaim): { location: Location; visit: Visit } | null {
    const location = this.locationOf(username);
    const visit = location && this.#store.visitByTokenHash(sha256(secret));
    if (!location || !visit) return null;
    return key === undefined || key === keyOf(visit) ? { location, visit } : null;
  }

  /** The visit an owner names. */
  named(name: VisitName): Visit | null {
    if ('id' in name) return this.#store.visit(name.id);
    // The key ends in an ISO time of 24 characters, and join times are unique here.
    const visit = this.#store.visitByJoinTime(Date.parse(name.customerKey.slice(-24)));
    return visit !== null && keyOf(visit) === name.customerKey ? visit : null;
  }

  /** From 1 for the party nearest to the door; 0 for a visit that does not wait. */
  position(visit: Visit): number {
    return visit.status === 'waiting' ? this.#lineNow().positionOf(visit.rank) : 0;
  }

  lineLength(): number {
    return this.#lineNow().length;
  }

  /** These three follow a commit; before the line was first read there is nothing to follow. */
  joinedLine({ id, rank }: Visit): void {
    this.#line?.add({ id, rank });
  }

  leftLine({ rank }: Visit): void {
    this.#line?.remove(rank);
  }

  forgetLine(): void {
    this.#line = null;
  }

  view(location: Location, now: number): LocationView {
    const since = now - ENDED_VISITS_SHOWN_MS;
    const lists = {
      waiting: this.#store.waiting(),
      admitted: this.#store.admittedSince(since),
      ended: this.#store.endedSince(since, ENDED_VISITS_SHOWN_MAX),
    };
    return locationView(this.#locationId, location, lists, now);
  }

  ownerMessage(location: Location, now: number): OwnerMessage {
    return {
      type: 'queue',
      version: location.version,
      ...this.view(location, now),
      serverNow: new Date(now).toISOString(),
    };
  }

  guestMessage(location: Location, visit: Visit, now: number): GuestMessage {
    return { type: 'status', ...statusAnswer(location, visit, this.position(visit), now) };
  }

  joined(location: Location, visit: Visit, secret: string, now: number): { ok: true } & Joined {
    const token = formatToken({ locationId: this.#locationId, secret });
    const answer = joinAnswer(location, visit, this.position(visit), token, now);
    return { ok: true, answer, username: location.username };
  }

  #lineNow(): Line {
    this.#line ??= new Line(this.#store.places());
    return this.#line;
  }
}

function keyOf(visit: Visit): string {
  return customerKey({ ...visit, joinedAt: new Date(visit.joinedAt).toISOString() });
}
