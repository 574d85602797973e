/** Node's SQLite, as both databases of the platform are made of it here: a location's object and D1. */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/** What a statement answered: its rows, each with a value for each column, and the number of rows that it wrote. */
export type Answer = { columns: string[]; rows: SQLOutputValue[][]; changes: number };

/** Bounds of the platform that Node's SQLite has not. */
const MOST_VALUES = 100;
const LONGEST_STATEMENT = 100_000;

const answersRows = /^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b|\bRETURNING\b/i;

/** One database in memory. A statement that was asked before is not read again. */
export class Sqlite {
  #db = new DatabaseSync(':memory:');
  #statements = new Map<string, StatementSync>();

  /** Runs one statement; without values to bind any number of them, of which the last one answers nothing. */
  ask(sql: string, values: readonly unknown[]): Answer {
    if (values.length > MOST_VALUES || sql.length > LONGEST_STATEMENT)
      throw new Error('too large for the platform');
    const before = this.#written();
    // Asked by its words: an ALTER TABLE says that it has columns.
    if (values.length === 0 && !answersRows.test(sql)) {
      this.#db.exec(sql);
      return { columns: [], rows: [], changes: this.#written() - before };
    }
    const statement = this.#prepared(sql);
    const columns = statement.columns().map(({ name }) => name);
    const rows = statement.all(...values.map(toInput)).map(toValues);
    return { columns, rows, changes: this.#written() - before };
  }

  /** Any number of statements. */
  run(sql: string): void {
    this.#db.exec(sql);
  }

  /** All of its writes or none; may be nested. */
  transaction<T>(work: () => T): T {
    this.#db.exec('SAVEPOINT work');
    try {
      const result = work();
      this.#db.exec('RELEASE work');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK TO work; RELEASE work');
      throw error;
    }
  }

  /** From now on an empty database. */
  clear(): void {
    this.#db.close();
    this.#db = new DatabaseSync(':memory:');
    this.#statements = new Map();
  }

  #written(): number {
    return Number(this.#prepared('SELECT total_changes()').all().map(toValues)[0]?.[0]);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    // Two columns may have one name.
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The row of these values as an object, as both databases answer it. */
export function rowOf(columns: string[], values: unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
}

/** `setReturnArrays` has no type of its own: the rows come as arrays. */
function toValues(row: unknown): SQLOutputValue[] {
  if (!Array.isArray(row)) throw new TypeError('A row came as an object');
  return row;
}

function toInput(value: unknown): null | number | string | Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === 'boolean') return Number(value);
  if (value === null || typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array)
    return value;
  throw new TypeError(`SQLite takes no ${typeof value}`);
}
