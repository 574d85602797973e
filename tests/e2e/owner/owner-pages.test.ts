/** What the owner's and the public pages owe a phone, a thumb and a screen reader. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admit, joinQueue, newNumber, openShop, remove, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { phones, shiftByLateFonts } from '../support/look.ts';

const here = journey();
const phone = { viewport: { width: 390, height: 844 } };
const longName = { firstName: 'Abcdefghij'.repeat(8), lastName: 'Klmnopqrst'.repeat(8) };

test.for([
  { width: 390, height: 844 },
  { width: 320, height: 640 },
])(
  'the first Admit is on the first screen of $width by $height, before the day in figures',
  async (viewport) => {
    const shop = await openShop(here.app.origin);
    await joinQueue(here.app.origin, shop);
    const { page } = await here.newDesktop(shop, { viewport });
    await page.goto('/business/dashboard');
    const button = await boxOf(page.getByRole('button', { name: 'Admit' }).first());
    expect(button.y + button.height).toBeLessThan(viewport.height);
    const tops = await Promise.all(
      ['Queue Management', 'Arriving', 'Today in figures', 'Recently Left Customers'].map(
        async (name) => (await boxOf(page.getByRole('region', { name }))).y,
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Queue refreshed').waitFor();
  },
);

test('each button of a row says whom it is about', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Mara Lindqvist', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Mara Lindqvist', exact: true }).waitFor();
});

test('a name of 160 letters takes two lines wherever it stands and can be read whole', async () => {
  const { origin } = here.app;
  const shop = await openShop(origin);
  const arriving = await joinQueue(origin, shop, longName);
  await admit(origin, shop, arriving.customer);
  const removed = await joinQueue(origin, shop, longName);
  await remove(origin, shop, removed.customer);
  await joinQueue(origin, shop, longName);
  const { page } = await here.newDesktop(shop, phone);
  await page.goto('/business/dashboard');
  const name = `${longName.firstName} ${longName.lastName}`;
  const headings = page.getByTitle(name, { exact: true });
  await expect.poll(() => headings.count()).toBe(3);
  for (const heading of await headings.all()) expect((await boxOf(heading)).height).toBeLessThan(60);
});

test('a phone at 200 % zoom shows every page without scrolling sideways', async () => {
  const shop = await openShop(here.app.origin);
  await fill(shop);
  const { page } = await here.newDesktop(shop, { viewport: { width: 195, height: 422 } });
  const widths: Record<string, number> = {};
  for (const path of [
    '/',
    '/help',
    '/terms',
    '/demo',
    '/login',
    '/signup',
    '/business/dashboard',
    '/business/settings',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
  }
  expect(Object.values(widths)).toEqual(Object.values(widths).map(() => 195));
});

test('everything a thumb presses is at least 44 pixels tall and wide', async () => {
  const shop = await openShop(here.app.origin);
  await fill(shop);
  const { page } = await here.newDesktop(shop, phone);
  const small: string[] = [];
  for (const path of [
    '/',
    '/help',
    '/policy',
    '/demo',
    '/login',
    '/signup',
    '/forgot',
    '/feedback',
    '/sales',
    '/business/dashboard',
    '/business/settings',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    small.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
  }
  expect(small).toEqual([]);
});

test('the heads of the pages are navigations, in the order of the spec', async () => {
  const shop = await openShop(here.app.origin);
  const { page: visitor } = await here.newDesktop();
  await visitor.goto('/');
  const site = visitor.getByRole('banner').getByRole('navigation', { name: 'Site' });
  await site.waitFor();
  expect(await site.getByRole('link').allInnerTexts()).toEqual(['Login', 'Get Started', 'Join Queue']);
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/settings');
  const business = owner.getByRole('banner').getByRole('navigation', { name: 'Business' });
  await business.waitFor();
  expect(await business.getByRole('listitem').allInnerTexts()).toEqual(['Dashboard', 'Settings', 'Logout']);
});

test('the QR picture is shown 256 pixels square', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, phone);
  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  expect(await boxOf(page.getByRole('img', { name: 'QR code for' }))).toMatchObject({
    width: 256,
    height: 256,
  });
});

test.for(phones)('nothing on the home page moves on an %s when its fonts come late', async (phone) => {
  const { page } = await here.newPhone();
  expect(await shiftByLateFonts(page, '/', phone)).toBeLessThan(0.005);
  expect(await page.evaluate(() => document.fonts.check("700 40px 'Bricolage'", 'Hold'))).toBe(true);
});

test('without a socket the list is called old only when polling fails, too', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await page.routeWebSocket(/\/live$/, (socket) => socket.close({ code: 1001 }));
  await page.goto('/business/dashboard');
  await page.getByText('No customers in queue at this location.').waitFor();
  await joinQueue(here.app.origin, shop);
  await page.getByText('Reconnecting').waitFor();
  // The loss itself asks once, and this answer is fresh.
  await page.getByRole('heading', { name: 'Mara Lindqvist' }).waitFor();
  const notice = page.getByText('No live connection. The list below may be old');
  expect(await notice.count()).toBe(0);

  expectComplaint(/^503 GET \/auth\/me$/);
  await page.route('**/auth/me', (route) => route.fulfill({ status: 503, json: { error: 'Away.' } }));
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  await refresh.click();
  await notice.waitFor();
  await page.unroute('**/auth/me');
  await refresh.click();
  await notice.waitFor({ state: 'detached' });
  await page.getByText('Reconnecting').waitFor();
});

test('the failure of one try is not left standing beside the success of the next', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^401 POST \/auth\/login$/);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(shop.username);
  await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
  await page.keyboard.press('Enter');
  await toast(page, 'Login failed').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(shop.password);
  await page.keyboard.press('Enter');
  await toast(page, 'Login successful!').waitFor();
  expect(await toast(page, 'Login failed').count()).toBe(0);

  expectComplaint(/^503 POST .*\/admit\?/);
  const admission = '**/queue/*/admit?*';
  await page.route(admission, (route) => route.fulfill({ status: 503, json: { error: 'Away.' } }));
  await page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await toast(page, 'Failed to admit customer').waitFor();
  await page.unroute(admission);
  await page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await toast(page, 'Customer admitted').waitFor();
  expect(await toast(page, 'Failed to admit customer').count()).toBe(0);
});

async function fill(shop: Shop): Promise<void> {
  const { origin } = here.app;
  const guest = { waitingPreference: 'wait_anywhere', phoneNumber: newNumber() } as const;
  await joinQueue(origin, shop, guest);
  await joinQueue(origin, shop, { firstName: 'Budi', lastName: 'Santoso' });
  const arriving = await joinQueue(origin, shop, { ...guest, firstName: 'Łukasz', lastName: 'Woźniak' });
  await admit(origin, shop, arriving.customer);
}

async function boxOf(element: Locator) {
  await element.waitFor();
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return box;
}

/** Text and size in px of each control that is smaller. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select')]
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ control, box }) => `${control.textContent} ${box.width} x ${box.height}`),
  );
}
