/** A location's object read out whole, and filled from what another one was read out as (decision 64). */
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import { log, reasonOf } from '../log.ts';
import type { CopyPart, CopySetup, Reply, TableCopy } from './calls.ts';
import type { Reader } from './reader.ts';
import type { Store } from './store/store.ts';
import type { StagedRows } from './store/table-copies.ts';

/** Rows read in one go; some hundred kilobytes. */
const PAGE_ROWS = 1_000;

/**
 * A copied visit counts its changes on from the time of the copy, and this, so that what the old object still wrote, or
 * writes, never overtakes what becomes of the visit from now on; the history that came with it counts from a moment before.
 */
const REVISIONS_SET_APART = 1_000;

export class Copies {
  readonly #locationId: string;
  readonly #store: Store;
  readonly #read: Reader;

  constructor(locationId: string, store: Store, read: Reader) {
    this.#locationId = locationId;
    this.#store = store;
    this.#read = read;
  }

  /** One page of a table, or the rest at once. */
  read(part: CopyPart, now: number): Reply<TableCopy> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
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

  stage(rows: StagedRows): void {
    this.#store.copies.stage(rows);
  }

  /** Takes in what was kept aside. It sleeps until somebody asks it for something: nothing is told to anybody before. */
  load(setup: CopySetup, now: number): Reply<object> {
    const { copies } = this.#store;
    const isThere = this.#read.location();
    // Done before: the answer to that was lost.
    if (isThere?.businessId === setup.businessId) return { ok: true };
    if (isThere !== null && isThere.closedAt === null) return { ok: false, code: 'import_over' };
    if (copies.staged() !== setup.pieces) return { ok: false, code: 'import_incomplete' };
    try {
      this.#store.replace(() => {
        copies.load();
        this.#store.adopt(this.#locationId, setup, { apart: now + REVISIONS_SET_APART, now });
        this.#read.forgetLine();
        this.#prove(now);
      });
    } catch (error) {
      this.#read.forgetLine();
      log({ event: 'import_refused', locationId: this.#locationId, reason: reasonOf(error) });
      return { ok: false, code: 'import_unreadable' };
    }
    return { ok: true };
  }

  /** What was loaded is a location like any other from now on. */
  release(): void {
    this.#store.copies.drop();
  }

  /**
   * An import that is given up goes without a trace: what was loaded has no guests that could be told, and its visits are
   * another location's. True: there is nothing left. A closed location that was to give way stays as it is.
   */
  async giveUp(): Promise<boolean> {
    if (!this.#store.copies.isUnderWay) return false;
    const location = this.#read.location();
    this.#store.copies.drop();
    if (location !== null && location.closedAt !== null) return false;
    await this.#store.erase();
    this.#read.forgetLine();
    return true;
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
