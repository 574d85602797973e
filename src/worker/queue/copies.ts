/** A location's object read out whole, and an empty one filled from what another one was read out as (decision 64). */
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import { log, reasonOf } from '../log.ts';
import type { CopyPart, CopySetup, Reply, TableCopy } from './calls.ts';
import type { Reader } from './reader.ts';
import type { Store } from './store/store.ts';
import type { StagedRows } from './store/table-copies.ts';
import type { Wake } from './wake.ts';

/** Rows read in one go; some hundred kilobytes. */
const PAGE_ROWS = 1_000;

/**
 * A copied visit counts its changes on from the time of the copy, and this, so that what another object still writes of it never
 * overtakes what becomes of it from now on; the history that came with it counts from a moment before.
 */
const REVISIONS_SET_APART = 1_000;

export class Copies {
  readonly #locationId: string;
  readonly #store: Store;
  readonly #read: Reader;
  readonly #wake: Wake;

  constructor(locationId: string, { store, read, wake }: { store: Store; read: Reader; wake: Wake }) {
    this.#locationId = locationId;
    this.#store = store;
    this.#read = read;
    this.#wake = wake;
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

  /** Keeps rows aside, where nothing else is. */
  stage(rows: StagedRows): Reply<object> {
    if (this.#read.location() !== null) return { ok: false, code: 'not_found' };
    this.#store.copies.stage(rows);
    return { ok: true };
  }

  /** Takes in what was kept aside: from now on this is an open location. */
  async load(setup: CopySetup, now: number): Promise<Reply<object>> {
    const isThere = this.#read.location();
    // Done before: the answer to that was lost.
    if (isThere?.businessId === setup.businessId && isThere.closedAt === null) return { ok: true };
    if (isThere !== null) return { ok: false, code: 'import_over' };
    try {
      const prove = () => this.#prove(now);
      this.#store.fill(this.#locationId, setup, { apart: now + REVISIONS_SET_APART, now, prove });
    } catch (error) {
      log({ event: 'import_refused', locationId: this.#locationId, reason: reasonOf(error) });
      return { ok: false, code: 'import_unreadable' };
    } finally {
      this.#read.forgetLine();
    }
    await this.#wake.arm();
    return { ok: true };
  }

  /** Reads what every page and the alarm read. Throws where it cannot be read. */
  #prove(now: number): void {
    this.#read.forgetLine();
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
