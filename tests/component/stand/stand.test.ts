/** The stand: a page with only the line, for a tablet or phone at the door. */
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth, smallTargets, widthOn } from '../support/look.ts';
import { button, namesIn, openPage, reloadPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const plenty = { customerCredits: 1_000, smsCredits: 1_000 };
const tabs = page.getByRole('navigation', { name: 'Views of the line' });
const bar = page.getByRole('banner');

/** Opens a stand with guests in line, one arriving guest and one finished visit. */
async function openStand(width: number, height: number, inLine = 3): Promise<Shop> {
  await page.viewport(width, height);
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
  await openPage('/business/stand');
  await expect.element(button('Admit Guest 1 X')).toBeInTheDocument();
  return shop;
}

/** Replaces the browser's wake lock. `held`: the number of locks that are not released. */
function takeWakeLock(): { held: number } {
  const locks = { held: 0 };
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(() => {
    locks.held += 1;
    const release = () => {
      locks.held -= 1;
      return Promise.resolve();
    };
    return Promise.resolve(
      Object.assign(new EventTarget(), {
        released: false,
        type: 'screen',
        release,
        onrelease: null,
      } as const),
    );
  });
  return locks;
}

describe('the screen', () => {
  test.for([
    { width: 1440, height: 900, rows: 15 },
    { width: 1024, height: 768, rows: 11 },
    { width: 390, height: 844, rows: 8 },
  ])('shows $rows of 25 rows at $width by $height', async ({ width, height, rows }) => {
    await openStand(width, height, 25);
    const list = document.querySelector('[data-list="queue"]');
    const end = width < 900 ? boxOf(tabs).top : height;
    const whole = [...(list?.children ?? [])].filter((row) => row.getBoundingClientRect().bottom <= end);
    expect(whole.length).toBeGreaterThanOrEqual(rows);
    expect(document.documentElement.scrollHeight).toBe(height);
  });

  test.for([1440, 1024, 768, 390, 320])('has one bar of at most 56 px at %d px', async (width) => {
    await openStand(width, 800);
    expect(boxOf(bar).height).toBeLessThanOrEqual(57);
    expect(document.documentElement.scrollWidth).toBe(width);
    for (const name of ['Pause joining', 'Queue tools']) await expect.element(button(name)).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Location' })).toBeVisible();
    await expect.element(bar).toHaveTextContent('3 waiting');
  });

  test('has neither statistics nor the header of the business', async () => {
    await openStand(1440, 900);
    expect(page.getByRole('region', { name: 'Today', exact: true }).query()).toBeNull();
    expect(button('Today').query()).toBeNull();
    expect(button('Logout').query()).toBeNull();
    for (const name of ['Queue Management', 'Arriving', 'Done today'])
      await expect.element(page.getByRole('region', { name, exact: true })).toBeVisible();
  });

  test.for([1440, 1024, 390])('tells at %d px how many people serve', async (width) => {
    const { queue } = await openStand(width, 800);
    const control = page.getByLabelText('Serving:');
    await expect.element(control).toBeVisible();
    await control.selectOptions('2');
    await expect.poll(() => queue.view().servers).toBe(2);
  });

  test('on a phone has three tabs', async () => {
    await openStand(390, 844);
    const names = tabs.getByRole('button').elements();
    expect(names.map(({ textContent }) => textContent)).toEqual(['3Line', '1Arriving', '1Done', '']);
  });

  test('is named in the tab with the number who wait', async () => {
    await openStand(1024, 768);
    expect(document.title).toBe('(3) Stand · Holdline');
  });

  test('says that joining is paused, and resumes it, also before the pause is answered', async () => {
    await openStand(390, 844);
    const answer = theServer().hold('PATCH', '/auth/locations/:id');
    await button('Pause joining').click();
    await says('Joining is paused.');
    await button('Resume joining').click();
    await expect.element(button('Pause joining')).toBeVisible();
    answer.release();
    await expect.element(toast('Joining resumed')).toBeVisible();
    await expect.element(button('Pause joining')).toBeVisible();
  });
});

describe('a row', () => {
  test('has Remove in its menu only, and the focus goes to the menu of the next row', async () => {
    await openStand(1024, 768);
    expect(button('Remove Guest 2 X').query()).toBeNull();
    await button('More for Guest 2 X').click();
    await button('Remove').click();
    await expect.poll(() => namesIn('queue')).toEqual(['Guest 1 X', 'Guest 3 X']);
    await expect.element(button('Undo Guest 2 X')).toBeVisible();
  });

  test('is moved to a place from its menu', async () => {
    await openStand(1024, 768);
    await button('More for Guest 3 X').click();
    await button('Move to place…').click();
    await button('To the front').click();
    await expect.poll(() => namesIn('queue')).toEqual(['Guest 3 X', 'Guest 1 X', 'Guest 2 X']);
  });
});

describe('the menu of the bar', () => {
  test('keeps the screen on from the start, until this device says otherwise', async () => {
    const locks = takeWakeLock();
    await openStand(1024, 768);
    await expect.poll(() => locks.held).toBe(1);
    await button('Queue tools').click();
    const screenOn = page.getByRole('switch', { name: 'Keep the screen on' });
    await expect.element(screenOn).toHaveAttribute('aria-checked', 'true');
    await screenOn.click();
    await expect.poll(() => locks.held).toBe(0);
    await reloadPage();
    await button('Queue tools').click();
    await expect.element(screenOn).toHaveAttribute('aria-checked', 'false');
    expect(locks.held).toBe(0);
  });

  test('refreshes, and leads back to the dashboard', async () => {
    await openStand(390, 844);
    await button('Queue tools').click();
    await expect
      .element(page.getByRole('link', { name: 'Dashboard' }))
      .toHaveAttribute('href', '/business/dashboard');
    await button('Refresh').click();
    await expect.element(toast('Queue refreshed')).toBeVisible();
  });
});

test('the menus of the dashboard lead to the stand', async () => {
  await page.viewport(1024, 768);
  openShop();
  await openPage('/business/dashboard');
  await button('Queue tools').click();
  const link = page.getByRole('link', { name: 'Open the stand' });
  await expect.element(link).toHaveAttribute('href', '/business/stand');
  await userEvent.keyboard('{Escape}');
  await page.viewport(390, 844);
  await button('Menu').click();
  await expect.element(link).toHaveAttribute('href', '/business/stand');
});

test('without a session the page is that of the log-in', async () => {
  openShop();
  theServer().refuse('GET', '/auth/me', 'not_logged_in');
  await openPage('/business/stand');
  await expect.poll(() => location.pathname).toBe('/login');
});

test.for([
  { width: 1440, height: 900, dir: 'ltr' },
  { width: 1024, height: 768, dir: 'rtl' },
  { width: 390, height: 844, dir: 'ltr' },
  { width: 390, height: 844, dir: 'rtl' },
])('axe-core finds nothing at $width px, $dir, also with an open menu', async ({ width, height, dir }) => {
  await openStand(width, height);
  document.documentElement.dir = dir;
  expect(await accessibilityProblems()).toEqual([]);
  expect(smallTargets()).toEqual([]);
  await button('More for Guest 2 X').click();
  const menu = boxOf(button('Remove'));
  expect(menu.left).toBeGreaterThanOrEqual(0);
  expect(menu.right).toBeLessThanOrEqual(width);
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(width);
});

test('axe-core finds nothing while nobody waits', async () => {
  await page.viewport(1024, 768);
  openShop();
  await openPage('/business/stand');
  await says('No customers in queue at this location.');
  expect(await accessibilityProblems()).toEqual([]);
});

test('the line has room on the narrowest screen and for large letters', async () => {
  await openStand(390, 844);
  expect(await widthOn(320)).toBe(320);
  expect(await widthOn(195)).toBe(195);
  document.documentElement.style.fontSize = '200%';
  expect(await widthOn(320)).toBe(320);
  document.documentElement.style.fontSize = '';
});

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}
