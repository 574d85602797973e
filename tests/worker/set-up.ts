import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(complaints, 'console.error was called').toEqual([]);
});
