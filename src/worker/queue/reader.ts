/** The reading side of a location's object: who is meant, at which place, and what each may see. */
import { ENDED_VISITS_SHOWN_MAX, ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import { calendarDay } from '../../shared/day-figures.ts';
import type { StatusAnswer } from '../../shared/guest-queue.ts';
import type { OwnerMessage } from '../../shared/live.ts';
import { customerKey, type LocationView, type TextsView } from '../../shared/queue-view.ts';
import { sha256 } from '../hashing.ts';
import type { Accepting, GuestClaim, Joined, VisitName } from './calls.ts';
import { creditsNow } from '../../shared/queue/rules/credits.ts';
import { refusalToJoin } from '../../shared/queue/rules/queue.ts';
import { backInLine, hiddenPlace } from '../../shared/queue/rules/undo.ts';
import { Line, type Place } from '../../shared/queue/rules/line.ts';
import type { Standing } from '../../shared/queue/rules/replies.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import { formatToken } from './token.ts';
import { isLinkCodeOf, joinTimeOf } from './visit-link.ts';
import { joinAnswer, locationView, statusAnswer } from '../../shared/queue/project.ts';

export class Reader {
  readonly #locationId: string;
  readonly #store: Store;
  /** Positions by rank; gone after every wake and read again from the rows. */
  #line: Line | null = null;
  /** Who of the line has had more time. Whoever went may still be in it. */
  #hadMoreTime: Set<string> | null = null;

  constructor(locationId: string, store: Store) {
    this.#locationId = locationId;
    this.#store = store;
  }

  /** Null when the object was never opened, or is erased. */
  location(): Location | null {
    return this.#store.location?.read() ?? null;
  }

  /** The location, if it belongs to the business with this username. */
  locationOf(username: string): Location | null {
    const location = this.location();
    return location?.username.toLowerCase() === username.toLowerCase() ? location : null;
  }

  /** The visit that a guest can prove to be theirs. */
  claimed({ username, secret, customerKey: key }: GuestClaim): { location: Location; visit: Visit } | null {
    const location = this.locationOf(username);
    const visit = location && this.#bySecret(secret);
    if (!location || !visit) return null;
    return key === undefined || key === keyOf(visit) ? { location, visit } : null;
  }

  /** The visit an owner names. */
  named(name: VisitName): Visit | null {
    if ('id' in name) return this.#store.visits.byId(name.id);
    // The key ends in an ISO time of 24 characters, and join times are unique here.
    const visit = this.#store.visits.byJoinTime(Date.parse(name.customerKey.slice(-24)));
    return visit !== null && keyOf(visit) === name.customerKey ? visit : null;
  }

  /** From 1 for the party nearest to the door; 0 for a visit that does not wait. */
  position(visit: Visit): number {
    return this.line().positionOf(visit.id);
  }

  /** The line as it stands: read once, then kept up by `followLine`. */
  line(): Line {
    this.#line ??= new Line(this.#store.visits.places());
    return this.#line;
  }

  /** Follows the commit of a visit; others may have been given new ranks with it. */
  followLine(visit: Visit, ranks: readonly Place[]): void {
    if (ranks.length > 0) return this.forgetLine();
    if (visit.moreTimeAt !== null) this.#hadMoreTime?.add(visit.id);
    this.#line?.remove(visit.id);
    if (visit.status === 'waiting') this.#line?.add({ id: visit.id, rank: visit.rank });
  }

  forgetLine(): void {
    this.#line = null;
    this.#hadMoreTime = null;
  }

  /** Whether this visit, in line, has had its five more minutes. Asked once for each open page. */
  hasHadMoreTime(id: string): boolean {
    this.#hadMoreTime ??= new Set(this.#store.visits.hadMoreTime());
    return this.#hadMoreTime.has(id);
  }

  /** Whether a guest may join, and be texted. */
  accepting(location: Location, now: number): Accepting {
    return {
      refusal: refusalToJoin(location, this.line().length, now),
      smsAvailable: creditsNow(location, now).smsCredits > 0,
    };
  }

  view(location: Location, now: number): LocationView {
    const since = now - ENDED_VISITS_SHOWN_MS;
    const lists = {
      waiting: this.#store.visits.waiting(),
      admitted: this.#store.visits.admittedSince(since),
      ended: this.#store.visits.endedSince(since, ENDED_VISITS_SHOWN_MAX),
    };
    return locationView(this.#locationId, location, lists, this.texts(location, now), now);
  }

  /** Whether texts go out, and how many did today. */
  texts({ textsHeld, timezone }: Location, now: number): TextsView {
    const day = calendarDay(now, timezone);
    const { sent, delivered } = this.#store.texts.countOn(day);
    return {
      ...(textsHeld && {
        held: { reason: textsHeld.reason, since: new Date(textsHeld.since).toISOString() },
      }),
      ...(sent > 0 && { today: { day, sent, delivered } }),
    };
  }

  ownerMessage(location: Location, now: number): OwnerMessage {
    return {
      type: 'queue',
      version: location.version,
      ...this.view(location, now),
      serverNow: new Date(now).toISOString(),
    };
  }

  status(location: Location, visit: Visit, now: number): StatusAnswer {
    const { shown, standing } = this.#asGuestSees(location, visit, now);
    return statusAnswer(location, shown, standing, now);
  }

  joined(location: Location, visit: Visit, secret: string, now: number): { ok: true } & Joined {
    const token = formatToken({ locationId: this.#locationId, secret });
    const { shown, standing } = this.#asGuestSees(location, visit, now);
    const answer = joinAnswer(location, shown, standing.position, token, now);
    return { ok: true, answer, username: location.username, resumed: false };
  }

  /** A removal that can still be undone is not told to its guest: the visit keeps its place until then. */
  #asGuestSees(location: Location, visit: Visit, now: number): { shown: Visit; standing: Standing } {
    const hidden = hiddenPlace(location, now);
    const line = this.line();
    if (hidden?.id !== visit.id)
      return { shown: visit, standing: { position: line.positionOf(visit.id), waiting: line.length } };
    const standing = { position: line.positionFor(hidden.rank), waiting: line.length + 1 };
    return { shown: backInLine(visit), standing };
  }

  /** By the token's secret, or by the code of a link, which names the join it belongs to: neither takes a search. */
  #bySecret(secret: string): Visit | null {
    const joinedAt = joinTimeOf(secret);
    if (joinedAt === null) return this.#store.visits.byTokenHash(sha256(secret, 'hex'));
    const visit = this.#store.visits.byJoinTime(joinedAt);
    return visit !== null && isLinkCodeOf(this.#store.tokenKey(), visit, secret) ? visit : null;
  }
}

function keyOf(visit: Visit): string {
  return customerKey({ ...visit, joinedAt: new Date(visit.joinedAt).toISOString() });
}
