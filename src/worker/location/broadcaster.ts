/** Broadcasts a committed change to open pages: staff get the change, and guests get the status of their own visits. */
import { MORE_TIME_MS } from '../../shared/limits.ts';
import type { ChangeMessage, GuestMessage, StaffMessage } from '../../shared/contracts/live.ts';
import type { Accepted } from '../../shared/queue/decision.ts';
import { isOfVisit } from '../../shared/queue/events.ts';
import { movedMessage, positionMessage, statusMessage } from '../../shared/queue/guest-messages.ts';
import { isShownToStaff, staffVisitIn } from '../../shared/queue/project-visit.ts';
import {
  creditsView,
  databaseView,
  onDutyView,
  profileView,
  project,
  settingsView,
  textsView,
} from '../../shared/queue/project.ts';
import { admitsWithin } from '../../shared/queue/rules/estimate/estimate.ts';
import type { Line } from '../../shared/queue/rules/line.ts';
import { serversOnDuty } from '../../shared/queue/rules/servers.ts';
import { otherWithSameNumber } from '../../shared/queue/rules/same-number.ts';
import { moreTimeAtTurn } from '../../shared/queue/rules/texts/replies.ts';
import { hiddenVisits, isFinal } from '../../shared/queue/rules/undo.ts';
import {
  MAIN_SERVICE,
  serviceOf,
  type Location,
  type Service,
  type ServiceId,
  type Undo,
  type Visit,
} from '../../shared/queue/state.ts';
import type { QueueState } from '../../shared/queue/storage.ts';
import { iso } from '../../shared/time/iso.ts';

/** The state before a command: the location, and the visits that the command changes. */
export type Before = { location: Location; visits: ReadonlyMap<string, Visit> };

const main = { serviceId: MAIN_SERVICE };

/**
 * A guest's open page. `readsMoved`: whether the page can read `moved` messages. Pages of earlier releases cannot read
 * these messages.
 */
export type GuestPage = { visitId: string; readsMoved: boolean };

/** The methods of `Sockets` (`sockets.ts`) that the broadcaster needs. */
export type OpenPages = {
  broadcastToStaff(message: () => ChangeMessage, now: number): void;
  sendToGuest(visitId: string, message: GuestMessage): void;
  broadcastToGuests(messageFor: (guest: GuestPage) => GuestMessage | null): void;
  closeVisit(visitId: string): void;
  closeStaff(): void;
};

export class Broadcaster {
  readonly #sockets: OpenPages;
  readonly #state: QueueState;

  constructor(sockets: OpenPages, state: QueueState) {
    this.#sockets = sockets;
    this.#state = state;
  }

  /**
   * Broadcasts the outcome of a command. Call this method directly after the commit, so that pages receive changes in
   * the order of the commits.
   */
  broadcast(before: Before, outcome: Accepted, now: number): void {
    const { location, visits, joined, erased } = outcome.changes;
    if (erased === 'all') return this.#closed(before, outcome, now);
    // Each new version is broadcast exactly once, because a page asks for the whole state if a version is missing.
    if (location.version === before.location.version) return;
    const about = this.#changeMessage(before, outcome, now);
    this.#sockets.broadcastToStaff(
      () => ({ type: 'change', version: location.version, ...about(), serverNow: iso(now) }),
      now,
    );
    this.#announceEnds(before.location, outcome, now);
    if (before.location.profile !== location.profile) this.#toAllGuests(location, now);
    const isRated = serversOnDuty(before.location, main) !== serversOnDuty(location, main);
    if (isRated) this.#sendPlaces(location, main, { fromRank: -Infinity, exceptId: null, now });
    for (const { visitId, kind } of outcome.events.filter(isOfVisit)) {
      const visit = visits.find(({ id }) => id === visitId);
      // An erased visit has already ended, so there is no new status to send. Its sockets are closed at the end of this
      // method.
      if (visit === undefined || kind === 'erased') continue;
      if (joined === null) this.#toGuestOf(location, visit, now);
      const isLesson = kind === 'admitted' || kind === 'undone';
      this.#sendPositions(location, before.visits.get(visitId) ?? null, visit, { isLesson, now });
    }
    this.#sendOffersAtTurn(before, outcome, now);
    for (const visitId of erased) this.#sockets.closeVisit(visitId);
  }

  /** The first message to a page of staff: the whole location. Null if there is no location. */
  wholeForStaff(now: number): StaffMessage | null {
    const view = project.staff(this.#state, now);
    const version = this.#state.location()?.version ?? 0;
    return view && { type: 'queue', version, ...view, serverNow: iso(now) };
  }

  /** The change message for staff. The message is built only if a page of staff is open. */
  #changeMessage(before: Before, { changes }: Accepted, now: number): () => Partial<ChangeMessage> {
    const { location, visits, joined, text, erased } = changes;
    const { credits, health, profile, settings } = before.location;
    const isSet =
      settings !== location.settings ||
      serviceOf(before.location, main).settings !== serviceOf(location, main).settings;
    const areCreditsSet =
      credits.revision !== location.credits.revision || credits.endAt !== location.credits.endAt;
    const isTextingChanged =
      health.textBreaker?.reason !== location.health.textBreaker?.reason ||
      health.textStop !== location.health.textStop;
    const erasedIds = erased === 'all' ? [] : erased;
    const grouped = joined === null ? [] : this.#state.recentJoins().lastGrouped;
    const servers = serversOnDuty(location, main);
    const areServersSet = servers !== serversOnDuty(before.location, main);
    const areOthersOnDuty = serviceOf(before.location, main).onDuty !== serviceOf(location, main).onDuty;
    const isAway = health.databaseAwaySince !== location.health.databaseAwaySince;
    return () => {
      const viewsOf = (changed: Visit[]) =>
        changed.map((visit) => staffVisitIn(this.#state, location, visit, now));
      const others = [
        ...this.#shown([...this.#othersMarked(before, visits), ...grouped, ...erasedIds], now),
        ...this.#endedOffers(before.location, location).map(({ visit }) => visit),
      ].filter(({ id }) => visits.every((visit) => visit.id !== id));
      const updated = viewsOf(joined === null ? [...visits, ...others] : others);
      return {
        ...(joined !== null && { joined: viewsOf([...visits]) }),
        ...(updated.length > 0 && { updated }),
        ...((visits.length > 0 || areCreditsSet) && { credits: creditsView(location, now) }),
        ...(profile !== location.profile && profileView(location)),
        ...(isSet && settingsView(location)),
        ...(areServersSet && { servers }),
        ...(areOthersOnDuty && { onDuty: onDutyView(location) }),
        ...((text !== null || isTextingChanged) && { texts: textsView(this.#state, location, now) }),
        ...(isAway && { database: databaseView(location) }),
      };
    };
  }

  /** The ids of the other visits whose `sameNumber` this change has set or removed. */
  #othersMarked(before: Before, visits: readonly Visit[]): string[] {
    const changed = new Set(visits.map(({ id }) => id));
    const others = visits.flatMap((visit) =>
      otherWithSameNumber(this.#state, before.visits.get(visit.id) ?? null, visit),
    );
    return [...new Set(others)].filter((id) => !changed.has(id));
  }

  /** The visits of `visitIds` that staff's pages show. */
  #shown(visitIds: readonly string[], now: number): Visit[] {
    return visitIds.flatMap((id) => {
      const visit = this.#state.visit({ id });
      return visit !== null && isShownToStaff(visit, now) ? [visit] : [];
    });
  }

  /**
   * Sends guests their status after the location has closed. The status is made from the visits as they were before the
   * close, because the stored names are already erased. Closes the sockets of staff, so that their pages load again.
   */
  #closed(before: Before, { changes }: Accepted, now: number): void {
    const { location, visits } = changes;
    const removed = new Map(visits.map((visit) => [visit.id, visit]));
    for (const { offer, visit } of this.#endedOffers(before.location, location))
      if (offer.of === 'remove') this.#toGuestOf(location, visit, now);
    for (const visit of before.visits.values())
      this.#toGuestOf(location, removed.get(visit.id) ?? visit, now);
    this.#sockets.closeStaff();
  }

  /**
   * Sends guests their final status if the undo offer for their arrival, no-show or removal has ended, and closes the
   * sockets of these guests.
   */
  #announceEnds(before: Location, { changes: { location }, events }: Accepted, now: number): void {
    for (const { offer, visit } of this.#endedOffers(before, location)) {
      const isToldAnyway = events.some(({ visitId }) => visitId === visit.id);
      if (offer.of !== 'admit' && !isToldAnyway) this.#toGuestOf(location, visit, now);
    }
  }

  #endedOffers(before: Location, after: Location): { offer: Undo; visit: Visit }[] {
    return Object.entries(before.services).flatMap(([serviceId, { undos }]) => {
      const running = new Set(serviceOf(after, { serviceId }).undos.map(({ visitId }) => visitId));
      return undos.flatMap((offer) => {
        const visit = running.has(offer.visitId) ? null : this.#state.visit({ id: offer.visitId });
        return visit === null ? [] : [{ offer, visit }];
      });
    });
  }

  #toAllGuests(location: Location, now: number): void {
    this.#sockets.broadcastToGuests(({ visitId: id }) => {
      const visit = this.#state.visit({ id });
      return visit && statusMessage(this.#state, location, visit, now);
    });
  }

  #toGuestOf(location: Location, visit: Visit, now: number): void {
    this.#sockets.sendToGuest(visit.id, statusMessage(this.#state, location, visit, now));
    if (isFinal(location, visit, now)) this.#sockets.closeVisit(visit.id);
  }

  /**
   * Sends the other guests in line their new positions. `isLesson`: whether the pace has changed, so that all guests
   * need new estimates.
   */
  #sendPositions(
    location: Location,
    before: Visit | null,
    visit: Visit,
    { isLesson, now }: { isLesson: boolean; now: number },
  ): void {
    const movedFrom = before === null ? Infinity : rankInLine(before);
    const movedTo = rankInLine(visit);
    if (movedFrom === movedTo) return;
    const service = serviceOf(location, visit);
    const line = this.#state.line(visit);
    const fromRank = isLesson
      ? -Infinity
      : Math.min(movedFrom, movedTo, offersFrom(service, line, movedFrom, movedTo));
    this.#sendPlaces(location, visit, { fromRank, exceptId: visit.id, now });
  }

  /** Sends positions and estimates to the guests in line whose rank is at least `fromRank`. */
  #sendPlaces(
    location: Location,
    { serviceId }: { serviceId: ServiceId },
    { fromRank, exceptId, now }: { fromRank: number; exceptId: string | null; now: number },
  ): void {
    const service = serviceOf(location, { serviceId });
    const line = this.#state.line({ serviceId });
    const hidden = new Map(hiddenVisits(service, now).map(({ id, rank }) => [id, rank]));
    const waiting = line.length;
    this.#sockets.broadcastToGuests(({ visitId: id, readsMoved }) => {
      const rank = line.rankOf(id) ?? hidden.get(id);
      if (id === exceptId || rank === undefined) return null;
      // Guests whose removal is hidden get every change, because there are only a few of them.
      if (rank < fromRank && !hidden.has(id)) return null;
      const position = line.positionOf(id);
      const linePosition =
        position > 0 ? { position, waiting } : { position: line.positionFor(rank), waiting: waiting + 1 };
      const hasHadMoreTime = this.#state.hasHadMoreTime(id);
      return readsMoved
        ? movedMessage(service, location.version, linePosition, hasHadMoreTime, now)
        : positionMessage(service, linePosition, hasHadMoreTime, now);
    });
  }

  /** Sends admitted guests their status if the command has changed the number of places that five more minutes cost. */
  #sendOffersAtTurn(before: Before, { changes: { location, visits } }: Accepted, now: number): void {
    const line = this.#state.line(main);
    const isWaiting = (visit: Visit | undefined) => visit?.status === 'waiting';
    const were = visits.filter(({ id }) => isWaiting(before.visits.get(id))).length;
    const are = visits.filter(isWaiting).length;
    const offer = moreTimeAtTurn(serviceOf(location, main), line.length);
    const offerBefore = moreTimeAtTurn(serviceOf(before.location, main), line.length - are + were);
    if (offer.places === offerBefore.places) return;
    const told = new Set(visits.map(({ id }) => id));
    this.#sockets.broadcastToGuests(({ visitId }) => {
      if (line.rankOf(visitId) !== undefined || told.has(visitId)) return null;
      const visit = this.#state.visit({ id: visitId });
      return visit?.status === 'admitted' ? statusMessage(this.#state, location, visit, now) : null;
    });
  }
}

/**
 * The lowest rank whose offer of five more minutes changes because the line got longer or shorter. From this rank on, a
 * guest who takes five more minutes goes to the end of the line. The calculation uses the shorter of two lines: the
 * line before the change and the line after the change.
 */
function offersFrom({ pace }: Service, line: Line, movedFrom: number, movedTo: number): number {
  if (movedFrom < Infinity && movedTo < Infinity) return Infinity;
  const shorter = movedTo < Infinity ? line.length - 1 : line.length;
  return line.visits[Math.max(0, shorter - admitsWithin(pace, MORE_TIME_MS))]?.rank ?? Infinity;
}

function rankInLine(visit: Visit): number {
  return visit.status === 'waiting' ? visit.rank : Infinity;
}
