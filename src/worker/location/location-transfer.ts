/** Export of a location's object as tables, and import into an empty object. */
import { FILE_KEY_COLUMN } from '../../shared/contracts/business-file.ts';
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import { project } from '../../shared/queue/project.ts';
import { log, reasonOf } from '../platform/log.ts';
import type { TransferPart, TransferSetup, Result, TransferTable } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';
import type { Rows, StagedRows } from './store/staged-tables.ts';

/** The maximum number of rows in one answer; these rows have a few hundred kilobytes. */
const PAGE_ROWS = 1_000;

/**
 * An import adds the time of the import and this constant to the revisions of visits. So changes after the import have
 * higher revisions than all history rows of the old object.
 */
const REVISIONS_SET_APART = 1_000;

/** Reads one page of a table. The part `last` has all rows that may have changed since the export read them. */
export function readTransfer(storage: SqliteStorage, part: TransferPart, now: number): Result<TransferTable> {
  const location = storage.location();
  if (location === null) return { ok: false, code: 'not_found' };
  if (location.profile.closedAt !== null) return { ok: false, code: 'location_closed' };
  const { stagedTables } = storage;
  const { step } = stagedTables;
  if (part.table === 'last') {
    const rest = stagedTables.rest(now - ENDED_VISITS_SHOWN_MS);
    return {
      ok: true,
      step,
      tables: rest.map((table) => withPlainKey(table, storage.tokenKey())),
      next: null,
    };
  }
  const { last, ...rows } = stagedTables.page(part.table, part.after, PAGE_ROWS);
  const next = rows.rows.length === PAGE_ROWS ? last : null;
  return { ok: true, step, tables: [{ table: part.table, ...rows }], next };
}

/** Returns the table with the location's key in hexadecimal digits. Returns a table that has no key unchanged. */
function withPlainKey<Table extends Rows>(table: Table, key: Uint8Array): Table {
  const at = table.columns.indexOf(FILE_KEY_COLUMN);
  if (at === -1) return table;
  return { ...table, rows: table.rows.map((row) => row.with(at, Buffer.from(key).toString('hex'))) };
}

/** Stages rows in an object that was never opened. */
export function stageTransfer(storage: SqliteStorage, rows: StagedRows): Result<object> {
  if (storage.location() !== null) return { ok: false, code: 'not_found' };
  storage.stagedTables.stage(rows);
  return { ok: true };
}

/** Loads the staged rows into the object, which is then an open location. Idempotent. */
export function loadTransfer(storage: SqliteStorage, setup: TransferSetup, now: number): Result<object> {
  const profile = storage.location()?.profile;
  // A repeated call finds the rows already loaded.
  if (profile?.businessId === setup.businessId && profile.closedAt === null) return { ok: true };
  if (profile !== undefined) return { ok: false, code: 'import_over' };
  try {
    storage.fill(setup, { apart: now + REVISIONS_SET_APART, now, prove: () => prove(storage, now) });
  } catch (error) {
    log({ event: 'import_refused', locationId: storage.locationId, reason: reasonOf(error) });
    return { ok: false, code: 'import_unreadable' };
  }
  return { ok: true };
}

/** Validates the loaded rows by reading everything that pages and the alarm read. Throws if the rows are invalid. */
function prove(storage: SqliteStorage, now: number): void {
  const location = storage.location();
  if (location === null || location.profile.closedAt !== null) throw new Error('no open location');
  project.staff(storage, now);
  storage.people.earliestEnd();
  if (storage.keyRow.storedKey() === '') throw new Error('no key');
}
