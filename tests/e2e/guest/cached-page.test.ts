/**
 * The cached place in line when the server cannot be reached: the page caches it at the join, shows it as outdated, and
 * deletes it with the visit.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admit, openShop, removeForGood, waitingVisit } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';
import { cachedPosition, fillJoinForm, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();

/** The browser's stored data for the page: the addresses in its caches, and the number of service workers. */
function kept(page: Page): Promise<{ addresses: string[]; workers: number }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return {
      addresses: entries.flat().map(({ url }) => url.slice(location.origin.length)),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });
}

const nothing = { addresses: [], workers: 0 };

test('nothing is registered or kept for whoever only looks, both are there after the join, and nothing once the guest leaves', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await fillJoinForm(page, shop);
  await page.waitForLoadState('networkidle');
  expect(await kept(page)).toEqual(nothing);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => cachedPosition(page)).toBe(1);
  const { addresses, workers } = await kept(page);
  expect(workers).toBe(1);
  expect(addresses.filter((each) => !each.startsWith('/assets/')).toSorted()).toEqual([
    `/queue/${shop.username}`,
    `/queue/${shop.username}?told`,
  ]);
  // The cache has all assets that the page names, and no asset of another build.
  const html = await (await page.request.get(`/queue/${shop.username}`)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset]) => asset);
  expect(addresses.filter((each) => each.startsWith('/assets/')).toSorted()).toEqual(
    [...new Set(named.map(String))].toSorted(),
  );
  await leaveOnPage(page);
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await expect.poll(() => kept(page)).toEqual(nothing);
});

test('whoever is removed has nothing left on the device: at once, and with the page closed when it is opened', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await expect.poll(() => cachedPosition(page)).toBe(1);
  const visit = await waitingVisit(here.app.origin, shop, 'Mara');
  if (visit === undefined) throw new Error('Mara is not in line');
  await removeForGood(here.app, shop, visit);
  await toast(page, 'Removed from queue').waitFor();
  await expect.poll(() => kept(page)).toEqual(nothing);

  await page.waitForURL('/queue');
  await joinOnPage(page, shop);
  await expect.poll(() => cachedPosition(page)).toBe(1);
  await page.goto('about:blank');
  const again = await waitingVisit(here.app.origin, shop, 'Mara');
  if (again === undefined) throw new Error('Mara is not in line');
  await removeForGood(here.app, shop, again);
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('textbox', { name: 'First Name' }).waitFor();
  await expect.poll(async () => (await kept(page)).addresses).toEqual([]);
});

test('a turn is kept as long as its time runs, and the countdown goes on without a server', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  await joinOnPage(page, shop);
  await expect.poll(() => cachedPosition(page)).toBe(1);
  const visit = await waitingVisit(here.app.origin, shop, 'Mara');
  if (visit === undefined) throw new Error('Mara is not in line');
  await admit(here.app.origin, shop, visit);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await expect.poll(() => cachedPosition(page)).toBe(0);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  // The device's clock is now two days ahead, which must not change the countdown.
  await page.addInitScript(
    (aheadMs) => {
      const now = Date.now;
      Date.now = () => now() + aheadMs;
    },
    2 * 24 * 3_600_000,
  );
  await page.reload();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^04:5\d$/);
});

test('a place that was kept says of when it is', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  await joinOnPage(page, shop);
  await expect.poll(() => cachedPosition(page)).toBe(1);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/^This was your place at \d+:\d\d [AP]M\./).waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
});
