/** Fails a test that calls `console.error`, in every project. */
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let complaints: MockInstance<typeof console.error>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...complaints.mock.calls];
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(calls, 'console.error was called').toEqual([]);
});
