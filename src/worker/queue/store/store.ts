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
import { TableCopies } from './table-copies.ts';
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
    this.#exists = isMigrated(storage);
    if (this.#exists) migrate(storage);
  }

  /** The location's row; null when the object was never opened, or is erased. */
  get location(): LocationRow | null {
    return this.#exists ? this.#location : null;
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

  /**
   * Makes an empty object a location of the rows that were kept aside, as one transaction. Its texts are not owed any more: the
   * object that they were copied from may have sent them. `prove` throws where the rows are no location's.
   */
  fill(
    locationId: string,
    setup: CopySetup,
    { apart, now, prove }: { apart: number; now: number; prove: () => void },
  ): void {
    try {
      this.transaction(() => {
        this.copies.load();
        this.#exists = true;
        this.#location.adopt(setup);
        this.visits.adopt(apart, this.#location.read()?.settings.nearlyAt ?? 0);
        this.texts.adopt();
        this.outbox.adopt({ locationId, businessId: setup.businessId, apart, now });
        prove();
      });
    } finally {
      this.#exists = isMigrated(this.#storage);
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

  #forget(): void {
    this.#location.forget();
    this.visits.forget();
  }
}
