/** The charts of the dashboard (`docs/spec.md` sections 2 and 9): drawn, readable as tables, empty in the spec's words, exported. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { calendarDay } from '../../../src/shared/time/day-figures.ts';
import { sundayOf } from '../../../src/shared/time/local-hour.ts';
import { admit, joinQueue, openShop, remove, signUpOwner, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';

const here = journey();

const monthAndDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** Opens the dashboard and goes down to where the charts are. */
async function openCharts(page: Page): Promise<void> {
  await page.goto('/business/dashboard');
  await page.getByRole('heading', { name: 'Performance Summary' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('heading', { name: 'Promised Waits' }).waitFor();
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The cells of a card's table, row by row, after it was opened by keyboard. */
async function tableOf(region: Locator): Promise<string[][]> {
  const table = region.getByRole('table');
  if (!(await table.isVisible())) {
    await region.getByText('Show as table').focus();
    await region.page().keyboard.press('Enter');
    await table.waitFor();
  }
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((text) => text.trim())),
  );
}

/** Whether anything is drawn on the canvas with this name. */
function isDrawn(region: Locator, name: RegExp): Promise<boolean> {
  return region.getByRole('img', { name }).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const colours = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] === 255) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
    }
    return colours.size > 1;
  });
}

/** Two parties served and one removed. */
async function someHistory(shop: Shop): Promise<void> {
  const { origin } = here.app;
  for (const firstName of ['Budi', 'Siti']) {
    const joined = await joinQueue(origin, shop, { firstName });
    await admit(origin, shop, joined.customer);
  }
  const gone = await joinQueue(origin, shop, { firstName: '=1+1' });
  await remove(origin, shop, gone.customer);
}

test('before the first guest every chart says so in the words of the spec', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openCharts(page);
  for (const text of [
    'Track customers served, wait times, and no-shows',
    'No data available yet. Start serving customers to see analytics!',
    'When does your business get the most traffic?',
    'No peak hour data available yet',
    'How efficient is your service?',
    'No wait time data available yet',
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByText('No data available yet. Start serving customers to see analytics!').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a business without a location has empty charts and nothing to export', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  await openCharts(page);
  await page.getByText('No peak hour data available yet').waitFor();
  expect(await page.getByRole('heading', { name: 'Export History' }).count()).toBe(0);
});

test('the charts are drawn, follow an admit by themselves, and can be read as tables', async () => {
  const shop = await openShop(here.app.origin);
  await someHistory(shop);
  const waiting = await joinQueue(here.app.origin, shop, { firstName: 'Mara' });
  const { page } = await here.newDesktop(shop);
  await openCharts(page);
  const performance = card(page, 'Performance Summary');
  await expect.poll(() => isDrawn(performance, /^Line chart of customers served.*last 7 days$/)).toBe(true);
  const hours = card(page, 'Peak Hours');
  await expect.poll(() => isDrawn(hours, /^Bar chart of customers joined by hour/)).toBe(true);
  const waits = card(page, 'Wait Time Distribution');
  await expect.poll(() => isDrawn(waits, /^Bar chart of customers served by minutes waited/)).toBe(true);

  const today = calendarDay(Date.now(), 'Asia/Jakarta');
  const daily = await tableOf(performance);
  expect(daily).toHaveLength(8);
  expect(daily[0]).toEqual(['Day', 'Customers served', 'Average wait (minutes)', 'No-shows']);
  expect(daily[1]?.slice(1)).toEqual(['0', 'None served', '0']);
  expect(daily[7]?.[0]).toContain(monthAndDay(today));
  expect(daily[7]?.slice(1)).toEqual(['2', '0', '0']);
  expect((await tableOf(hours)).slice(1).map(([, joined]) => joined)).toEqual(['3']);
  expect((await tableOf(hours))[1]?.[0]).toMatch(/^(12|1?\d) (AM|PM)$/);
  expect(await tableOf(waits)).toEqual([
    ['Minutes waited', 'Customers served'],
    ['0-5', '2'],
    ['5-10', '0'],
    ['10-15', '0'],
    ['15-30', '0'],
    ['30+', '0'],
  ]);

  await page.getByRole('radio', { name: 'Weekly' }).check();
  await performance.getByRole('img', { name: /last 5 weeks$/ }).waitFor();
  const weekly = await tableOf(performance);
  expect(weekly).toHaveLength(6);
  expect(weekly[5]).toEqual([`Week of ${monthAndDay(sundayOf(today))}`, '2', '0', '0']);

  await admit(here.app.origin, shop, waiting.customer);
  await expect.poll(async () => (await tableOf(performance))[5]?.[1], { timeout: 8_000 }).toBe('3');
  await card(page, 'Promised Waits').getByText('Waits compared').waitFor();
});

test('charts and tables are accessible', async () => {
  const shop = await openShop(here.app.origin);
  await someHistory(shop);
  const { page } = await here.newDesktop(shop, { viewport: { width: 320, height: 700 } });
  await openCharts(page);
  await expect.poll(() => isDrawn(card(page, 'Peak Hours'), /^Bar chart/)).toBe(true);
  for (const name of ['Performance Summary', 'Peak Hours', 'Wait Time Distribution'])
    await tableOf(card(page, name));
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the history is downloaded as a file, and a range that ends before it begins is not', async () => {
  const shop = await openShop(here.app.origin);
  await someHistory(shop);
  const { page } = await here.newDesktop(shop);
  await openCharts(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await download;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format();
  expect(file.suggestedFilename()).toBe(`${shop.username}-history-14-Kemang-Raya-Jakarta-to-${today}.csv`);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('"Joined","Time Zone"');
  expect(lines.slice(1).map((line) => /"(Budi|Siti|'=1\+1)"/.exec(line)?.[1])).toEqual([
    'Budi',
    'Siti',
    "'=1+1",
    undefined,
  ]);

  await page.getByLabel('First day').fill('2026-11-02');
  await page.getByLabel('Last day').fill('2026-11-01');
  await page.getByText('The last day must not be before the first.').waitFor();
  expect(await page.getByRole('link', { name: 'Download CSV' }).count()).toBe(0);
});

test('a download that is refused is told on the page', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await openCharts(page);
  expectComplaint(/^503 GET \/auth\/locations\/\w+\/history\.csv\?$/);
  await page.route(/history\.csv/, (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away.', code: 'try_again' } }),
  );
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await toast(page, 'The history could not be downloaded').waitFor();
  await toast(page, 'The database is away.').waitFor();
});

test('charts that could not be loaded say so and come with the next try', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  expectComplaint(/^503 GET \/auth\/locations\/\w+\/analytics$/);
  await page.route(/\/analytics$/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Away', code: 'try_again' } }),
  );
  await page.goto('/business/dashboard');
  await page.getByRole('heading', { name: 'Performance Summary' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText('The charts could not be loaded.').waitFor();
  await page.unroute(/\/analytics$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No peak hour data available yet').waitFor();
});
