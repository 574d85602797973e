/**
 * The owner's notices about an outage of the texts' provider or of the database. `database-health.test.ts` tests how a
 * location's Durable Object notices an outage of the database.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Location } from '../../../src/shared/queue/state.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { stopIntervals, takeClock } from '../support/clock.ts';
import type { FakeQueue } from '../support/fake-queue.ts';
import { pageWidth } from '../support/look.ts';
import { openPage } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

/** A little longer than the time between two polls of a member's page. */
const POLL_MS = 11_000;

const since = Date.UTC(2026, 10, 20, 12, 5);
const noTexts = /^No texts have gone out since .+\. Please call names for now; the queue works as usual\.$/;
const waits =
  /^Since .+ texts and charts have to wait for our database: please call names for now; .+ nothing is lost\.$/;

test('the settings say what does not work, what does, and what to do, until it is well again', async () => {
  await page.viewport(320, 640);
  const { queue } = openShop();
  fail(queue);
  await openPage('/business/settings');
  await expect.poll(lines).toEqual([expect.stringMatching(noTexts), expect.stringMatching(waits)]);
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
});

test('the settings ask again by themselves, and stop saying it', async () => {
  takeClock();
  const { queue } = openShop();
  fail(queue);
  await openPage('/business/settings');
  await expect.poll(lines).toHaveLength(2);
  setHealth(queue, { textBreaker: null, textStop: null, databaseAwaySince: null });
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await expect.poll(lines).toEqual([]);
});

test('the dashboard says it beside the notice about texts, which it has already', async () => {
  stopIntervals();
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  fail(queue);
  await expect.poll(lines).toEqual([expect.stringMatching(waits)]);
  await expect.element(page.getByRole('alert').filter({ hasText: 'Texts are not going out' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

/** After this call, neither the provider of texts nor the database answers. */
function fail(queue: FakeQueue): void {
  const textBreaker = { reason: 'away', since, probeAt: since } as const;
  setHealth(queue, { textBreaker, textStop: null, databaseAwaySince: since });
}

function setHealth(queue: FakeQueue, health: Location['health']): void {
  queue.change((location) => ({ ...location, health }));
}

function lines(): string[] {
  return page
    .getByRole('status')
    .filter({ hasText: /since/i })
    .getByRole('paragraph')
    .elements()
    .map(({ textContent }) => textContent);
}
