/** Who hears what of a change: owners the change itself, guests their own state. */
import type { Decided } from '../../shared/queue/decision.ts';
import { MORE_TIME_MS } from '../../shared/limits.ts';
import type { ChangeMessage } from '../../shared/live.ts';
import { isEnded } from '../../shared/visit-words.ts';
import type { Live } from './live.ts';
import type { Reader } from './reader.ts';
import { creditsNow } from '../../shared/queue/rules/credits.ts';
import { admitsWithin } from '../../shared/queue/rules/estimate.ts';
import { hiddenPlace } from '../../shared/queue/rules/undo.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import { databaseView, placeMessage, visitView } from '../../shared/queue/project.ts';

/** A location and one of its visits, null before it joined. */
type State = { location: Location; visit: Visit | null };

export class Announcer {
  readonly #live: Live;
  readonly #read: Reader;
  readonly #store: Store;

  constructor(live: Live, read: Reader, store: Store) {
    this.#live = live;
    this.#read = read;
    this.#store = store;
  }

  /** A committed change of one visit. */
  changed(before: State, { location, visit, event }: Decided, now: number): void {
    this.#toOwners(location, visit, before.visit === null ? 'joined' : 'updated', now);
    if (before.location.undo?.visitId !== visit.id) this.#removalTold(before.location, location, now);
    if (before.visit !== null) this.#toGuestOf(location, visit, now);
    const movedFrom = before.visit === null ? Infinity : rankInLine(before.visit);
    const movedTo = rankInLine(visit);
    if (movedFrom === movedTo) return;
    // An admission also teaches the pace, and with it everybody's estimate; to undo it teaches it back.
    const isLesson = event === 'admitted' || event === 'undone';
    const fromRank = isLesson
      ? -Infinity
      : Math.min(movedFrom, movedTo, this.#offersFrom(location, movedFrom, movedTo));
    this.#places(location, fromRank, visit.id, now);
  }

  /** What became of a text. */
  textTracked(location: Location, visit: Visit, now: number): void {
    const change = () => ({
      updated: [visitView(location, visit, this.#read.position(visit), now)],
      credits: creditsNow(location, now),
      texts: this.#read.texts(location, now),
    });
    this.#tellOwners(location, change, now);
  }

  /** Guests are not known any more. */
  personErased(location: Location, visits: Visit[], now: number): void {
    this.#tellOwners(
      location,
      () => ({ updated: visits.map((visit) => visitView(location, visit, 0, now)) }),
      now,
    );
    for (const visit of visits) this.#live.closeVisit(visit.id);
  }

  /** Texts are held back, or go out again. */
  textsHeld(location: Location, now: number): void {
    this.#tellOwners(location, () => ({ texts: this.#read.texts(location, now) }), now);
  }

  /** The database does not take what is owed to it, or does again. */
  databaseAway(location: Location, now: number): void {
    this.#tellOwners(location, () => ({ database: databaseView(location) }), now);
  }

  /**
   * The rank from which on a line that has got longer or shorter changes where five more minutes would lead: of those who
   * would come to stand at its end, then or now.
   */
  #offersFrom({ pace }: Location, movedFrom: number, movedTo: number): number {
    if (movedFrom < Infinity && movedTo < Infinity) return Infinity;
    const { length, places } = this.#read.line();
    const shorter = movedTo < Infinity ? length - 1 : length;
    return places[Math.max(0, shorter - admitsWithin(pace, MORE_TIME_MS))]?.rank ?? Infinity;
  }

  #toOwners(location: Location, visit: Visit, how: 'joined' | 'updated', now: number): void {
    const change = () => ({
      [how]: [visitView(location, visit, this.#read.position(visit), now)],
      credits: creditsNow(location, now),
    });
    this.#tellOwners(location, change, now);
  }

  /** Something was set, or an offer to undo ran out. */
  locationChanged(before: Location, location: Location, now: number): void {
    const { settings, timezone, paused } = location;
    const areOthers =
      before.creditsRevision !== location.creditsRevision || before.trialEndsAt !== location.trialEndsAt;
    const credits = areOthers ? { credits: creditsNow(location, now) } : {};
    this.#tellOwners(location, () => ({ settings, timezone, paused, ...credits }), now);
    this.#removalTold(before, location, now);
  }

  /** The location closed for good: who waited, or was admitted, is told with the name that is erased by now. */
  closed(before: Location, location: Location, everybody: Visit[], now: number): void {
    this.#removalTold(before, location, now);
    for (const visit of everybody) this.#toGuestOf(location, visit, now);
    this.#live.closeOwners();
  }

  #tellOwners({ version }: Location, about: () => Partial<ChangeMessage>, now: number): void {
    const serverNow = new Date(now).toISOString();
    this.#live.tellOwners(() => ({ type: 'change', version, ...about(), serverNow }), now);
  }

  /** A removal that can no longer be undone is told to its guest. */
  #removalTold(before: Location, after: Location, now: number): void {
    const offer = before.undo;
    if (offer?.of !== 'remove' || after.undo?.visitId === offer.visitId) return;
    const visit = this.#store.visits.byId(offer.visitId);
    if (visit !== null) this.#toGuestOf(after, visit, now);
  }

  #toGuestOf(location: Location, visit: Visit, now: number): void {
    const status = this.#read.status(location, visit, now);
    this.#live.tellGuest(visit.id, { type: 'status', ...status });
    if (isEnded(status.status)) this.#live.closeVisit(visit.id);
  }

  /** Tells every page of a party at or behind this rank its place: one small message each, read from memory. */
  #places(location: Location, fromRank: number, except: string, now: number): void {
    const line = this.#read.line();
    const hidden = hiddenPlace(location, now);
    const waiting = line.length;
    this.#live.tellGuests((id) => {
      const rank = line.rankOf(id) ?? (id === hidden?.id ? hidden.rank : undefined);
      if (id === except || rank === undefined || rank < fromRank) return null;
      const position = line.positionOf(id);
      const standing =
        position > 0 ? { position, waiting } : { position: line.positionFor(rank), waiting: waiting + 1 };
      return placeMessage(location, standing, this.#read.hasHadMoreTime(id), now);
    });
  }
}

/** Where the visit stands in line; behind everybody when it does not. */
function rankInLine(visit: Visit): number {
  return visit.status === 'waiting' ? visit.rank : Infinity;
}
