/**
 * The charts of the dashboard (`docs/spec.md` sections 2 and 9): drawn, shown as tables, and empty with the spec's
 * words. The figures and the downloaded file are tested in `tests/e2e/owner/analytics.test.ts`.
 */
import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { Analytics } from '../../../src/shared/contracts/analytics.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, openToday, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

/** The longest time until the charts contain a changed visit. */
const COUNTED_WITHIN_MS = 1_500;

test('before the first guest every chart says so in the words of the spec', async () => {
  openShop();
  await openCharts();
  for (const text of [
    'Track customers served, wait times, and no-shows',
    'No data available yet. Start serving customers to see analytics!',
    'When does your business get the most traffic?',
    'No peak hour data available yet',
    'How efficient is your service?',
    'No wait time data available yet',
  ])
    await says(text);
  await page.getByRole('radio', { name: 'Weekly' }).click();
  await says('No data available yet. Start serving customers to see analytics!');
  expect(await accessibilityProblems()).toEqual([]);
});

test('a business without a location has empty charts and nothing to export', async () => {
  openShop({ locations: [] });
  await openCharts();
  await says('No peak hour data available yet');
  expect(page.getByRole('heading', { name: 'Export History' }).query()).toBe(null);
});

test('the charts are drawn, follow an admit by themselves, and can be read as tables', async () => {
  takeClock();
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.charts = chartsOf(2);
  await openCharts();
  const performance = card('Performance Summary');
  await expect.poll(() => isDrawn(performance, /^Line chart of customers served.*last 7 days$/)).toBe(true);
  const hours = card('Peak Hours');
  await expect.poll(() => isDrawn(hours, /^Bar chart of customers joined by hour/)).toBe(true);
  const waits = card('Wait Time Distribution');
  await expect.poll(() => isDrawn(waits, /^Bar chart of customers served by minutes waited/)).toBe(true);

  const daily = await tableOf(performance);
  expect(daily).toHaveLength(8);
  expect(daily[0]).toEqual(['Day', 'Customers served', 'Average wait (minutes)', 'No-shows']);
  expect(daily[1]).toEqual(['Sat, Nov 14', '0', 'None served', '0']);
  expect(daily[7]).toEqual(['Fri, Nov 20', '2', '4', '1']);
  expect(await tableOf(hours)).toEqual([
    ['Hour', 'Customers joined'],
    ['7 PM', '3'],
  ]);
  expect(await tableOf(waits)).toEqual([
    ['Minutes waited', 'Customers served'],
    ['0-5', '2'],
    ['5-10', '0'],
    ['30+', '0'],
  ]);

  await page.getByRole('radio', { name: 'Weekly' }).click();
  await expect.element(performance.getByRole('img', { name: /last 5 weeks$/ })).toBeVisible();
  const weekly = await tableOf(performance);
  expect(weekly).toHaveLength(6);
  expect(weekly[5]).toEqual(['Week of Nov 15', '2', '4', '1']);

  shop.charts = chartsOf(3);
  shop.queue.admit(customer.id);
  await expect.element(button('Arrived Mara Lindqvist')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(COUNTED_WITHIN_MS);
  await expect.poll(async () => (await tableOf(performance))[5]?.[1]).toBe('3');
  await expect.element(card('Promised Waits').getByText('Waits compared')).toBeVisible();
});

test('charts and tables are accessible', async () => {
  await page.viewport(320, 700);
  const shop = openShop();
  shop.charts = chartsOf(2);
  await openCharts();
  await expect.poll(() => isDrawn(card('Peak Hours'), /^Bar chart/)).toBe(true);
  for (const name of ['Performance Summary', 'Peak Hours', 'Wait Time Distribution'])
    await tableOf(card(name));
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
});

test('a range that ends before it begins cannot be downloaded', async () => {
  openShop();
  await openCharts();
  await page.getByLabelText('First day').fill('2026-11-02');
  await expect
    .element(page.getByRole('link', { name: 'Download CSV' }))
    .toHaveAttribute('href', '/auth/locations/location-1/history.csv?from=2026-11-02');
  await page.getByLabelText('Last day').fill('2026-11-01');
  await says('The last day must not be before the first.');
  expect(page.getByRole('link', { name: 'Download CSV' }).query()).toBe(null);
});

test('a download that is refused is told on the page', async () => {
  openShop();
  await openCharts();
  theServer().refuse('GET', '/auth/locations/:id/history.csv', 'try_again', 'The database is away.');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await expect.element(toast('The history could not be downloaded')).toBeVisible();
  await expect.element(toast('The database is away.')).toBeVisible();
});

test('charts that could not be loaded say so and come with the next try', async () => {
  openShop();
  const restore = theServer().refuse('GET', '/auth/locations/:id/analytics', 'try_again');
  await openDashboardAtCharts();
  await says('The charts could not be loaded.');
  restore();
  await button('Try again').click();
  await says('No peak hour data available yet');
});

/** Opens the dashboard's statistics and scrolls down to the charts. */
async function openDashboardAtCharts(): Promise<void> {
  await openPage('/business/dashboard');
  await openToday();
  const heading = page.getByRole('heading', { name: 'Performance Summary' });
  await expect.element(heading).toBeVisible();
  heading.element().scrollIntoView();
}

async function openCharts(): Promise<void> {
  await openDashboardAtCharts();
  await expect.element(page.getByRole('heading', { name: 'Promised Waits' })).toBeVisible();
}

function card(name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** The cells of a card's table, row by row; opens the table by keyboard. */
async function tableOf(region: Locator): Promise<string[][]> {
  const table = region.getByRole('table');
  if (table.query() === null) {
    region.getByText('Show as table').element().closest('summary')?.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(table).toBeVisible();
  }
  const rows = table.getByRole('row').elements();
  return rows.map((row) => Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent));
}

function isDrawn(region: Locator, name: RegExp): boolean {
  const canvas = region.getByRole('img', { name }).query();
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 255) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
  }
  return colours.size > 1;
}

/** The charts of a Friday with this number of served parties. */
function chartsOf(served: number): Analytics {
  const nothing = { served: 0, averageWaitMinutes: null, noShows: 0 };
  const figures = { served, averageWaitMinutes: 4, noShows: 1 };
  const days = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
  const weeks = ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'];
  return {
    daily: [...days.map((day) => ({ day, ...nothing })), { day: '2026-11-20', ...figures }],
    weekly: [...weeks.map((weekOf) => ({ weekOf, ...nothing })), { weekOf: '2026-11-15', ...figures }],
    peakHours: [{ hour: 19, joined: 3 }],
    waitTimes: [
      { fromMinutes: 0, toMinutes: 5, served },
      { fromMinutes: 5, toMinutes: 10, served: 0 },
      { fromMinutes: 30, toMinutes: null, served: 0 },
    ],
    promise: { mae: 1.5, coverage: 0.8, n: served },
  };
}

test('charts by member are there where the owner switched them on, and the team is told', async () => {
  const shop = openShop({ locations: [{ settings: { memberCharts: true } }] });
  const figures = { admitted: 3, served: 2, noShows: 1, medianWaitMinutes: 9 };
  theServer().answer('GET', '/auth/locations/:id/analytics/members', () => ({
    today: [],
    week: [
      { ...figures, actor: 'member:sari', actorName: 'Sari' },
      { ...figures, actor: 'member:gone', admitted: 2 },
      { ...figures, actor: 'member:gone too', admitted: 1 },
    ],
  }));
  const away = theServer().refuse('GET', '/auth/locations/:id/analytics/members', 'try_again');
  await openCharts();
  const members = card('By Member');
  await expect.element(members.getByText('This could not be loaded just now.')).toBeVisible();
  away();
  await members.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => isDrawn(members, /^Bar chart of admitted parties by member/)).toBe(true);
  expect(await tableOf(members)).toEqual([
    ['Member', 'Admitted', 'Served', 'No-shows', 'Median wait (minutes)'],
    ['Sari', '3', '2', '1', '9'],
    ['A former member', '2', '2', '1', '9'],
    ['A former member (2)', '1', '2', '1', '9'],
  ]);
  await members.getByRole('radio', { name: 'Today' }).click();
  await says('Nobody was admitted in this time');
  expect(await accessibilityProblems()).toEqual([]);
  shop.user = { ...shop.user, role: 'host' };
  theServer().answer('GET', '/auth/team/ownership', () => ({ offer: null }));
  theServer().answer('GET', '/auth/businesses', () => ({ businesses: [] }));
  theServer().answer('GET', '/auth/pin', () => ({ isSet: false, isLocked: false }));
  await openPage('/business/team');
  await expect.element(page.getByText('The owner has switched on charts by member at')).toBeVisible();
});
