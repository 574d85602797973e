/**
 * A stand-in for D1 with Node's SQLite: prepared statements, batches that are transactions, and D1's error messages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rowOf, Sqlite } from './sqlite.ts';
import { believed, turn, unused } from './platform.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');
const schema = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  .join(';\n');

const sqlite = new Sqlite();

class Statement {
  readonly #sql: string;
  readonly #values: readonly unknown[];

  constructor(sql: string, values: readonly unknown[]) {
    this.#sql = sql;
    this.#values = values;
  }

  bind = (...values: unknown[]) => new Statement(this.#sql, values);

  /** Runs the statement synchronously, because a batch is one transaction. */
  ask() {
    const { columns, rows, changes } = inItsWords(() => sqlite.ask(this.#sql, this.#values));
    return { columns, rows: rows.map((row) => row.map(toValue)), changes };
  }

  async first<T>(column?: string): Promise<T | null> {
    const { results } = await this.all();
    const [row] = results;
    return believed<T | null>((column === undefined ? row : row?.[column]) ?? null);
  }

  async all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    await turn();
    return resultOf<T>(this.ask());
  }

  run = this.all;

  raw = async <T>({ columnNames = false } = {}): Promise<[string[], ...T[]]> => {
    await turn();
    const { columns, rows } = this.ask();
    return believed(columnNames ? [columns, ...rows] : rows);
  };
}

const statements: Pick<D1Database, 'prepare' | 'batch'> = {
  prepare: (sql) => new Statement(sql, []),
  batch: async <T>(statements: D1PreparedStatement[]) => {
    await turn();
    return sqlite.transaction(() =>
      statements.map((statement) => {
        if (!(statement instanceof Statement)) throw new TypeError('A statement of another database');
        return resultOf<T>(statement.ask());
      }),
    );
  },
};

export const d1: D1Database = {
  ...statements,
  exec: async (sql) => {
    await turn();
    inItsWords(() => sqlite.run(sql));
    return { count: 0, duration: 0 };
  },
  // There is only one database and no replica, as in the local runtime.
  withSession: () => ({ ...statements, getBookmark: () => null }),
  dump: unused,
};

/** Replaces the database with an empty one that has all tables. */
export function resetD1(): void {
  sqlite.clear();
  sqlite.run(schema);
}

function resultOf<T>({ columns, rows, changes }: ReturnType<Statement['ask']>): D1Result<T> {
  const results = believed<T[]>(rows.map((row) => rowOf(columns, row)));
  const counted = { duration: 0, size_after: 0, rows_read: 0, rows_written: changes, last_row_id: 0 };
  return { success: true, results, meta: { ...counted, changed_db: changes > 0, changes } };
}

/** The value as D1 returns it: D1 returns bytes as an array of numbers. */
function toValue(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}

function inItsWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error.message.includes('constraint failed') ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR';
    throw new Error(`D1_ERROR: ${error.message}: ${code}`, { cause: error });
  }
}
