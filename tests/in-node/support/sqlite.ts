/** Node's SQLite for the stand-ins of D1 and of a location's storage. */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/**
 * The result of a statement: the column names, the rows with a value for each column, and the number of changed rows.
 */
export type Answer = { columns: string[]; rows: SQLOutputValue[][]; changes: number };

/** Limits of the platform. Node's SQLite does not have these limits. */
const MOST_VALUES = 100;
const LONGEST_STATEMENT = 100_000;

const answersRows = /^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b|\bRETURNING\b/i;

/** A database in memory. Each statement is prepared only once. */
export class Sqlite {
  #db = new DatabaseSync(':memory:');
  #statements = new Map<string, StatementSync>();

  /**
   * Runs a statement with values. Without values, `sql` may have several statements. If `sql` contains several
   * statements, the last statement must return no rows.
   */
  ask(sql: string, values: readonly unknown[]): Answer {
    if (values.length > MOST_VALUES || sql.length > LONGEST_STATEMENT)
      throw new Error('too large for the platform');
    const before = this.#written();
    // The text of the statement decides whether it returns rows, because SQLite reports columns even for an ALTER
    // TABLE.
    if (values.length === 0 && !answersRows.test(sql)) {
      this.#db.exec(sql);
      return { columns: [], rows: [], changes: this.#written() - before };
    }
    const statement = this.#prepared(sql);
    const columns = statement.columns().map(({ name }) => name);
    const rows = statement.all(...values.map(toInput)).map(toValues);
    return { columns, rows, changes: this.#written() - before };
  }

  run(sql: string): void {
    this.#db.exec(sql);
  }

  /** Runs `work` in a transaction. Transactions may be nested. */
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
    // Rows are arrays, because two columns may have the same name.
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The row as an object. D1 and a location's storage return rows in this form. */
export function rowOf(columns: string[], values: unknown[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
}

/** The row as an array. `setReturnArrays` makes each row an array, but the type of a row does not say this. */
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
