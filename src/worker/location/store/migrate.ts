/** Updates the schema of a location's object to the present release. */
import { migrations } from './migrations.ts';

/** Whether the object has a schema. An object gets its schema when it is opened. */
export function isMigrated({ sql }: DurableObjectStorage): boolean {
  return sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'schema_step'`).toArray().length > 0;
}

/** Runs the missing steps, each in its own transaction. */
export function migrate(storage: DurableObjectStorage, steps: readonly string[] = migrations): void {
  const { sql } = storage;
  sql.exec('CREATE TABLE IF NOT EXISTS schema_step (step INTEGER PRIMARY KEY) STRICT');
  const done = sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM schema_step').one().n;
  steps.slice(done).forEach((statements, index) => {
    storage.transactionSync(() => {
      sql.exec(statements);
      sql.exec('INSERT INTO schema_step VALUES (?)', done + index + 1);
    });
  });
}
