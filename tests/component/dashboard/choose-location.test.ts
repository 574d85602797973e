/**
 * The choice of another location on the dashboard: staff can act on the line only after the page has received the
 * line's present state.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MEMBER_POLL_MS } from '../../../src/shared/limits.ts';
import { INTERRUPTION_MS } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { namesIn, openPage } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const choice = page.getByRole('combobox', { name: 'Location' });
const away = page.getByText('This location does not answer right now.');

function openTwo(): Shop {
  return openShop({ user: { maxLocations: 3 }, locations: [{}, { profile: { address: 'B' } }] });
}

/** Lets the socket of the second location open, but send no message. */
function silenceSecond(): void {
  theServer().onSocket('/auth/locations/location-2/live', () => {});
}

/** Makes the second location unavailable until the returned function is called. */
function secondIsAway(shop: Shop, away = 1): () => void {
  return theServer().answer('GET', '/auth/me', () => {
    const me = shop.me();
    const locations = me.locations.map((one, index) =>
      index === away ? { id: one.id, address: one.address, away: true } : one,
    );
    return { ...me, locations };
  });
}

test('a location chosen after a while shows its line once that is known, and nobody in it as new', async () => {
  const shop = openTwo();
  const [, second] = shop.queues;
  const gone = second?.join({ firstName: 'Ada', lastName: 'X' });
  silenceSecond();
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  second?.remove(gone?.customer.id ?? '');
  second?.join({ firstName: 'Budi', lastName: 'X' });

  const me = theServer().hold('GET', '/auth/me');
  await choice.selectOptions('B');
  await expect.element(page.getByText('Managing queue for: B', { exact: true })).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual([]);
  expect(page.getByRole('button', { name: /^(Admit|Refresh)/ }).elements()).toEqual([]);
  await expect.element(page.getByText('No customers in queue at this location.')).not.toBeInTheDocument();
  me.release();
  await expect.element(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Budi X']);
  expect(document.querySelector('[data-fresh]')).toBeNull();
});

test('where nothing can be known of a chosen location, what was known is shown and called old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const shop = openTwo();
  shop.queues[1]?.join({ firstName: 'Ada', lastName: 'X' });
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  theServer().opensSockets = false;
  theServer().fail('GET', '/auth/me');
  theServer().fail('GET', '/auth/locations/:id/analytics');
  await choice.selectOptions('B');
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await expect.element(page.getByText('No live connection. The list below may be old')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada X']);
});

test('a location that does not answer says so, on the dashboard and in the settings, and the other works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const shop = openTwo();
  shop.queue.join();
  shop.queues[1]?.join({ firstName: 'Ada', lastName: 'X' });
  silenceSecond();
  const answersAgain = secondIsAway(shop);
  await openPage('/business/settings');
  await expect
    .element(page.getByText('Add and manage your business locations (2/3 locations used)'))
    .toBeVisible();
  await expect.element(page.getByText('1 customer in queue', { exact: true })).toBeVisible();
  const row = page.getByRole('listitem').filter({ has: page.getByText('B', { exact: true }) });
  await expect.element(row).toHaveTextContent(/^BThis location does not answer right now\.$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.element(page.getByRole('button', { name: 'Admit Mara Lindqvist' })).toBeVisible();
  await choice.selectOptions('B');
  await expect.element(away).toBeVisible();
  await expect
    .element(page.getByText('Its line is safe, and we keep asking. Your other locations work as usual.'))
    .toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Today in figures' })).not.toBeInTheDocument();
  answersAgain();
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS + 1_000);
  await expect.element(page.getByRole('button', { name: 'Admit Ada X' })).toBeVisible();
});

test('the first location keeps its place while it does not answer, and no other takes it on the dashboard', async () => {
  const shop = openTwo();
  theServer().onSocket('/auth/locations/location-1/live', () => {});
  secondIsAway(shop, 0);
  await openPage('/business/dashboard');
  await expect.element(away).toBeVisible();
  const options = [...choice.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['14 Kemang Raya, Jakarta', 'B']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();
  const rows = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  const placeOf = (name: string) => rows.findIndex((text) => text.startsWith(name));
  expect(placeOf('14 Kemang Raya')).toBeLessThan(placeOf('B'));
});
