/** Who hears what of a change: owners the change itself, guests their own state. */
import { creditsNow, type Decided, type Location, type Visit } from './queue.ts';
import type { Live } from './live.ts';
import type { Reader } from './reader.ts';
import type { Store } from './store.ts';
import { visitView } from './views.ts';

export class Announcer {
  readonly #live: Live;
  readonly #read: Reader;
  readonly #store: Store;

  constructor(live: Live, read: Reader, store: Store) {
    this.#live = live;
    this.#read = read;
    this.#store = store;
  }

  /** A committed change of one visit. Guests hear of their own, and of their place when somebody ahead left the line. */
  changed(
    location: Location,
    visit: Visit,
    { joined, leftLine }: { joined: boolean; leftLine: boolean },
    now: number,
  ): void {
    this.toOwners(location, visit, joined ? 'joined' : 'updated', now);
    if (joined) return;
    this.#live.tellGuests((id) => {
      if (id === visit.id) return this.#read.guestMessage(location, visit, now);
      const other = leftLine ? this.#store.visit(id) : null;
      if (other === null || other.status !== 'waiting' || other.rank < visit.rank) return null;
      return this.#read.guestMessage(location, other, now);
    });
  }

  toOwners(location: Location, visit: Visit, how: 'joined' | 'updated', now: number): void {
    const changed = [visitView(location, visit, this.#read.position(visit), now)];
    const credits = creditsNow(location, now);
    const serverNow = new Date(now).toISOString();
    this.#live.tellOwners(
      { type: 'change', version: location.version, [how]: changed, credits, serverNow },
      now,
    );
  }

  /** The location closed for good. */
  closed(location: Location, removed: Decided[], now: number): void {
    const byId = new Map(removed.map(({ visit }) => [visit.id, visit]));
    this.#live.tellGuests((id) => {
      const visit = byId.get(id);
      return visit === undefined ? null : this.#read.guestMessage(location, visit, now);
    });
    this.#live.closeOwners();
  }
}
