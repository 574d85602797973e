/** The layout of the dashboard: one bar, panes that scroll separately, tabs on a narrow screen. */
import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { pageWidth, smallTargets, widthInLargeTextOn, widthOn } from '../support/look.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, openToday, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const plenty = { customerCredits: 1_000, smsCredits: 1_000 };
const panes = { line: 'Queue Management', arriving: 'Arriving', done: 'Done today' } as const;
const business = page.getByRole('navigation', { name: 'Business' });
const tabs = page.getByRole('navigation', { name: 'Views of the line' });
const today = page.getByRole('heading', { name: 'Hello Blue Door Café' });

/**
 * Opens a dashboard with guests in line, one arriving guest and one finished visit. `ageMs`: time since the guests
 * joined and were called.
 */
async function openDesk(width: number, height: number, inLine = 2, ageMs = 0): Promise<Shop> {
  await page.viewport(width, height);
  theServer().now = () => Date.now() - ageMs;
  const shop = openShop({ locations: [{ credits: plenty }] });
  const guests = Array.from({ length: inLine }, (_, n) => ({ firstName: `Guest ${n + 1}`, lastName: 'X' }));
  const [called = '', gone = ''] = shop.queue.joinAll([
    { firstName: 'Ada', lastName: 'X' },
    { firstName: 'Budi', lastName: 'X' },
    ...guests,
  ]);
  shop.queue.admit(called);
  shop.queue.admit(gone);
  shop.queue.execute({ kind: 'arrived', actor: { kind: 'owner' }, visit: { id: gone } });
  theServer().now = () => Date.now();
  await openPage('/business/dashboard');
  await says(`${inLine} customers`);
  return shop;
}

describe('the panes', () => {
  test.for([
    { width: 1440, seen: ['line', 'arriving', 'done', 'today'] },
    { width: 1024, seen: ['line', 'arriving', 'done'] },
    { width: 768, seen: ['line'] },
    { width: 320, seen: ['line'] },
  ])('at $width px are $seen', async ({ width, seen }) => {
    await openDesk(width, 800);
    expect(panesSeen()).toEqual(seen);
  });

  test.for([
    { width: 1440, height: 900, rows: 13 },
    { width: 1024, height: 768, rows: 9 },
    { width: 390, height: 844, rows: 7 },
  ])('show $rows of 25 rows at $width by $height', async ({ width, height, rows }) => {
    await openDesk(width, height, 25);
    const list = document.querySelector('[data-list="queue"]');
    const end = width < 900 ? boxOf(tabs).top : height;
    const whole = [...(list?.children ?? [])].filter((row) => row.getBoundingClientRect().bottom <= end);
    expect(whole.length).toBeGreaterThanOrEqual(rows);
    expect(document.documentElement.scrollHeight).toBe(height);
  });

  test('on a tablet Today takes their place, and the line comes back', async () => {
    await openDesk(1024, 768);
    await openToday();
    await expect.element(today).toBeVisible();
    await button('Line').click();
    await expect.element(today).not.toBeInTheDocument();
    await expect.element(button('Admit Guest 1 X')).toBeVisible();
  });
});

describe('the bar', () => {
  test.for([1440, 1024, 768, 640, 390, 320])('takes at most 56 px at %d px', async (width) => {
    await openDesk(width, 800);
    expect(boxOf(page.getByRole('banner')).height).toBeLessThanOrEqual(56);
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  test.for([1440, 1024, 640])('has Logout last and apart at %d px', async (width) => {
    await openDesk(width, 800);
    const names = ['Dashboard', 'Settings'].map((name) => business.getByRole('link', { name }));
    const logOut = business.getByRole('button', { name: 'Logout' });
    const [dashboard, settings, last] = [...names, logOut].map(boxOf);
    expect(settings?.left).toBeGreaterThanOrEqual(dashboard?.right ?? Infinity);
    expect((last?.left ?? 0) - (settings?.right ?? 0)).toBeGreaterThanOrEqual(24);
  });

  test('on a phone has Pause, the switches and the pages in one menu', async () => {
    await openDesk(390, 844);
    await button('Menu').click();
    const items = business.getByRole('listitem').elements();
    const names = items.filter((item) => item.checkVisibility()).map(({ textContent }) => textContent);
    expect(names.at(0)).toBe('Pause joining');
    expect(names.slice(-3)).toEqual(['Dashboard', 'Settings', 'Logout']);
    await button('Sound for new guests').click();
    await expect.element(button('Sound for new guests')).not.toBeInTheDocument();
    await button('Menu').click();
    await expect.element(button('Sound for new guests')).toHaveAttribute('aria-pressed', 'true');
  });

  test('counts who waits and how long the first one has', async () => {
    await openDesk(1024, 768);
    await expect.element(page.getByRole('banner')).toHaveTextContent('2 waiting');
    await expect.element(page.getByRole('banner')).toHaveTextContent('longest 0m');
  });

  test('says on every pane that joining is paused', async () => {
    const { queue } = await openDesk(390, 844);
    await tabs.getByRole('button', { name: 'Done' }).click();
    queue.set({ paused: true });
    await expect.element(page.getByRole('banner').getByText('Paused', { exact: true })).toBeVisible();
  });

  test('on a phone finds a guest in the place of the location', async () => {
    await openDesk(390, 844);
    await tabs.getByRole('button', { name: 'Arriving' }).click();
    await button('Find a guest').click();
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await page.getByRole('searchbox').fill('guest 2');
    await expect.element(button('Admit Guest 2 X')).toBeVisible();
    expect(panesSeen()).toEqual(['line']);
    await button('End the search').click();
    await expect.element(page.getByRole('combobox', { name: 'Location' })).toBeVisible();
    await expect.element(button('Admit Guest 1 X')).toBeVisible();
  });
});

describe('the tabs', () => {
  test('show one pane each, with its count', async () => {
    await openDesk(390, 844);
    const names = tabs.getByRole('button').elements();
    expect(names.map(({ textContent }) => textContent)).toEqual(['2Line', '1Arriving', '1Done', 'Today', '']);
    for (const pane of ['Arriving', 'Done', 'Today', 'Line'] as const) {
      const tab = tabs.getByRole('button', { name: pane });
      await tab.click();
      await expect.element(tab).toHaveAttribute('aria-current', 'true');
      await expect.poll(panesSeen).toEqual([pane.toLowerCase()]);
    }
  });

  test('have the button that adds a walk-in', async () => {
    await openDesk(390, 844);
    await tabs.getByRole('button', { name: 'Add walk-in' }).click();
    await expect.element(page.getByRole('heading', { name: 'Add walk-in' })).toBeVisible();
  });

  test('warn of an ended hold', async () => {
    await openDesk(390, 844, 2, 6 * 60_000);
    const arriving = tabs.getByRole('button', { name: 'Arriving' });
    await expect.element(arriving).toHaveAttribute('data-urgent', 'true');
  });
});

test.for([
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
])('a toast covers neither bar nor pane nor tab at $width px', async ({ width, height }) => {
  await openDesk(width, height, 25);
  const first = boxOf(button('Admit Guest 1 X'));
  await button('Refresh').click();
  await expect.element(toast('Queue refreshed')).toBeVisible();
  const line = boxOf(page.getByRole('region', { name: 'Notifications' }));
  const others = [page.getByRole('banner'), page.getByRole('main'), ...(width < 900 ? [tabs] : [])];
  for (const { top, bottom } of others.map(boxOf)) {
    expect(bottom <= line.top || top >= line.bottom).toBe(true);
  }
  expect(boxOf(button('Admit Guest 1 X'))).toEqual(first);
});

test.for([
  { width: 1440, height: 900, dir: 'ltr' },
  { width: 1440, height: 900, dir: 'rtl' },
  { width: 390, height: 844, dir: 'rtl' },
])('axe-core finds nothing at $width px, $dir', async ({ width, height, dir }) => {
  await openDesk(width, height);
  document.documentElement.dir = dir;
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(width);
});

test.for(['Line', 'Arriving', 'Done', 'Today'])(
  'the tab %s has room for thumbs and large letters, and axe-core finds nothing',
  async (tab) => {
    await openDesk(390, 844);
    await tabs.getByRole('button', { name: tab }).click();
    expect(await accessibilityProblems()).toEqual([]);
    expect(smallTargets()).toEqual([]);
    expect(await widthOn(195)).toBe(195);
    expect(await widthInLargeTextOn(320)).toBe(320);
  },
);

/** The names of the visible panes, in order. */
function panesSeen(): string[] {
  const regions = Object.entries(panes).map(
    ([pane, name]) => [pane, page.getByRole('region', { name, exact: true })] as const,
  );
  return [...regions, ['today', today] as const]
    .filter(([, locator]) => locator.query()?.checkVisibility())
    .map(([pane]) => pane);
}

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}
