/** A queue in the SQLite of its location's object: the one way to read it, and the one way to write it, whole or not at all. */
import { guestCatalogues } from '../../../shared/copy/guest-catalogues.ts';
import type { VisitRef } from '../../../shared/queue/commands.ts';
import type { Accepted, Changes, TextRecord, VisitEffect } from '../../../shared/queue/decision.ts';
import { Line } from '../../../shared/queue/rules/line.ts';
import { ALMOST_THERE_CALL } from '../../../shared/queue/rules/texts.ts';
import {
  MAIN_SERVICE,
  serviceOf,
  type Location,
  type ServiceId,
  type TextNumber,
  type Visit,
} from '../../../shared/queue/state.ts';
import type { QueueStorage } from '../../../shared/queue/storage.ts';
import { customerKey } from '../../../shared/contracts/queue-view.ts';
import { sha256 } from '../../platform/hashing.ts';
import { textNumberOf } from '../../platform/phone-number.ts';
import type { CopySetup, LocationSetup } from '../rpc.ts';
import { historyEntry, textEntry } from '../outbox-payloads.ts';
import { newTokenKey } from '../token.ts';
import { isLinkCodeOf, joinTimeOf } from '../visit-link.ts';
import { Consents } from './consents.ts';
import { EventLog } from './event-log.ts';
import { LocationTable } from './location-table.ts';
import { isMigrated, migrate } from './migrations.ts';
import { OutboxRows } from './outbox-rows.ts';
import { People } from './people.ts';
import { Reminders } from './reminders.ts';
import { TableCopies } from './table-copies.ts';
import { TextRows } from './text-rows.ts';
import { VisitRows } from './visit-rows.ts';

export class SqliteStorage implements QueueStorage {
  readonly locationId: string;
  readonly #storage: DurableObjectStorage;
  readonly #location: LocationTable;
  readonly #events: EventLog;
  readonly #consents: Consents;
  readonly visits: VisitRows;
  readonly people: People;
  readonly outbox: OutboxRows;
  readonly texts: TextRows;
  readonly reminders: Reminders;
  readonly copies: TableCopies;
  /** Whether there is anything stored: an object that was never opened, or is erased, stays empty when asked. */
  #exists = false;
  /** Positions by rank: read from the rows after each wake, then kept up by each commit. */
  #line: Line | null = null;
  /** Those of the line that have had more time. One that went may still be among them. */
  #hadMoreTime: Set<string> | null = null;

  constructor(locationId: string, storage: DurableObjectStorage) {
    this.locationId = locationId;
    this.#storage = storage;
    this.#location = new LocationTable(storage);
    this.#events = new EventLog(storage);
    this.#consents = new Consents(storage);
    this.visits = new VisitRows(storage, (typed) => this.#readNumber(typed));
    this.people = new People(storage, this.visits);
    this.outbox = new OutboxRows(storage);
    this.texts = new TextRows(storage);
    this.reminders = new Reminders(storage);
    this.copies = new TableCopies(storage);
    this.#exists = isMigrated(storage);
    if (this.#exists) migrate(storage);
  }

  /** Makes the location; repeating it changes nothing. */
  open(setup: LocationSetup): void {
    migrate(this.#storage);
    this.#exists = true;
    this.#location.open(setup, newTokenKey());
  }

  location(): Location | null {
    return this.#exists ? this.#location.read() : null;
  }

  /** The key of an opened location. */
  tokenKey(): Uint8Array {
    return this.#location.tokenKey();
  }

  visit(ref: VisitRef): Visit | null {
    if (!this.#exists) return null;
    if ('id' in ref) return this.visits.byId(ref.id);
    const key = ref.customerKey;
    if (!('secret' in ref)) return key === undefined ? null : this.#byCustomerKey(key);
    const location = this.location();
    if (location?.profile.username.toLowerCase() !== ref.username.toLowerCase()) return null;
    const visit = this.#bySecret(ref.secret);
    return visit !== null && (key === undefined || key === keyOf(visit)) ? visit : null;
  }

  line({ serviceId }: { serviceId: ServiceId }): Line {
    onlyMain(serviceId);
    this.#line ??= new Line(this.visits.places());
    return this.#line;
  }

  waiting(): Visit[] {
    return this.visits.waiting();
  }

  admittedSince(since: number): Visit[] {
    return this.visits.admittedSince(since);
  }

  endedSince(since: number, limit: number): Visit[] {
    return this.visits.endedSince(since, limit);
  }

  /** Asked once for each open page. */
  hasHadMoreTime(visitId: string): boolean {
    this.#hadMoreTime ??= new Set(this.visits.hadMoreTime());
    return this.#hadMoreTime.has(visitId);
  }

  findPriorJoin(tokenHash: string): { visit: Visit; requestHash: string } | null {
    return this.visits.byJoin(tokenHash);
  }

  waitingFrom(senderHash: string): number {
    return this.visits.waitingFrom(senderHash);
  }

  text(textId: string): TextRecord | null {
    return this.texts.byId(textId);
  }

  textsOn(day: string): { sent: number; delivered: number } {
    return this.texts.countOn(day);
  }

  holdsEndedBy(now: number): Visit[] {
    return this.visits.holdsEndedBy(now);
  }

  unresolvedBy(holdEndedBy: number): Visit[] {
    return this.visits.unresolvedBy(holdEndedBy);
  }

  nextHoldEnd(): number | null {
    return this.visits.nextHoldEnd();
  }

  nextUnresolvedHoldEnd(): number | null {
    return this.visits.nextUnresolvedHoldEnd();
  }

  nearUntold({ serviceId }: { serviceId: ServiceId }, places: number): Visit[] {
    onlyMain(serviceId);
    return this.visits.nearUntold(places);
  }

  commit({ changes, events, effects }: Accepted, at: number, alongside?: () => void): boolean {
    const { location, visits, ranks, joined, text, erased } = changes;
    let isKept = true;
    this.transaction(() => {
      this.visits.saveRanks(ranks);
      for (const visit of visits) {
        if (joined === null) this.visits.save(visit);
        else isKept = this.visits.insert(visit, joined);
      }
      if (!isKept) return;
      this.#location.save(location);
      for (const event of events) this.#events.add(event);
      for (const effect of effects) this.#owe(effect, changes, at);
      if (text !== null) this.texts.save(text);
      if (erased === 'all') {
        this.people.erase();
        this.reminders.erase();
      } else if (erased.length > 0) this.people.eraseOf(erased);
      alongside?.();
    });
    if (!isKept) return false;
    if (ranks.length > 0 || erased === 'all') this.forgetLine();
    else for (const visit of visits) this.#follow(visit);
    return true;
  }

  /** Inside a transaction. */
  #owe(effect: VisitEffect, { location, visits }: Changes, at: number): void {
    const visit = visits.find(({ id }) => id === effect.visitId);
    if (effect.kind === 'release_text') {
      this.outbox.releaseText(effect.visitId, at);
      this.reminders.release(effect.visitId, at);
      return;
    }
    if (visit === undefined) throw new Error(`an effect without its visit: ${effect.kind}`);
    switch (effect.kind) {
      case 'consent':
        this.#consents.add({
          visitId: visit.id,
          wording: guestCatalogues[visit.language].preference.consent(location.profile.businessName),
          language: visit.language,
          givenAt: at,
        });
        break;
      case 'history':
        this.outbox.enqueue(historyEntry(this.locationId, location, visit, at), at);
        break;
      case 'turn_text':
        this.outbox.enqueue(textEntry(crypto.randomUUID(), visit, visit.calls, effect), at);
        break;
      case 'nearly_text':
        this.outbox.enqueue(textEntry(crypto.randomUUID(), visit, ALMOST_THERE_CALL, effect), at);
        break;
      case 'cancel_text':
        this.outbox.cancelText(visit.id, visit.calls);
        break;
      case 'remind':
        this.reminders.owe(visit.id, effect);
        break;
      case 'withdraw_reminder':
        this.reminders.withdraw(visit.id);
        break;
      case 'forget_reminders':
        if (effect.at <= at) this.reminders.forget(visit.id);
        // Looked at then: they are forgotten where the end was not undone.
        else this.reminders.owe(visit.id, { call: visit.calls, dueAt: effect.at, expiresAt: effect.at });
        break;
    }
  }

  /** Runs `work` as one transaction: all of its writes or none. */
  transaction(work: () => void): void {
    try {
      this.#storage.transactionSync(work);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /**
   * Makes an empty object a location of the rows that were kept aside, as one transaction. Its texts are not owed any more: the
   * object that they were copied from may have sent them. `prove` throws where the rows are no location's.
   */
  fill(setup: CopySetup, { apart, now, prove }: { apart: number; now: number; prove: () => void }): void {
    try {
      this.transaction(() => {
        this.copies.load();
        this.#exists = true;
        this.#location.adopt(setup);
        const location = this.#location.read();
        const nearlyAt = location && serviceOf(location, { serviceId: MAIN_SERVICE }).settings.nearlyAt;
        this.visits.adopt(apart, nearlyAt ?? 0);
        this.texts.adopt();
        this.outbox.adopt({ locationId: this.locationId, businessId: setup.businessId, apart, now });
        prove();
      });
    } finally {
      this.#exists = isMigrated(this.#storage);
      this.forgetLine();
    }
  }

  /** Resolves once all that was written before is on the disk; where nothing was, in a moment. */
  written(): Promise<void> {
    return this.#storage.sync();
  }

  /** Erases everything, for good. */
  async erase(): Promise<void> {
    await this.#storage.deleteAll();
    this.#exists = false;
    this.#forget();
  }

  forgetLine(): void {
    this.#line = null;
    this.#hadMoreTime = null;
  }

  #follow(visit: Visit): void {
    if (visit.moreTimeAt !== null) this.#hadMoreTime?.add(visit.id);
    this.#line?.remove(visit.id);
    if (visit.status === 'waiting') this.#line?.add({ id: visit.id, rank: visit.rank });
  }

  /** The key ends in an ISO time of 24 characters, and join times are unique here. */
  #byCustomerKey(key: string): Visit | null {
    const visit = this.visits.byJoinTime(Date.parse(key.slice(-24)));
    return visit !== null && keyOf(visit) === key ? visit : null;
  }

  /** By the token's secret, or by the code of a link, which names the join it belongs to: neither takes a search. */
  #bySecret(secret: string): Visit | null {
    const joinedAt = joinTimeOf(secret);
    if (joinedAt === null) return this.visits.byTokenHash(sha256(secret, 'hex'));
    const visit = this.visits.byJoinTime(joinedAt);
    return visit !== null && isLinkCodeOf(this.tokenKey(), visit, secret) ? visit : null;
  }

  /** A number that was typed at this location. */
  #readNumber(typed: string): TextNumber | null {
    return textNumberOf(typed, this.#location.read()?.settings.country ?? null);
  }

  #forget(): void {
    this.#location.forget();
    this.visits.forget();
    this.forgetLine();
  }
}

/** The rows hold one line. A second service needs its own. */
function onlyMain(serviceId: ServiceId): void {
  if (serviceId !== MAIN_SERVICE) throw new Error(`no rows are kept for the service ${serviceId}`);
}

function keyOf(visit: Visit): string {
  return customerKey({ ...visit, joinedAt: new Date(visit.joinedAt).toISOString() });
}
