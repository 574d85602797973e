/**
 * The queue of one location in memory. The product's queue code (`decide`) decides on the commands, and the product's
 * `Broadcaster` sends the messages to the sockets of the pages.
 */
import type { LocationView, VisitHistory, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import {
  guestMessage,
  staffMessage,
  type GuestMessage,
  type StaffMessage,
} from '../../../src/shared/contracts/live.ts';
import type { LocationNews } from '../../../src/shared/contracts/overview.ts';
import { UNDO_MS } from '../../../src/shared/limits.ts';
import { closeCodes } from '../../../src/shared/contracts/live-protocol.ts';
import type { JoinAnswer, JoinRequest, StatusAnswer } from '../../../src/shared/contracts/guest.ts';
import type { Language } from '../../../src/shared/languages.ts';
import type { Command } from '../../../src/shared/queue/commands.ts';
import { decide } from '../../../src/shared/queue/decide.ts';
import type { Accepted, Outcome } from '../../../src/shared/queue/decision.ts';
import { dueCommands } from '../../../src/shared/queue/due-commands.ts';
import { MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import { actorInWord, isOfVisit } from '../../../src/shared/queue/events.ts';
import { historyOf } from '../../../src/shared/queue/project-history.ts';
import {
  maskedForStaff,
  withMaskedNumber,
  withMaskedNumbers,
} from '../../../src/shared/queue/masked-guest.ts';
import { statusMessage } from '../../../src/shared/queue/guest-messages.ts';
import { staffVisitIn } from '../../../src/shared/queue/project-visit.ts';
import { isCustomerKeyOf } from '../../../src/shared/queue/rules/edit.ts';
import { acceptingView, joinAnswer, project } from '../../../src/shared/queue/project.ts';
import { newsOf } from '../../../src/shared/queue/project-summary.ts';
import {
  dayStart,
  dutyEndsAt,
  isOpenAt,
  reopensAt,
  turnsAfter,
} from '../../../src/shared/queue/rules/opening-hours.ts';
import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import type { Location, Visit } from '../../../src/shared/queue/state.ts';
import type { TextFault, TextProgress } from '../../../src/shared/text/text-states.ts';
import { Broadcaster, type OpenPages } from '../../../src/worker/location/broadcaster.ts';
import { textNumberOf } from '../../../src/worker/platform/phone-number.ts';
import { theServer, type FakeSocket } from './fake-server.ts';

const owner = { kind: 'owner' } as const;
const system = { kind: 'system' } as const;

export class FakeQueue {
  readonly id: string;
  #storage: MemoryStorage;
  #count = 0;
  #networks: readonly string[] = [];
  readonly #pages = new FakePages();
  /** Whether the pages of staff belong to a member who may not read guests' numbers. */
  set masksNumbers(masksNumbers: boolean) {
    this.#pages.masksNumbers = masksNumbers;
  }

  /** Called after each change. */
  onChange: () => void = () => {};

  constructor(location: Location, id: string) {
    this.id = id;
    this.#storage = new MemoryStorage(id, snapshotOf(location));
  }

  get location(): Location {
    const location = this.#storage.location();
    if (location === null) throw new Error('there is no location');
    return location;
  }

  /** Executes a command; throws if it is refused. Returns the visit of the command. */
  execute(command: Command): Visit | null {
    const outcome = this.attempt(command);
    if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.code}`);
    return outcome.visitId === null ? null : this.visit(outcome.visitId);
  }

  /** Executes a command and sends the change to the open pages. A refusal is returned, not thrown. */
  attempt(command: Command): Outcome {
    const id = `visit-${(this.#count += 1)}`;
    const keys = { tokenHash: id, requestHash: '', networks: this.#networks };
    const outcome = decide(this.#storage, command, {
      now: theServer().now(),
      readNumber: textNumberOf,
      isOpenAt,
      dutyEndsAt,
      newcomer: { id, keys },
    });
    if (outcome.ok) this.#commit(outcome);
    return outcome;
  }

  /** Lets these guests join, in this order. Returns the ids of the visits. */
  joinAll(guests: Partial<JoinRequest>[]): string[] {
    return guests.map((about) => this.join(about).customer.id);
  }

  joinAllFrom(network: string, guests: Partial<JoinRequest>[]): void {
    this.#networks = [network];
    this.joinAll(guests);
    this.#networks = [];
  }

  join(about: Partial<JoinRequest> = {}, language: Language = 'en'): JoinAnswer {
    const party = {
      firstName: 'Mara',
      lastName: 'Lindqvist',
      numGuests: 2,
      waitingPreference: 'on_premises' as const,
      phoneNumber: '',
      ...about,
    };
    const { username } = this.location.profile;
    const rest = { language, username, idempotencyKey: null, sender: null, heldSecret: null };
    const visit = this.execute({ kind: 'join', actor: { kind: 'guest' }, party, ...rest });
    if (visit === null) throw new Error('a join without a visit');
    return this.joined(visit.id);
  }

  joined(visitId: string): JoinAnswer {
    return joinAnswer(
      this.#storage,
      this.location,
      this.visit(visitId),
      `token-${visitId}`,
      theServer().now(),
    );
  }

  admit = (visitId: string): void =>
    void this.execute({ kind: 'admit', actor: owner, visit: { id: visitId } });
  remove = (visitId: string): void =>
    void this.execute({ kind: 'remove', actor: owner, visit: { id: visitId } });
  /** Removes a party, and lets the time for undo pass, so that the guest's page learns of the removal. */
  removeForGood(visitId: string): void {
    this.remove(visitId);
    const server = theServer();
    const { now } = server;
    server.now = () => now() + UNDO_MS;
    this.passTime();
  }
  putBack = (visitId: string): void =>
    void this.execute({ kind: 'put-back', actor: owner, visit: { id: visitId } });
  set = (change: SettingsChange): void =>
    void this.execute({ kind: 'change-settings', actor: owner, change });

  changeProfile(change: { businessName?: string; address?: string }): void {
    const { businessName, address } = this.location.profile;
    const from = { businessName, address };
    this.execute({ kind: 'change-profile', actor: system, from, to: { ...from, ...change } });
  }

  /** Executes the commands that are due now: ends of holds, and ends of the time for undo. */
  passTime(): void {
    for (const command of dueCommands(this.#storage, theServer().now(), reopensAt)) this.execute(command);
  }

  endHold(visitId: string): void {
    const { snapshot } = this.#storage;
    const visit = { ...this.visit(visitId), holdEndsAt: theServer().now() - 1 };
    const visits = new Map([...snapshot.visits, [visitId, visit]]);
    this.#storage = new MemoryStorage(this.id, { ...snapshot, visits });
    this.execute({ kind: 'end-hold', actor: system, visit: { id: visitId } });
  }

  /** Records a new state of the visit's newest turn text. */
  recordText(visitId: string, to: TextProgress, why?: TextFault): void {
    const { summonCount } = this.visit(visitId);
    const text = { id: `text ${visitId} ${summonCount}`, visitId, call: summonCount, credits: 1 };
    this.execute({ kind: 'record-text', actor: { kind: 'provider' }, text, to, ...(why && { why }) });
  }

  has(visitId: string): boolean {
    return this.#storage.visit({ id: visitId }) !== null;
  }

  visit(id: string): Visit {
    const visit = this.#storage.visit({ id });
    if (visit === null) throw new Error(`there is no visit ${id}`);
    return visit;
  }

  /** The visit that the path of a call names. */
  visitByKey(key: string): Visit | undefined {
    return [...this.#storage.snapshot.visits.values()].find((visit) => isCustomerKeyOf(visit, key));
  }

  /** The location as its staff see it. */
  view(): LocationView {
    const view = project.staff(this.#storage, theServer().now());
    if (view === null) throw new Error('there is no location');
    return this.#pages.masksNumbers ? withMaskedNumbers(view) : view;
  }

  /** The visit as its guest sees it. */
  status(visitId: string): StatusAnswer {
    return project.guest(this.#storage, this.location, this.visit(visitId), theServer().now());
  }

  staffVisit(visitId: string): VisitView {
    const visit = staffVisitIn(this.#storage, this.location, this.visit(visitId), theServer().now());
    return this.#pages.masksNumbers ? withMaskedNumber(visit) : visit;
  }

  /** The events and texts of a visit, as staff see them. */
  history(visitId: string): VisitHistory {
    const { events, texts } = this.#storage.snapshot;
    const ofVisit = (one: { visitId: string }) => one.visitId === visitId;
    const logged = events
      .filter(isOfVisit)
      .filter(ofVisit)
      .map((event) => ({ fromPosition: null, ...event, actor: actorInWord(event.actor) }));
    return historyOf(this.visit(visitId), logged, [...texts.values()].filter(ofVisit));
  }

  accepting(): ReturnType<typeof acceptingView> {
    return acceptingView(this.#storage, this.location, isOpenAt, theServer().now());
  }

  /** Changes stored facts of the location that no command sets. */
  change(change: (location: Location) => Location): void {
    const { snapshot } = this.#storage;
    const changed = change(this.location);
    const location = { ...changed, version: changed.version + 1 };
    this.#storage = new MemoryStorage(this.id, { ...snapshot, location });
    this.tellAll();
  }

  openForStaff(socket: FakeSocket): void {
    this.#pages.staff.add(socket);
    const whole = () => socket.tell(this.#whole());
    socket.onSync = whole;
    whole();
  }

  /** The news that the location sends to the overview of the business. */
  news(): LocationNews {
    const news = newsOf(this.#storage, { isOpenAt, turnsAfter, dayStart }, theServer().now());
    if (news === null) throw new Error('there is no location');
    return news;
  }

  openForGuest(socket: FakeSocket, visitId: string): void {
    this.#pages.guests.set(socket, visitId);
    const whole = () => socket.tell(sentTo.guest(this.#statusMessage(visitId)));
    socket.onSync = whole;
    whole();
  }

  /** Sends the complete state to all open pages, as after a reconnect. */
  tellAll(): void {
    this.onChange();
    for (const socket of this.#pages.staff) socket.tell(this.#whole());
    for (const [socket, visitId] of this.#pages.guests)
      socket.tell(sentTo.guest(this.#statusMessage(visitId)));
  }

  /** Commits an outcome as `src/worker/location/executor.ts` does. */
  #commit(outcome: Accepted): void {
    const { visits, joined } = outcome.changes;
    const known = joined === null ? visits.flatMap(({ id }) => this.#storage.visit({ id }) ?? []) : [];
    const before = { location: this.location, visits: new Map(known.map((visit) => [visit.id, visit])) };
    this.#storage.commit(outcome);
    new Broadcaster(this.#pages, this.#storage).broadcast(before, outcome, theServer().now());
    this.onChange();
  }

  #statusMessage(visitId: string): GuestMessage {
    return statusMessage(this.#storage, this.location, this.visit(visitId), theServer().now());
  }

  #whole(): object {
    const serverNow = new Date(theServer().now()).toISOString();
    return sentTo.staff({ type: 'queue', version: this.location.version, ...this.view(), serverNow });
  }
}

/** Functions that parse a message of the server. They throw if the message breaks the contract. */
const sentTo = {
  guest(message: GuestMessage): object {
    guestMessage.parse(message);
    return message;
  },
  staff(message: StaffMessage): object {
    staffMessage.parse(message);
    return message;
  },
};

class FakePages implements OpenPages {
  readonly staff = new Set<FakeSocket>();
  readonly guests = new Map<FakeSocket, string>();
  masksNumbers = false;

  broadcastToStaff: OpenPages['broadcastToStaff'] = (message) => {
    const told = sentTo.staff(this.masksNumbers ? maskedForStaff(message()) : message());
    for (const socket of this.staff) socket.tell(told);
  };

  sendToGuest: OpenPages['sendToGuest'] = (visitId, message) => {
    for (const socket of this.#of(visitId)) socket.tell(sentTo.guest(message));
  };

  broadcastToGuests: OpenPages['broadcastToGuests'] = (messageFor) => {
    for (const [socket, visitId] of this.guests) {
      const message = messageFor({ visitId, readsMoved: true });
      if (message !== null) socket.tell(sentTo.guest(message));
    }
  };

  closeVisit: OpenPages['closeVisit'] = (visitId) => {
    for (const socket of this.#of(visitId)) socket.end(closeCodes.over);
  };

  closeStaff: OpenPages['closeStaff'] = () => {
    for (const socket of this.staff) socket.end(closeCodes.gone);
  };

  #of(visitId: string): FakeSocket[] {
    return [...this.guests].filter(([, id]) => id === visitId).map(([socket]) => socket);
  }
}
