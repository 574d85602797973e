/**
 * The member's pages when the network fails: a part that was not loaded shows an error, and all other parts still work.
 */
import { expect, test } from 'vitest';
import { joinQueue, openShop, signUpOwner } from '../support/factories.ts';
import {
  accessibilityProblems,
  isSamePage,
  journey,
  markPage,
  toast,
  type Device,
} from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';

const here = journey();

/** The ways in which chunks fail to load, and how each failure ends. */
const losses = [
  {
    lost: 'the network',
    complaint: /^net::ERR_INTERNET_DISCONNECTED GET \/assets\//,
    lose: ({ page }: Device) => page.context().setOffline(true),
    restore: ({ page }: Device) => page.context().setOffline(false),
  },
  {
    lost: 'the server alone',
    complaint: /^net::ERR_CONNECTION_FAILED GET \/(assets\/|healthz)/,
    lose: ({ page }: Device) =>
      page.route(/\/assets\/|\/healthz$/, (route) => route.abort('connectionfailed')),
    restore: ({ page }: Device) => page.unroute(/\/assets\/|\/healthz$/),
  },
] as const;

test.for(losses)('without $lost the charts fail alone, and come with the next try', async (loss) => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const device = await here.newDesktop(shop, { viewport: { width: 390, height: 400 } });
  const { page, expectComplaint } = device;
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await markPage(page);
  expectComplaint(loss.complaint);
  expectComplaint(/^console: TypeError: Failed to fetch dynamically imported module/);
  if (loss.lost === 'the network') expectComplaint(/GET \/auth\/me$/);
  await loss.lose(device);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page
    .getByRole('region', { name: 'Today', exact: true })
    .evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await page.getByText('The charts could not be loaded.').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Mara Lindqvist']);
  await loss.restore(device);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No data available yet. Start serving customers to see analytics!').waitFor();
  expect(await isSamePage(page)).toBe(true);
});

test('panels open without a network, once the page has loaded them', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  const loaded = page.waitForResponse(/\/assets\/line-panels-[^/]+\.js$/);
  await page.goto('/business/dashboard');
  await (await loaded).finished();
  // When the network goes off, icons and the script that draws the QR code may still be loading.
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED GET \/(auth\/|assets\/browser-|icon\.svg|favicon\.ico)/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  await page.getByRole('dialog').waitFor();
});

test('panels that could not be loaded say so when one is opened, and come with the next try', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  expectComplaint(/^net::ERR_CONNECTION_FAILED GET \/(assets\/line-panels-|healthz)/);
  const lost = /\/assets\/line-panels-|\/healthz$/;
  await page.route(lost, (route) => route.abort('connectionfailed'));
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  await toast(page, 'This could not be opened').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unroute(lost);
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  await page.getByRole('dialog').waitFor();
});

test.for(losses)(
  'without $lost the settings say that they broke, inside a frame that works',
  async (loss) => {
    const shop = await openShop(here.app.origin);
    await joinQueue(here.app.origin, shop);
    const device = await here.newDesktop(shop);
    const { page, expectComplaint } = device;
    await page.goto('/business/dashboard');
    await page.getByText('Live', { exact: true }).waitFor();
    await markPage(page);
    expectComplaint(loss.complaint);
    if (loss.lost === 'the network') expectComplaint(/GET \/auth\/me$/);
    await loss.lose(device);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(() => namesIn(page, 'queue')).toEqual(['Mara Lindqvist']);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    await loss.restore(device);
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { name: 'Business Settings' }).waitFor();
    expect(await isSamePage(page)).toBe(true);
  },
);

test.for(losses)('without $lost no QR code is made, and the next press tries again', async (loss) => {
  // The account has no location, because with a location the settings page would draw a QR code as soon as the page
  // opens.
  const owner = await signUpOwner(here.app.origin);
  const device = await here.newDesktop(owner);
  const { page, expectComplaint } = device;
  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Generate QR Code' }).waitFor();
  await markPage(page);
  expectComplaint(loss.complaint);
  await loss.lose(device);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await toast(page, 'Error').waitFor();
  await toast(page, 'Failed to generate QR code').waitFor();
  expect(await page.getByRole('button', { name: 'Download QR Code' }).count()).toBe(0);
  await loss.restore(device);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await toast(page, 'QR Code Generated').waitFor();
  expect(await toast(page, 'Failed to generate QR code').count()).toBe(0);
  expect(await isSamePage(page)).toBe(true);
});

test('a tab that was left open over a deploy is loaded anew, once', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner);
  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Generate QR Code' }).waitFor();
  await markPage(page);
  expectComplaint(/^404 GET \/assets\//);
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await expect.poll(() => isSamePage(page).catch(() => true)).toBe(false);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await toast(page, 'QR Code Generated').waitFor();
});

test('a page that is asked for without a network is ours, comes back by itself, and forms keep what was typed', async () => {
  const { page, expectComplaint } = await here.newPhone();
  await page.goto('/feedback');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const message = page.getByRole('textbox', { name: 'Message' });
  await page.getByText('0/1200 characters').waitFor();
  await message.fill('It rings twice.');
  await page.getByText('15/1200 characters').waitFor();

  expectComplaint(/^503 GET \/feedback$/);
  expectComplaint(/GET \/healthz$/);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const asked = page.waitForEvent('requestfailed');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect((await asked).url()).toBe(`${here.app.origin}/healthz`);
  await page.context().setOffline(false);
  await page.getByText('15/1200 characters').waitFor();
  expect(await message.inputValue()).toBe('It rings twice.');
});
