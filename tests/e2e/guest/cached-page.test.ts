/** The last place without a server: kept from the join on, shown as what it is, and forgotten with the visit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { killableServer } from '../../../bench/crash/killable-server.ts';
import { admit, joinQueue, leaveQueue, openShop, remove, waitingVisit } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { fillJoinForm, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();

/** What this browser keeps: the addresses in each cache, and how many service workers there are. */
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

/** The place that would be shown without a server. */
function cachedPosition(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const told = await caches.match(`${location.pathname}?told`);
    const whole = await caches.match(location.pathname);
    return told && whole ? (await told.json()).visit.status.position : null;
  });
}

const nothing = { addresses: [], workers: 0 };

test(
  'a reload without a server shows the last place and says that it is old; with the server it is fresh by itself',
  { timeout: 120_000 },
  async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'cached-page-'));
    const server = await killableServer(stateDir);
    onTestFinished(async () => {
      await server.stop();
      rmSync(stateDir, { recursive: true });
    });
    await server.start();
    const { origin } = await server.running();
    const shop = await openShop(origin);
    const [first, second] = [await joinQueue(origin, shop), await joinQueue(origin, shop)];
    const { page, expectComplaint } = await here.newPhone({ baseURL: origin });
    await fillJoinForm(page, shop);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('You are #3 in line').first().waitFor();
    await expect.poll(() => cachedPosition(page)).toBe(3);
    await leaveQueue(origin, shop, first);
    await page.getByText('You are #2 in line').first().waitFor();
    await expect.poll(() => cachedPosition(page)).toBe(2);

    expectComplaint(/^console: WebSocket connection to .* failed/);
    expectComplaint(/^net::ERR_CONNECTION_REFUSED GET \//);
    await server.kill();
    await page.reload();
    await page.getByText('You are #2 in line').first().waitFor();
    await page
      .getByText(
        /^This was your place at \d+:\d\d [AP]M\. No connection\. Your place is safe with Blue Door Café\. We’ll update as soon as you’re back\.$/,
      )
      .waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    expect(await page.title()).toBe('#2 in line · Blue Door Café');
    expect(await toast(page, 'Queue restored').count()).toBe(0);
    // As often as one likes.
    await page.reload();
    await page.getByText(/^This was your place at/).waitFor();

    await server.start();
    await page.getByText(/^This was your place at/).waitFor({ state: 'detached' });
    // The socket is tried again less and less often (`crash.test.ts` waits for it), and when the phone says that it is online.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('Live', { exact: true }).waitFor();
    await leaveQueue(origin, shop, second);
    await page.getByText('You are #1 in line').first().waitFor();
    await page.reload();
    await page.getByText('You are #1 in line').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByText(/^This was your place at/).count()).toBe(0);
  },
);

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
  // All that the page names, and nothing that belongs to another build.
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
  await remove(here.app.origin, shop, visit);
  await toast(page, 'Removed from queue').waitFor();
  await expect.poll(() => kept(page)).toEqual(nothing);

  await page.waitForURL('/queue');
  await joinOnPage(page, shop);
  await expect.poll(() => cachedPosition(page)).toBe(1);
  await page.goto('about:blank');
  const again = await waitingVisit(here.app.origin, shop, 'Mara');
  if (again === undefined) throw new Error('Mara is not in line');
  await remove(here.app.origin, shop, again);
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
  // What the device takes for the time of day does not matter.
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
