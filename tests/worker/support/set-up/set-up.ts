/**
 * Each test of the Worker begins with an empty database and no objects, and ends once all that was left for after an
 * answer is done. `fail-on-console-error.ts` comes first.
 */
import { reset } from 'cloudflare:test';
import { waitForGlobalWaitUntil } from 'cloudflare:test-internal';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { withStandIns } from '../../../../src/worker/development/with-stand-ins.ts';

// For tests that hand the bindings over by themselves, to a part of the Worker or to an app of their own.
withStandIns(env);

beforeEach(async () => {
  await emptyStorage();
});

/**
 * What the test before left running can outlive one reset and keep its tables, on a busy machine: emptied until they are
 * gone.
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

/** All migrations at once, noted as a deployment notes them: one by one takes four times as long, before each test. */
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

// The library waits so by itself, but only at the end of a file: what is left of a test would meet an empty database.
afterEach(waitForGlobalWaitUntil);
