/** All that a location's object keeps, and the one way to write it: whole or not at all. */
import { textNumberOf } from '../../phone/phone-number.ts';
import type { CopySetup } from '../calls.ts';
import type { TextNumber } from '../../../shared/queue/state.ts';
import { Consents } from './consents.ts';
import { EventLog } from './event-log.ts';
import { LocationRow } from './location-row.ts';
import { isMigrated, migrate } from './migrations.ts';
import { OutboxRows } from './outbox-rows.ts';
import { People } from './people.ts';
import { Reminders } from './reminders.ts';
import { TableCopies, type StagedRows } from './table-copies.ts';
import { TextRows } from './text-rows.ts';
import { VisitRows } from './visit-rows.ts';

export class Store {
  readonly #storage: DurableObjectStorage;
  readonly #location: LocationRow;
  readonly visits: VisitRows;
  readonly people: People;
  readonly events: EventLog;
  readonly consents: Consents;
  readonly outbox: OutboxRows;
  readonly texts: TextRows;
  readonly reminders: Reminders;
  readonly copies: TableCopies;
  /** Whether there is anything stored: an object that was never opened, or is erased, stays empty when asked. */
  #exists = false;
  #isAsleep = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#location = new LocationRow(storage);
    this.visits = new VisitRows(storage, (typed) => this.#readNumber(typed));
    this.people = new People(storage, this.visits);
    this.events = new EventLog(storage);
    this.consents = new Consents(storage);
    this.outbox = new OutboxRows(storage);
    this.texts = new TextRows(storage);
    this.reminders = new Reminders(storage);
    this.copies = new TableCopies(storage);
    this.#look();
    if (this.#exists) migrate(storage);
  }

  /** The location's row; null when the object was never opened, is erased, or sleeps. */
  get location(): LocationRow | null {
    return this.#exists && !this.#isAsleep ? this.#location : null;
  }

  /** Filled by an import that is not known to be finished: no location to anybody before it is. */
  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  /** Whether anything can become due here. */
  get canBeDue(): boolean {
    return this.#exists || this.copies.isUnderWay;
  }

  /** A number that was typed at this location. */
  #readNumber(typed: string): TextNumber | null {
    return textNumberOf(typed, this.#location.read()?.settings.country ?? null);
  }

  /** The key of an opened location. */
  tokenKey(): Uint8Array {
    return this.#location.tokenKey();
  }

  /** The location's row in a database made for it now, if it was not there. */
  create(): LocationRow {
    migrate(this.#storage);
    this.#exists = true;
    return this.#location;
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

  /** Keeps rows of an import aside. What another one had filled it with goes: that was given up. */
  stage(importId: string, rows: StagedRows, asksAt: number): void {
    this.transaction(() => this.copies.stage(importId, rows, asksAt));
    this.#look();
    this.#forget();
  }

  /** Runs `work`, which fills it from what was kept aside, as one transaction: then it sleeps. */
  fill(work: () => void): void {
    try {
      this.#storage.transactionSync(() => {
        this.#forget();
        this.#exists = true;
        work();
      });
    } finally {
      this.#look();
      this.#forget();
    }
  }

  /** What it was filled with is a location's own from now on; what was kept aside is forgotten. */
  awake(): void {
    this.copies.drop();
    this.#look();
  }

  /**
   * Makes rows that were copied from another object this location's own. Its texts are not owed any more: the other one may
   * have sent them. Inside a transaction.
   */
  adopt(locationId: string, setup: CopySetup, { apart, now }: { apart: number; now: number }): void {
    this.#location.adopt(setup);
    this.visits.adopt(apart);
    this.texts.adopt();
    this.outbox.adopt({ locationId, businessId: setup.businessId, apart, now });
    this.reminders.adopt(setup.withReminders);
  }

  /** Resolves once all that was written before is on the disk; where nothing was, in a moment. */
  written(): Promise<void> {
    return this.#storage.sync();
  }

  /** Erases everything, for good. */
  async erase(): Promise<void> {
    await this.#storage.deleteAll();
    this.#look();
    this.#forget();
  }

  #look(): void {
    this.#exists = isMigrated(this.#storage);
    this.#isAsleep = this.#exists && this.copies.loaded !== null;
  }

  #forget(): void {
    this.#location.forget();
    this.visits.forget();
  }
}
