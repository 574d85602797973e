/** The storage of one object on Node's SQLite. It stores the time of an alarm, but never runs the alarm. */
import { rowOf, Sqlite } from './sqlite.ts';
import { believed, turn, unused } from './platform.ts';

export function objectStorage(): DurableObjectStorage {
  const sqlite = new Sqlite();
  let alarm: number | null = null;
  return {
    sql: sqlStorage(sqlite),
    transactionSync: (work) => sqlite.transaction(work),
    sync: turn,
    getAlarm: () => Promise.resolve(alarm),
    setAlarm: async (at) => void (alarm = Number(at)),
    deleteAlarm: async () => void (alarm = null),
    deleteAll: async () => {
      sqlite.clear();
      alarm = null;
    },
    get: unused,
    list: unused,
    put: unused,
    delete: unused,
    transaction: unused,
    getCurrentBookmark: unused,
    getBookmarkForTime: unused,
    onNextSessionRestoreBookmark: unused,
    get kv() {
      return unused();
    },
  };
}

const ofTransactions = /^\s*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

function sqlStorage(sqlite: Sqlite): SqlStorage {
  return {
    exec: <T extends Record<string, SqlStorageValue>>(sql: string, ...values: unknown[]) => {
      if (ofTransactions.test(sql))
        throw new Error('An object begins and ends transactions by `transactionSync`');
      return cursor<T>(sqlite.ask(sql, values));
    },
    get databaseSize() {
      return unused();
    },
    get Cursor() {
      return unused();
    },
    get Statement() {
      return unused();
    },
  };
}

function cursor<T extends Record<string, SqlStorageValue>>({
  columns,
  rows,
  changes,
}: ReturnType<Sqlite['ask']>): SqlStorageCursor<T> {
  const values = rows.map((row) => row.map(toValue));
  const objects = values.map((row) => believed<T>(rowOf(columns, row)));
  const iterator = objects.values();
  return {
    columnNames: columns,
    rowsRead: rows.length,
    rowsWritten: changes,
    next: () => {
      const { done, value } = iterator.next();
      return done === true ? { done } : { value };
    },
    toArray: () => objects,
    one: () => {
      const [only] = objects;
      if (only === undefined || objects.length > 1)
        throw new Error(`One row was expected, not ${objects.length}`);
      return only;
    },
    raw: <U extends SqlStorageValue[]>() => believed<IterableIterator<U>>(values.values()),
    [Symbol.iterator]: () => iterator,
  };
}

function toValue(value: unknown): SqlStorageValue {
  if (value instanceof Uint8Array) return value.slice().buffer;
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  throw new TypeError(`SQLite answered a ${typeof value}`);
}
