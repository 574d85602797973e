/**
 * Each test of the Worker begins with empty storage, and ends after all work of its requests.
 * `fail-on-console-error.ts` runs first.
 */
import { reset } from 'cloudflare:test';
import { waitForGlobalWaitUntil } from 'cloudflare:test-internal';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { withStandIns } from '../../../../src/worker/development/with-stand-ins.ts';

// Tests that pass `env` to a part of the Worker get the stand-ins, too.
withStandIns(env);

beforeEach(async () => {
  await emptyStorage();
});

/**
 * Deletes the storage until it has no tables, because unfinished work of the previous test can make tables after a
 * reset.
 */
async function emptyStorage(): Promise<void> {
  let isLeft: number | null = null;
  while (isLeft !== 0) {
    await reset();
    const tables = env.DB.prepare("SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 'd1_migrations'");
    isLeft = await tables.first<number>('n');
  }
  await migrate();
}

/** The statements that make the tables in the form after all migrations; null before the first test. */
let tables: string[] | null = null;

/**
 * Makes the tables in one batch. Only the first test runs the migrations, because they take three times as long as this
 * batch.
 */
async function migrate(): Promise<void> {
  const { DB, TEST_MIGRATIONS } = env;
  const statements = tables ?? [
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    ...TEST_MIGRATIONS.flatMap(({ queries }) => queries),
  ];
  await DB.batch([
    ...statements.map((statement) => DB.prepare(statement)),
    ...TEST_MIGRATIONS.map(({ name }) =>
      DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ),
  ]);
  tables ??= await statementsOf(DB);
}

/** The statements that make all tables and indexes, except the platform's own. */
async function statementsOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite@_%' ESCAPE '@' AND name NOT LIKE '@_cf@_%' ESCAPE '@' ORDER BY rowid",
    )
    .all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}

// By itself, Cloudflare's test library waits for unfinished work only at the end of a test file. Each test must wait,
// because its unfinished work would otherwise run on the empty database of the next test.
afterEach(waitForGlobalWaitUntil);
