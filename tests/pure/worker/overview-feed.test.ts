/** When a location sends news of its changes to the overview of its business. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { LocationNews } from '../../../src/shared/contracts/overview.ts';
import { OverviewFeed } from '../../../src/worker/location/overview/overview-feed.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 18, 0, 0);

/** A feed whose answers and pauses the test controls. */
function aFeed(watchedUntil = 0) {
  const lease = {
    watchedUntil,
    writes: 0,
    watchUntil(until: number) {
      lease.watchedUntil = until;
      lease.writes += 1;
    },
  };
  const told: PromiseWithResolvers<{ watched: boolean }>[] = [];
  const pauses: { ms: number; end: (value?: unknown) => void }[] = [];
  const failures: Error[] = [];
  const news: LocationNews = { type: 'gone', id: 'location' };
  const feed = new OverviewFeed({
    businessId: () => 'business',
    lease,
    news: () => {
      const failure = failures.pop();
      if (failure) throw failure;
      return news;
    },
    tell: () => {
      const answer = Promise.withResolvers<{ watched: boolean }>();
      told.push(answer);
      return answer.promise;
    },
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
  });
  const answer = async (watched: boolean) => {
    told.at(-1)?.resolve({ watched });
    await settle();
  };
  const endPause = async () => {
    pauses.at(-1)?.end();
    await settle();
  };
  /** Makes the next read of the news fail. */
  const fail = (failure: Error) => void failures.push(failure);
  return { feed, lease, told, pauses, answer, endPause, fail };
}

/** Runs all code that waits for a resolved promise. */
async function settle(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

test('nothing is told while nobody looks', async () => {
  const { feed, told } = aFeed();
  await feed.changed();
  expect(told).toHaveLength(0);
});

test('changes at once are told once, and those of the next second together', async () => {
  const { feed, told, pauses, answer, endPause } = aFeed(NOW + HOUR_MS);
  for (let n = 0; n < 3; n += 1) void feed.changed();
  await settle();
  expect(told).toHaveLength(1);
  await answer(true);
  expect(pauses.map(({ ms }) => ms)).toEqual([1_000]);
  for (let n = 0; n < 3; n += 1) void feed.changed();
  expect(told).toHaveLength(1);
  await endPause();
  expect(told).toHaveLength(2);
  await answer(true);
  await endPause();
  expect([told.length, pauses.length]).toEqual([2, 2]);
});

test('a lease is written once, lasts longer than asked, and ends when nobody looks', async () => {
  const { feed, lease, told, answer, endPause } = aFeed();
  void feed.watch(NOW + HOUR_MS);
  expect([lease.writes, lease.watchedUntil]).toEqual([1, NOW + 2 * HOUR_MS]);
  await answer(true);
  await endPause();
  void feed.watch(NOW + 2 * HOUR_MS);
  expect([lease.writes, told.length]).toEqual([1, 2]);
  await answer(false);
  expect([lease.writes, lease.watchedUntil]).toEqual([2, 0]);
  await endPause();
  void feed.changed();
  expect(told).toHaveLength(2);
});

test('an answer from before a page opened does not end its lease', async () => {
  const { feed, lease, told, answer, endPause } = aFeed(NOW + HOUR_MS);
  void feed.changed();
  void feed.watch(NOW + 3 * HOUR_MS);
  await answer(false);
  expect(lease.watchedUntil).toBe(NOW + 4 * HOUR_MS);
  await endPause();
  expect(told).toHaveLength(2);
});

test('news are told again when the overview did not answer', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { feed, told, pauses, endPause } = aFeed(NOW + HOUR_MS);
  void feed.changed();
  told[0]?.reject(new Error('away'));
  await settle();
  expect(pauses.map(({ ms }) => ms)).toEqual([5_000]);
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
    event: 'overview_unavailable',
    businessId: 'business',
  });
  await endPause();
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(5_000);
  await settle();
  expect(pauses).toHaveLength(2);
});

test('after news that could not be read, the next change is told', async () => {
  const { feed, told, fail } = aFeed(NOW + HOUR_MS);
  const failure = new Error('unreadable row');
  fail(failure);
  await expect(feed.changed()).rejects.toBe(failure);
  void feed.changed();
  await settle();
  expect(told).toHaveLength(1);
});

test('nothing is told after the end of the lease', async () => {
  const { feed, told } = aFeed(NOW + HOUR_MS);
  vi.setSystemTime(NOW + HOUR_MS);
  await feed.changed();
  expect(told).toHaveLength(0);
});
