/** A location's object read out whole, and filled from what another one was read out as (decision 64). */
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import type { AccountState } from '../db/directory.ts';
import { log, reasonOf } from '../log.ts';
import type { Closing, CopyPart, CopySetup, Reply, TableCopy } from './calls.ts';
import type { Reader } from './reader.ts';
import type { Store } from './store/store.ts';
import type { StagedRows } from './store/table-copies.ts';
import type { Wake } from './wake.ts';

/** Rows read in one go; some hundred kilobytes. */
const PAGE_ROWS = 1_000;

/**
 * A copied visit counts its changes on from the time of the copy, and this, so that what the old object still wrote, or
 * writes, never overtakes what becomes of the visit from now on; the history that came with it counts from a moment before.
 */
const REVISIONS_SET_APART = 1_000;

/** So often an object asks what became of the import that brought what is here, where it is not told. */
const ASKED_EVERY_MS = 300_000;

/** What the database says of the account that an import makes. */
type AccountOf = (importId: string) => Promise<AccountState>;

export class Copies {
  readonly #locationId: string;
  readonly #store: Store;
  readonly #read: Reader;
  readonly #wake: Wake;
  readonly #accountOf: AccountOf;

  constructor(locationId: string, parts: { store: Store; read: Reader; wake: Wake }, accountOf: AccountOf) {
    this.#locationId = locationId;
    this.#store = parts.store;
    this.#read = parts.read;
    this.#wake = parts.wake;
    this.#accountOf = accountOf;
  }

  /** One page of a table, or the rest at once. */
  read(part: CopyPart, now: number): Reply<TableCopy> {
    const location = this.#read.location();
    if (location === null) return this.#read.missing();
    if (location.closedAt !== null) return { ok: false, code: 'location_closed' };
    const { copies } = this.#store;
    const { step } = copies;
    if (part.table === 'last') {
      const since = now - ENDED_VISITS_SHOWN_MS;
      const tables = copies.rest({ ...part, since }).map(([table, rows]) => ({ table, ...rows }));
      return { ok: true, step, newest: copies.newest(), tables, next: null };
    }
    const { last, ...rows } = copies.page(part.table, part.after, upToOf(part), PAGE_ROWS);
    const next = rows.rows.length === PAGE_ROWS ? last : null;
    return { ok: true, step, newest: copies.newest(), tables: [{ table: part.table, ...rows }], next };
  }

  /**
   * Keeps rows aside, but not over an open location, nor in the place of what another import brought where this one is not under way:
   * a call that comes so late is of an import that is over. Throws where the database is away.
   */
  async stage(importId: string, rows: StagedRows, now: number): Promise<void> {
    const { copies } = this.#store;
    let held = copies.importId;
    while (held !== importId) {
      if ((await this.#accountOf(importId)) !== 'under_way') return;
      // Whose that is by now may have been told in between.
      if (copies.importId === held) break;
      held = copies.importId;
    }
    const location = this.#read.location();
    if (location !== null && location.closedAt === null) return;
    this.#store.stage(importId, rows, now + ASKED_EVERY_MS);
    if (held !== importId) await this.#wake.arm();
  }

  /** Takes in what was kept aside, and sleeps: it is a location to nobody before it is released. */
  async load(setup: CopySetup, now: number): Promise<Reply<object>> {
    const loaded = this.#load(setup, now);
    if (this.#store.isAsleep) await this.#wake.arm();
    return loaded;
  }

  #load(setup: CopySetup, now: number): Reply<object> {
    const { copies } = this.#store;
    const isThere = this.#read.location();
    // Done before: the answer to that was lost.
    if ((isThere?.businessId ?? copies.loaded) === setup.businessId) return { ok: true };
    if (isThere !== null && isThere.closedAt === null) return { ok: false, code: 'import_over' };
    if (copies.staged(setup.businessId) !== setup.pieces) return { ok: false, code: 'import_incomplete' };
    try {
      this.#store.fill(() => {
        copies.load(now + ASKED_EVERY_MS);
        this.#store.adopt(this.#locationId, setup, { apart: now + REVISIONS_SET_APART, now });
        this.#read.forgetLine();
        this.#prove(now);
      });
    } catch (error) {
      log({ event: 'import_refused', locationId: this.#locationId, reason: reasonOf(error) });
      return { ok: false, code: 'import_unreadable' };
    } finally {
      this.#read.forgetLine();
    }
    return { ok: true };
  }

  /** What this import loaded is a location like any other from now on. Answers whose location this is; null: nobody's. */
  async release(importId: string): Promise<string | null> {
    if (this.#store.copies.loaded === importId) this.#store.awake();
    const location = this.#read.location();
    if (location !== null) await this.#wake.arm();
    return location?.businessId ?? null;
  }

  /**
   * Finds out what became of the import that brought what is here, where nobody has told it. What was loaded is a location, or
   * sleeps on, or is gone where the account is not there at all; what is kept aside goes with its import. Throws where the database
   * is away.
   */
  async settle(now: number): Promise<void> {
    await this.#settle(now);
    if (this.#store.canBeDue) await this.#wake.arm();
  }

  async #settle(now: number): Promise<void> {
    const { copies } = this.#store;
    const { importId } = copies;
    if (importId === null) return;
    const account = await this.#accountOf(importId);
    // It was told meanwhile, or is another import's.
    if (copies.importId !== importId) return;
    const isLoaded = copies.loaded !== null;
    if (account === 'under_way' || (isLoaded && account === 'leaving')) {
      copies.askAt(now + ASKED_EVERY_MS);
      return;
    }
    // A closed location goes on without what was kept aside; where there was none, nothing is left.
    const isAllToGo = isLoaded ? account === 'none' : this.#read.location() === null;
    if (isAllToGo) await this.#erase();
    else this.#store.awake();
  }

  /**
   * Makes way for a closing. An import that is given up goes without a trace: what was loaded has no guests that could be told, and
   * its visits are another location's. A closed location that was to give way stays as it is. False: what is here is a later
   * import's, which is under way or finished.
   */
  async mayClose(why: Closing | undefined): Promise<boolean> {
    if (why === undefined) {
      // Its owner's, who has it since: it is closed like any other.
      if (this.#store.isAsleep) this.#store.awake();
      return true;
    }
    const { copies } = this.#store;
    let { importId } = copies;
    while (importId !== null && importId !== why.givenUp) {
      const account = await this.#accountOf(importId);
      if (account === 'there' || account === 'under_way') return false;
      // Whose that is by now may have been told in between.
      if (copies.importId === importId) break;
      ({ importId } = copies);
    }
    const location = this.#read.location();
    if (location === null && importId !== null) {
      await this.#erase();
      await this.#wake.never();
    } else if (importId !== null) this.#store.awake();
    return location === null || location.closedAt !== null || location.businessId === why.givenUp;
  }

  async #erase(): Promise<void> {
    await this.#store.erase();
    this.#read.forgetLine();
  }

  /** Reads what every page and the alarm read. Throws where it cannot be read. */
  #prove(now: number): void {
    const location = this.#read.location();
    if (location === null || location.closedAt !== null) throw new Error('no open location');
    this.#read.view(location, now);
    this.#store.people.earliestEnd();
    if (this.#store.tokenKey().byteLength === 0) throw new Error('no key');
  }
}

function upToOf({ table, events, consents }: CopyPart): number | null {
  if (table === 'event') return events;
  return table === 'consent' ? consents : null;
}
