import { afterEach, expect, test, vi } from 'vitest';
import { joinKey, completeJoin } from '../../../src/client/features/guest/join/idempotency-key.ts';
import { ApiError } from '../../../src/client/lib/api-error.ts';
import { mmss } from '../../../src/client/lib/countdown.ts';
import { refusal } from '../../../src/client/lib/refusal.ts';
import { createServerClock } from '../../../src/client/lib/server-clock.ts';
import type { JoinRequest } from '../../../src/shared/contracts/guest.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [402, { error: 'Please ask the staff.', code: 'no_credits' }, 'Please ask the staff.'],
  [500, {}, 'Request Failed: 500'],
  [502, undefined, 'Request Failed: 502'],
  [418, '<html>', 'Request Failed: 418'],
  [
    400,
    {
      error: 'No.',
      issues: { fieldErrors: { firstName: ['First name is required', 'x'], lastName: ['y'] } },
    },
    'First name is required',
  ],
  [400, { error: 'No.', issues: { fieldErrors: {} } }, 'No.'],
  [400, { error: 'No.', issues: { fieldErrors: 'broken' } }, 'Request Failed: 400'],
])('a refusal %i with %j says %j', (status, body, message) => {
  expect(refusal(status, body)).toMatchObject({ name: 'ApiError', status, message });
});

test.each([
  [300_000, '05:00'],
  [299_001, '05:00'],
  [61_000, '01:01'],
  [1, '00:01'],
  [0, '00:00'],
  [-5, '00:00'],
  [1_800_000, '30:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(mmss(ms)).toBe(text);
});

test('the server’s clock runs on the page’s own steady one, whatever the device believes', () => {
  let steadyMs = 1_000;
  const clock = createServerClock(() => steadyMs);
  clock.adopt('2026-11-20T12:00:00.000Z');
  steadyMs += 2_500;
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T12:00:02.500Z');
});

test('a slow answer does not turn the clock back, a changed server clock does', () => {
  let steadyMs = 0;
  const clock = createServerClock(() => steadyMs);
  clock.adopt('2026-11-20T12:00:00.000Z');
  steadyMs = 3_000;
  clock.adopt('2026-11-20T12:00:01.000Z');
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T12:00:03.000Z');
  clock.adopt('2026-11-20T11:00:00.000Z');
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T11:00:00.000Z');
});

test('an answer that is as late as it is old does not count as a changed clock', () => {
  let steadyMs = 0;
  const clock = createServerClock(() => steadyMs);
  clock.adopt('2026-11-20T12:00:00.000Z');
  steadyMs = 20_000;
  clock.adopt('2026-11-20T12:00:00.000Z', 20_000);
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T12:00:20.000Z');
  clock.adopt('2026-11-20T12:00:00.000Z', 1_000);
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T12:00:00.000Z');
});

const joinRequest: JoinRequest = {
  address: '14 Kemang Raya, Jakarta',
  firstName: 'Maya',
  lastName: 'Putri',
  numGuests: 2,
  waitingPreference: 'on_premises',
  phoneNumber: '',
};

test('a join request keeps its key until an answer came, also without browser storage', () => {
  const first = joinKey(joinRequest);
  expect(first).toMatch(/^\d+-\d+-\d+-\d+-{1,2}\d+$/);
  completeJoin(new ApiError(0, ''));
  completeJoin(new ApiError(503, 'away'));
  expect(joinKey(joinRequest)).toBe(first);
  expect(joinKey({ ...joinRequest, numGuests: 3 })).not.toBe(first);
  expect(joinKey(joinRequest)).toBe(first);
  completeJoin(new ApiError(402, 'No credits'));
  expect(joinKey(joinRequest)).not.toBe(first);
  completeJoin();
});

test('an open join request survives a reload, only in its tab and only while it is open', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const key = joinKey(joinRequest);
  expect([...kept]).toEqual([['holdline:joining', expect.stringMatching(/^\d+-\d+-\d+-\d+$/)]]);
  completeJoin(new ApiError(0, ''));
  expect(joinKey(joinRequest)).toBe(key);
  completeJoin();
  expect(kept.size).toBe(0);
  expect(joinKey(joinRequest)).not.toBe(key);
});
