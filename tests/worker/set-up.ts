/** Each test of the Worker begins with an empty database and no objects. `fail-on-console-error.ts` comes first. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach } from 'vitest';

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
