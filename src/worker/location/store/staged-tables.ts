/**
 * Export of whole tables, and staged tables of an import. Rows are sent with their schema step, and the usual
 * migrations convert the loaded rows to the present schema.
 */
import {
  FILE_KEY_COLUMN,
  transferredTables,
  type TransferredTable,
} from '../../../shared/contracts/business-file.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

export type Cell = string | number | null;
/** Rows of one table, with a cell for each column. Bytes are hexadecimal. */
export type Rows = { columns: string[]; rows: Cell[][] };
/** One part of an import, as it was sent. `n`: the number of the part in the file. */
export type StagedRows = Rows & { n: number; table: TransferredTable; step: number };

/**
 * The key by which each table is read in pages. New rows and changes of recent visits may be missing in the pages;
 * `rest` reads these rows at the end.
 */
const keys = { event: 'n', consent: 'n', text: 'id', visit: 'joined_at' } as const;
export type PagedTable = keyof typeof keys;

/**
 * SQL condition for recent visits. Only recent visits can still change. `?1`: the time from which a visit counts as
 * recent.
 */
const RECENT = `status = 'waiting' OR joined_at >= ?1 OR admitted_at >= ?1 OR ended_at >= ?1`;

export class StagedTables {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** How many schema steps this object has run. */
  get step(): number {
    return this.#sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM schema_step').one().n;
  }

  /** At most `limit` rows after a key. */
  page(table: PagedTable, after: Cell, limit: number): Rows & { last: Cell } {
    const key = keys[table];
    const read = this.#read(`${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`, after, limit);
    const at = read.columns.indexOf(key);
    return { ...read, last: read.rows.at(-1)?.[at] ?? after };
  }

  /**
   * Returns all rows that may have changed since their page was read: recent visits with their rows in other tables,
   * pending history, and the location. All these rows are read at one moment.
   */
  rest(since: number): ({ table: TransferredTable } & Rows)[] {
    const ofRecent = (table: TransferredTable) => ({
      table,
      ...this.#read(`${table} WHERE visit_id IN (SELECT id FROM visit WHERE ${RECENT})`, since),
    });
    return [
      {
        table: 'event',
        ...this.#read(
          `event WHERE visit_id = '' OR visit_id IN (SELECT id FROM visit WHERE ${RECENT})`,
          since,
        ),
      },
      ofRecent('consent'),
      ofRecent('text'),
      { table: 'visit', ...this.#read(`visit WHERE ${RECENT}`, since) },
      // The history rows that D1 does not have yet. Pending texts are not exported, because this object may still send
      // the texts.
      { table: 'delivery', ...this.#read(`delivery WHERE kind = 'history'`) },
      { table: 'location', ...this.#read('location') },
    ];
  }

  /** Stages rows. Replaces earlier rows with the same `n`. */
  stage({ n, table, step, columns, rows }: StagedRows): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS staged
         (n INTEGER PRIMARY KEY, name TEXT NOT NULL, step INTEGER NOT NULL, columns TEXT NOT NULL, rows TEXT NOT NULL) STRICT`,
    );
    this.#sql.exec(
      'INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?, ?)',
      n,
      table,
      step,
      JSON.stringify(columns),
      JSON.stringify(rows),
    );
  }

  /**
   * Creates the tables and loads the staged rows. Throws if a schema step or a column is unknown. Call this method in a
   * transaction.
   */
  load(): void {
    const { lowest, highest } = this.#sql
      .exec<{ lowest: number; highest: number }>(
        'SELECT MIN(step) AS lowest, MAX(step) AS highest FROM staged',
      )
      .one();
    if (lowest !== highest || highest > migrations.length) throw new Error('rows of an unknown schema');
    migrate(this.#storage, migrations.slice(0, highest));
    for (const name of transferredTables) this.#loadTable(name);
    this.#sql.exec('DROP TABLE staged');
    migrate(this.#storage);
  }

  #loadTable(name: TransferredTable): void {
    const own = this.#columnsOf(name);
    const pieces = this.#sql
      .exec<{ n: number; columns: string }>('SELECT n, columns FROM staged WHERE name = ? ORDER BY n', name)
      .toArray();
    for (const { n, columns: json } of pieces) {
      const columns: unknown = JSON.parse(json);
      if (!isSameSet(columns, own)) throw new Error('rows with other columns');
      const cells = columns.map((column, index) =>
        column === FILE_KEY_COLUMN ? `unhex(value ->> ${index})` : `value ->> ${index}`,
      );
      // The later of two rows with the same key replaces the earlier row, because changes during the export come later
      // in the file.
      this.#sql.exec(
        `INSERT OR REPLACE INTO ${name} (${columns.join(', ')})
         SELECT ${cells.join(', ')} FROM json_each((SELECT rows FROM staged WHERE n = ?))`,
        n,
      );
    }
  }

  #columnsOf(table: TransferredTable): string[] {
    return this.#sql
      .exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
      .toArray()
      .map(({ name }) => name);
  }

  #read(from: string, ...values: Cell[]): Rows {
    const cursor = this.#sql.exec(`SELECT * FROM ${from}`, ...values);
    const { columnNames: columns } = cursor;
    return { columns, rows: [...cursor.raw()].map((row) => row.map(toCell)) };
  }
}

function toCell(value: SqlStorageValue): Cell {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value;
}

function isSameSet(columns: unknown, own: readonly string[]): columns is string[] {
  return (
    Array.isArray(columns) && columns.length === own.length && own.every((name) => columns.includes(name))
  );
}
