/**
 * Each Worker test begins with an empty database and no objects, and ends when all work after answers is done.
 * `fail-on-console-error.ts` runs first.
 */
import { reset } from 'cloudflare:test';
import { waitForGlobalWaitUntil } from 'cloudflare:test-internal';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { withStandIns } from '../../../../src/worker/development/with-stand-ins.ts';

// For tests that pass bindings directly to a part of the Worker or to their own app.
withStandIns(env);

beforeEach(async () => {
  await emptyStorage();
});

/**
 * Empties the storage until no tables are left. On a busy machine, leftover work of the test before can create tables
 * after a reset.
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

/** The statements that make the tables as the last migration leaves them; null before the first test. */
let tables: string[] | null = null;

/**
 * Makes the tables in one batch, and records the migrations as a deployment does. Only the first test applies the
 * migrations. They take three times as long as the statements that make the same tables.
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

/** The statements of all tables and indexes, without those of the platform. */
async function statementsOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite@_%' ESCAPE '@' AND name NOT LIKE '@_cf@_%' ESCAPE '@' ORDER BY rowid",
    )
    .all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}

// The library waits only at the end of a file. Leftover work of a test would find an empty database.
afterEach(waitForGlobalWaitUntil);
