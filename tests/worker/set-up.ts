/**
 * Each test of the Worker begins with an empty database and no objects, and ends once all that was left for after an
 * answer is done. `fail-on-console-error.ts` comes first.
 */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { waitForGlobalWaitUntil } from 'cloudflare:test-internal';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';

beforeEach(async () => {
  await emptyStorage();
});

/**
 * What the test before left running can outlive one reset and keep its rows, on a busy machine: emptied until it is
 * empty.
 */
async function emptyStorage(): Promise<void> {
  let left: number | null = null;
  while (left !== 0) {
    await reset();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    left = await env.DB.prepare('SELECT COUNT(*) AS n FROM businesses').first<number>('n');
  }
}

// The library waits so by itself, but only at the end of a file: what is left of a test would meet an empty database.
afterEach(waitForGlobalWaitUntil);
