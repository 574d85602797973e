/** Going from one location to another on the dashboard: only a line that is known as it is now can be worked. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountView } from '../../../src/shared/contracts/account.ts';
import { addLocation, joinQueue, openShop, remove } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { holdCalls, namesIn } from '../support/steps.ts';

const here = journey();
/** The owner's poll, and then some. */
const POLL_MS = 11_000;

test('a location chosen after a while shows its line once that is known, and nobody in it as new', async () => {
  const shop = await openShop(here.app.origin);
  const other = { ...shop, location: await addLocation(here.app, shop, 'B') };
  const gone = await joinQueue(here.app.origin, other, { firstName: 'Ada', lastName: 'X' });
  const { page } = await here.newDesktop(shop);
  await withClock(page);
  await silenceSocket(page, other.location.id);
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('aMinuteLater()');
  await remove(here.app.origin, other, gone.customer);
  await joinQueue(here.app.origin, other, { firstName: 'Budi', lastName: 'X' });

  const me = await holdCalls(page, /\/auth\/me$/);
  await page.getByRole('combobox', { name: 'Location' }).selectOption('B');
  await page.getByText('Managing queue for: B', { exact: true }).waitFor();
  expect(await namesIn(page, 'queue')).toEqual([]);
  expect(await page.getByRole('button', { name: /^(Admit|Refresh)/ }).count()).toBe(0);
  expect(await page.getByText('No customers in queue at this location.').count()).toBe(0);
  me.release();
  await page.getByText('1 customer', { exact: true }).waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Budi X']);
  expect(await page.locator('[data-fresh]').count()).toBe(0);
});

test('where nothing can be known of a chosen location, what was known is shown and called old', async () => {
  const shop = await openShop(here.app.origin);
  const other = { ...shop, location: await addLocation(here.app, shop, 'B') };
  await joinQueue(here.app.origin, other, { firstName: 'Ada', lastName: 'X' });
  const { page, expectComplaint } = await here.newDesktop(shop);
  await withClock(page);
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('aMinuteLater()');
  // The line, and where they were due as well the charts.
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED GET \/auth\/(me|locations\/[^/]+\/analytics)$/);
  await page.context().setOffline(true);
  await page.getByRole('combobox', { name: 'Location' }).selectOption('B');
  await page.getByText('No live connection. The list below may be old').waitFor();
  await expect.poll(() => namesIn(page, 'queue')).toEqual(['Ada X']);
});

test('a location that does not answer says so, on the dashboard and in the settings, and the other works', async () => {
  const shop = await openShop(here.app.origin);
  const other = { ...shop, location: await addLocation(here.app, shop, 'B') };
  await joinQueue(here.app.origin, shop);
  await joinQueue(here.app.origin, other, { firstName: 'Ada', lastName: 'X' });
  const { page } = await here.newDesktop(shop);
  let isAway = true;
  await silenceSocket(page, other.location.id);
  await page.route('**/auth/me', async (route) => {
    const response = await route.fetch();
    const user = accountView.parse(await response.json());
    const away = { id: other.location.id, address: 'B', away: true };
    const locations = user.locations.map((one) => (isAway && one.address === 'B' ? away : one));
    await route.fulfill({ json: { ...user, locations } });
  });
  await page.clock.install();
  await page.goto('/business/settings');
  await page.getByText('Add and manage your business locations (2/3 locations used)').waitFor();
  await page.getByText('1 customer in queue', { exact: true }).waitFor();
  const row = page.getByRole('listitem').filter({ has: page.getByText('B', { exact: true }) });
  expect((await row.innerText()).split('\n').filter(Boolean)).toEqual([
    'B',
    'This location does not answer just now.',
  ]);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Admit Mara Lindqvist' }).waitFor();
  await page.getByRole('combobox', { name: 'Location' }).selectOption('B');
  await page.getByText('This location does not answer just now.').waitFor();
  await page.getByText('Its line is safe, and we keep asking. Your other locations work as ever.').waitFor();
  expect(await page.getByRole('region', { name: 'Today in figures' }).count()).toBe(0);
  isAway = false;
  await page.clock.fastForward(POLL_MS);
  await page.getByRole('heading', { name: 'Ada X' }).waitFor();
  await page.getByRole('button', { name: 'Admit Ada X' }).waitFor();
});

test('the first location keeps its place while it does not answer, and no other takes it on the dashboard', async () => {
  const shop = await openShop(here.app.origin);
  const { id, address } = shop.location;
  await addLocation(here.app, shop, 'B');
  const { page } = await here.newDesktop(shop);
  await silenceSocket(page, id);
  await page.route('**/auth/me', async (route) => {
    const user = accountView.parse(await (await route.fetch()).json());
    const locations = user.locations.map((one) => (one.id === id ? { id, address, away: true } : one));
    await route.fulfill({ json: { ...user, locations } });
  });
  await page.goto('/business/dashboard');
  await page.getByText('This location does not answer just now.').waitFor();
  const options = page.getByRole('combobox', { name: 'Location' }).locator('option');
  expect(await options.allInnerTexts()).toEqual([address, 'B']);
  await page.goto('/business/settings');
  await page.getByText('This location does not answer just now.').waitFor();
  const rows = await page.getByRole('listitem').allInnerTexts();
  const placeOf = (name: string) => rows.findIndex((row) => row.startsWith(name));
  expect(placeOf(address)).toBeLessThan(placeOf('B'));
});

/** Gives the page a clock that can be set on. Its timers stay as they are: its sockets need theirs. */
function withClock(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const read = performance.now.bind(performance);
    let aheadMs = 0;
    performance.now = () => read() + aheadMs;
    Object.assign(window, { aMinuteLater: () => (aheadMs += 60_000) });
  });
}

/** The socket of this location opens and tells nothing. (Routed sockets break when a page goes from one to another.) */
function silenceSocket(page: Page, locationId: string): Promise<unknown> {
  return page.addInitScript((id) => {
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (this: WebSocket, ...about: Parameters<typeof listen>) {
      if (!this.url.includes(id) || about[0] !== 'message') listen.apply(this, about);
    };
  }, locationId);
}
