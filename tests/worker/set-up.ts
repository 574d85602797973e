import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let complaints: MockInstance<typeof console.error>;

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...complaints.mock.calls];
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(calls, 'console.error was called').toEqual([]);
});
