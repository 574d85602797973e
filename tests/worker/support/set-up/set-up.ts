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

/**
 * Applies all migrations in one batch and records them as a deployment does. Applying them one by one takes four times
 * as long, before each test.
 */
async function migrate(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    ),
    ...env.TEST_MIGRATIONS.flatMap(({ name, queries }) => [
      ...queries.map((query) => env.DB.prepare(query)),
      env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]),
  ]);
}

// The library waits only at the end of a file. Leftover work of a test would find an empty database.
afterEach(waitForGlobalWaitUntil);
