/**
 * The charts and the exported history of real visits (`docs/spec.md` sections 2 and 9).
 * `tests/component/owner/analytics.test.ts` tests the charts alone.
 */
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { calendarDay } from '../../../src/shared/time/day-figures.ts';
import { admit, joinQueue, openShop, remove, type Shop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';

const here = journey();

test('served visits are in the charts, which follow the next admit, and in the file', async () => {
  const shop = await openShop(here.app.origin);
  await someHistory(shop);
  const waiting = await joinQueue(here.app.origin, shop, { firstName: 'Mara' });
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  // Scrolls by `evaluate`, which does not wait, because the page replaces the heading when the charts arrive.
  await page.getByRole('heading', { name: 'Performance Summary' }).evaluate((it) => it.scrollIntoView());
  const performance = page.getByRole('region', { name: 'Performance Summary' });
  const today = performance.getByRole('row').last();
  await performance.getByText('Show as table').click();
  await expect.poll(async () => (await cellsOf(today)).slice(1)).toEqual(['2', '0', '0']);
  const hours = page.getByRole('region', { name: 'Peak Hours' });
  await hours.getByText('Show as table').click();
  const joined = await Promise.all((await hours.getByRole('row').all()).slice(1).map(cellsOf));
  expect(joined.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await download;
  const day = calendarDay(Date.now(), 'Asia/Jakarta');
  expect(file.suggestedFilename()).toBe(`${shop.username}-history-14-Kemang-Raya-Jakarta-to-${day}.csv`);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('"Joined","Time Zone"');
  expect(lines.slice(1).map((line) => /"(Budi|Siti|'=1\+1)"/.exec(line)?.[1])).toEqual([
    'Budi',
    'Siti',
    "'=1+1",
    undefined,
  ]);

  await admit(here.app.origin, shop, waiting.customer);
  await expect.poll(async () => (await cellsOf(today))[1]).toBe('3');
});

async function cellsOf(row: Locator): Promise<string[]> {
  return (await row.locator('th, td').allInnerTexts()).map((text) => text.trim());
}

/** Makes a history of two served parties and one removed party. */
async function someHistory(shop: Shop): Promise<void> {
  const { origin } = here.app;
  for (const firstName of ['Budi', 'Siti']) {
    const joined = await joinQueue(origin, shop, { firstName });
    await admit(origin, shop, joined.customer);
  }
  const gone = await joinQueue(origin, shop, { firstName: '=1+1' });
  await remove(origin, shop, gone.customer);
}
