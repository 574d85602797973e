/** Several locations on the settings page: each with its own, and one of them removed (`docs/spec.md` sections 2, 5, 7 and 8). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinQueue, openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { saves } from '../support/settings-page.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();
const first = '14 Kemang Raya, Jakarta';

test('one of several locations is removed, with its queue, and the others stay as they are', async () => {
  const shop = await openShopWithThree();
  await joinQueue(here.app.origin, shop);
  const { page } = await openSettings(shop);
  await page.getByText('Add and manage your business locations (3/3 locations used)').waitFor();
  await page.getByPlaceholder('Maximum 3 locations reached', { exact: true }).waitFor();
  await page
    .getByText('You have reached the maximum number of locations for your plan.', { exact: true })
    .waitFor();
  expect(await list(page)).toEqual([
    `${first}: 1 customer in queue`,
    'B: 0 customers in queue',
    'C: 0 customers in queue',
  ]);

  await page.getByRole('button', { name: 'Remove B', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Location' });
  const question =
    'Are you sure you want to remove "B"? This action cannot be undone and will remove all customers from the queue at this location.';
  await dialog.getByText(question, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await toast(page, 'Location removed').waitFor();
  await page.getByText('Add and manage your business locations (2/3 locations used)').waitFor();
  expect(await list(page)).toEqual([`${first}: 1 customer in queue`, 'C: 0 customers in queue']);
  const title = page.getByRole('heading', { name: 'Current Locations' });
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await page.getByText('C', { exact: true }).waitFor();
  expect(await list(page)).toEqual([`${first}: 1 customer in queue`, 'C: 0 customers in queue']);
});

test('a removal that is still on its way does not answer the question about another location', async () => {
  const { page } = await openSettings(await openShopWithThree());
  const held = await holdCalls(page, /\/auth\/locations\/[^/]+$/);
  await page.getByRole('button', { name: 'Remove B', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Location' });
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove C', exact: true }).click();
  held.release();
  await toast(page, 'Location removed').waitFor();
  await dialog.getByText('Are you sure you want to remove "C"?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await list(page)).toEqual([`${first}: 0 customers in queue`, 'C: 0 customers in queue']);
});

test('locations added in two tabs never get past the plan, and the second tab is told', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { maxLocations: 2 });
  const { page: one } = await openSettings(shop);
  const { page: other, expectComplaint } = await openSettings(shop);
  await addOnPage(one, 'B');
  await toast(one, 'Location added').waitFor();
  expectComplaint(/^409 POST \/auth\/locations$/);
  await addOnPage(other, 'C');
  await toast(other, 'Limit reached').waitFor();
  await toast(other, 'You have reached the maximum locations (2).').waitFor();
  await other.getByPlaceholder('Maximum 2 locations reached', { exact: true }).waitFor();
});

test('an address is shown as it was typed, whatever it holds', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { maxLocations: 2 });
  const { page } = await openSettings(shop);
  const address = `<img src=x onerror=alert(1)> "شارع" ${'长'.repeat(150)}`;
  await addOnPage(page, address);
  await toast(page, 'Location added').waitFor();
  expect((await list(page)).at(-1)).toBe(`${address}: 0 customers in queue`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

test('each location has its own settings', async () => {
  const { page } = await openSettings(await openShopWithThree());
  const panels = page.locator('details');
  await panels.nth(1).locator('summary').click();
  const panel = page.getByRole('group', { name: 'Queue settings: B' });
  await saves(page, () => panel.getByRole('combobox', { name: 'Hold length' }).selectOption('1 minute'));
  expect(await panels.locator('summary').allInnerTexts()).toEqual(
    ['5 minutes', '1 minute', '5 minutes'].map(
      (hold) => `Queue settings\nHeld for ${hold} · Always open · No limit`,
    ),
  );
});

/** The shop with the locations B and C beside its first one. */
async function openShopWithThree(): Promise<Shop> {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { maxLocations: 3 });
  for (const address of ['B', 'C']) {
    const answer = await fetch(`${here.app.origin}/auth/locations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: shop.cookie },
      body: JSON.stringify({ address, timezone: 'Asia/Jakarta' }),
    });
    expect(answer.status).toBe(201);
  }
  return shop;
}

async function openSettings(shop: Shop) {
  const device = await here.newDesktop(shop);
  await device.page.goto('/business/settings');
  await device.page.getByText(first, { exact: true }).waitFor();
  return device;
}

async function addOnPage(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Location Address' }).fill(address);
  await page.keyboard.press('Enter');
}

/** Each of the current locations in a line. */
function list(page: Page): Promise<string[]> {
  return page.locator('li:has(> details)').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('p')]
        .slice(0, 2)
        .map((words) => words.textContent)
        .join(': '),
    ),
  );
}
