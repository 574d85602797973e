/** Storage of a queue in the SQLite of its location's object. Each outcome is written in one transaction. */
import type { VisitRef } from '../../../shared/queue/commands.ts';
import type { Accepted, TextRecord } from '../../../shared/queue/decision.ts';
import { isCustomerKeyOf } from '../../../shared/queue/rules/edit.ts';
import { Line } from '../../../shared/queue/rules/line.ts';
import { joinOf, RecentJoins } from '../../../shared/queue/rules/recent-joins.ts';
import { LiveNumbers } from '../../../shared/queue/rules/same-number.ts';
import { burstOf } from '../../../shared/queue/rules/senders.ts';
import {
  MAIN_SERVICE,
  serviceOf,
  waitsSince,
  type Location,
  type ServiceId,
  type Visit,
} from '../../../shared/queue/state.ts';
import type { QueueStorage } from '../../../shared/queue/storage.ts';
import { sha256 } from '../../platform/hashing.ts';
import type { TransferSetup, LocationSetup } from '../rpc.ts';
import { isLinkCode, isLinkCodeOf, joinTimeOf } from '../guests/visit-link.ts';
import { Consents } from './consents.ts';
import { DeliveryRows } from './delivery-rows.ts';
import { Effects } from './effects.ts';
import { EndedSessions } from './ended-sessions.ts';
import { EventLog } from './event-log.ts';
import { LocationTable } from './location-table.ts';
import { isMigrated, migrate } from './migrate.ts';
import { People } from './people.ts';
import { ReminderSubscriptions } from './reminder-subscriptions.ts';
import { StagedTables } from './staged-tables.ts';
import { TextRows } from './text-rows.ts';
import { VisitRows } from './visit-rows.ts';

export class SqliteStorage implements QueueStorage {
  readonly locationId: string;
  readonly #storage: DurableObjectStorage;
  readonly #location: LocationTable;
  readonly #effects: Effects;
  readonly events: EventLog;
  readonly visits: VisitRows;
  readonly people: People;
  readonly deliveries: DeliveryRows;
  readonly texts: TextRows;
  readonly reminderSubscriptions: ReminderSubscriptions;
  readonly stagedTables: StagedTables;
  readonly endedSessions: EndedSessions;
  /** Whether the object has a schema: it has one from its opening until its erasure. */
  #exists = false;
  /** Cache of the line, read after each start of the object and updated by each commit. */
  #line: Line | null = null;
  /** Cache of the waiting visits, each with the start of its wait; updated like `#line`. */
  #waits: Map<string, number> | null = null;
  /**
   * Cache of the waiting visits whose guests have already used their five more minutes. The cache may also contain
   * visits that no longer wait.
   */
  #hadMoreTime: Set<string> | null = null;
  /** Cache of the numbers of live visits; updated like `#line`. */
  #numbers: LiveNumbers | null = null;
  /** Cache of the joins of the last day; updated like `#line`. */
  #joins: RecentJoins | null = null;

  constructor(locationId: string, storage: DurableObjectStorage) {
    this.locationId = locationId;
    this.#storage = storage;
    this.#location = new LocationTable(storage);
    this.events = new EventLog(storage);
    this.visits = new VisitRows(storage);
    this.people = new People(storage, this.visits);
    this.deliveries = new DeliveryRows(storage);
    this.texts = new TextRows(storage);
    this.reminderSubscriptions = new ReminderSubscriptions(storage);
    this.endedSessions = new EndedSessions(storage);
    const { deliveries, reminderSubscriptions } = this;
    const consents = new Consents(storage);
    this.#effects = new Effects({ locationId, consents, deliveries, reminderSubscriptions });
    this.stagedTables = new StagedTables(storage);
    this.#exists = isMigrated(storage);
    if (this.#exists) migrate(storage);
  }

  /** Opens the location with a new key. Idempotent. */
  open(setup: LocationSetup, key: { plain: Uint8Array; stored: string }): void {
    migrate(this.#storage);
    this.#exists = true;
    this.#location.open(setup, key);
  }

  location(): Location | null {
    return this.#exists ? this.#location.read() : null;
  }

  get directoryRevision(): number {
    return this.#location.directoryRevision();
  }

  followDirectory(revision: number): void {
    this.#location.followDirectory(revision);
  }

  /** The time until which changes are sent to the overview of the business, in epoch milliseconds. */
  get watchedUntil(): number {
    return this.#exists ? this.#location.watchedUntil() : 0;
  }

  watchUntil(until: number): void {
    this.#location.watchUntil(until);
  }

  tokenKey(): Uint8Array {
    return this.#location.tokenKey();
  }

  /** The location's row with its sealed key (`token-key.ts`). */
  get keyRow(): LocationTable {
    return this.#location;
  }

  visit(ref: VisitRef): Visit | null {
    if (!this.#exists) return null;
    if ('id' in ref) return this.visits.byId(ref.id);
    const key = ref.customerKey;
    if (!('secret' in ref)) return key === undefined ? null : this.#byCustomerKey(key);
    const location = this.location();
    if (location?.profile.username.toLowerCase() !== ref.username.toLowerCase()) return null;
    const visit = this.#bySecret(ref.secret);
    if (visit === null || key === undefined) return visit;
    // A page that was opened by a link does not get the guest's last name, so the customer key of this page has no last
    // name.
    const isMasked = isLinkCode(ref.secret) && isCustomerKeyOf({ ...visit, lastName: '' }, key);
    return isMasked || isCustomerKeyOf(visit, key) ? visit : null;
  }

  line({ serviceId }: { serviceId: ServiceId }): Line {
    onlyMain(serviceId);
    this.#line ??= new Line(this.visits.positions());
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

  countsSince(since: number): { joined: number; left: number } {
    return this.visits.countsSince(since);
  }

  /** Cached, because each change needs the result for each open page. */
  hasHadMoreTime(visitId: string): boolean {
    this.#hadMoreTime ??= new Set(this.visits.hadMoreTime());
    return this.#hadMoreTime.has(visitId);
  }

  withNumber(number: string): string[] {
    this.#numbers ??= new LiveNumbers(this.visits.live());
    return this.#numbers.idsWith(number);
  }

  findPriorJoin(tokenHash: string): { visit: Visit; requestHash: string } | null {
    return this.visits.byJoin(tokenHash);
  }

  recentJoins(): RecentJoins {
    if (this.#joins === null) {
      const location = this.#exists ? this.#location.read() : null;
      this.#joins = new RecentJoins(this.visits.recentJoins(), location === null ? 0 : burstIn(location));
    }
    return this.#joins;
  }

  networksOf(visitId: string): string[] {
    return this.visits.networksOf(visitId);
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

  /** Cached, because each command needs the result. */
  waits(): ReadonlyMap<string, number> {
    this.#waits ??= this.visits.waits();
    return this.#waits;
  }

  nextUnresolvedHoldEnd(): number | null {
    return this.visits.nextUnresolvedHoldEnd();
  }

  almostThereUnnotified({ serviceId }: { serviceId: ServiceId }, positions: number): Visit[] {
    onlyMain(serviceId);
    return this.visits.almostThereUnnotified(positions);
  }

  commit({ changes, events, effects }: Accepted, at: number, alongside?: () => void): boolean {
    const { location, visits, ranks, joined, text, erased } = changes;
    let isWritten = true;
    this.transaction(() => {
      this.visits.saveRanks(ranks);
      for (const visit of visits) {
        if (joined === null) this.visits.save(visit);
        else isWritten = this.visits.insert(visit, joined);
      }
      if (!isWritten) return;
      this.#location.save(location);
      for (const event of events) this.events.add(event);
      for (const effect of effects) this.#effects.write(effect, changes, at);
      if (text !== null) this.texts.save(text);
      if (erased === 'all') {
        this.people.erase();
        this.deliveries.cancelAllReminders();
        this.reminderSubscriptions.deleteAll();
      } else if (erased.length > 0) this.people.eraseOf(erased);
      alongside?.();
    });
    if (!isWritten) return false;
    if (erased === 'all') this.#joins = null;
    if (erased.length > 0) this.#numbers = null;
    else for (const visit of visits) this.#numbers?.follow(visit);
    for (const visit of visits)
      if (joined === null) this.#joins?.follow(visit);
      else this.#joins?.add(joinOf(visit, joined.networks), burstIn(location));
    if (ranks.length > 0 || erased === 'all') this.clearLine();
    else for (const visit of visits) this.#follow(visit);
    return true;
  }

  /** Runs `work` as one transaction: if `work` throws, none of its writes is stored. */
  transaction(work: () => void): void {
    try {
      this.#storage.transactionSync(work);
    } catch (error) {
      this.#clearCaches();
      throw error;
    }
  }

  /**
   * Fills an empty object with the staged rows, in one transaction. Pending texts are deleted, because the old object
   * may have sent the texts. `prove` throws if the rows are not a valid location.
   */
  fill(setup: TransferSetup, { apart, now, prove }: { apart: number; now: number; prove: () => void }): void {
    try {
      this.transaction(() => {
        this.stagedTables.load();
        this.#exists = true;
        this.#location.adopt(setup);
        const location = this.#location.read();
        const nearlyAt = location && serviceOf(location, { serviceId: MAIN_SERVICE }).settings.nearlyAt;
        this.visits.adopt(apart, nearlyAt ?? 0);
        this.texts.adopt();
        this.deliveries.adopt({ locationId: this.locationId, businessId: setup.businessId, apart, now });
        prove();
      });
    } finally {
      this.#exists = isMigrated(this.#storage);
      this.#numbers = null;
      this.#joins = null;
      this.clearLine();
    }
  }

  /** Resolves when all earlier writes are on disk. */
  written(): Promise<void> {
    return this.#storage.sync();
  }

  /** Deletes everything in the object. */
  async erase(): Promise<void> {
    await this.#storage.deleteAll();
    this.#exists = false;
    this.#clearCaches();
  }

  clearLine(): void {
    this.#line = null;
    this.#waits = null;
    this.#hadMoreTime = null;
  }

  #follow(visit: Visit): void {
    if (visit.moreTimeAt !== null) this.#hadMoreTime?.add(visit.id);
    this.#line?.remove(visit.id);
    this.#waits?.delete(visit.id);
    if (visit.status !== 'waiting') return;
    this.#line?.add({ id: visit.id, rank: visit.rank });
    this.#waits?.set(visit.id, waitsSince(visit));
  }

  /** A customer key ends in an ISO time of 24 characters. Join times are unique in a location. */
  #byCustomerKey(key: string): Visit | null {
    const visit = this.visits.byJoinTime(Date.parse(key.slice(-24)));
    return visit !== null && isCustomerKeyOf(visit, key) ? visit : null;
  }

  /** Finds a visit by its token's secret, or by the code of a link, which contains the join time. */
  #bySecret(secret: string): Visit | null {
    const joinedAt = joinTimeOf(secret);
    if (joinedAt === null) return this.visits.byTokenHash(sha256(secret, 'hex'));
    const visit = this.visits.byJoinTime(joinedAt);
    return visit !== null && isLinkCodeOf(this.tokenKey(), visit, secret) ? visit : null;
  }

  #clearCaches(): void {
    this.#numbers = null;
    this.#joins = null;
    this.#location.clearCache();
    this.visits.clearCache();
    this.clearLine();
  }
}

function burstIn(location: Location): number {
  return burstOf(serviceOf(location, { serviceId: MAIN_SERVICE }).pace);
}

/** Throws for every service except the main service, because the tables have only the rows of the main service. */
function onlyMain(serviceId: ServiceId): void {
  if (serviceId !== MAIN_SERVICE) throw new Error(`no rows are kept for the service ${serviceId}`);
}
