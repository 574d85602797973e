/** The states of the guest's page that few see: nothing is wrong there either, and readers get them in order. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { statusAnswer } from '../../../src/shared/contracts/guest.ts';
import { admitByName, openShop, setUp } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { languageLinks, readOut, whatIsWrong } from '../support/look.ts';
import { joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();

test('the look-up, and what was wrong with it, as read out', async () => {
  const { page } = await here.newPhone();
  await page.goto('/queue');
  const upTo = [
    'link "Holdline":',
    'heading "Join the Queue" [level=1]',
    'paragraph: Enter the business username to continue',
  ];
  const rest = ['button "Next"', ...languageLinks];
  const field = ['text: Business Username', 'textbox "Business Username"'];
  expect(await readOut(page)).toEqual([...upTo, ...field, ...rest]);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Business username is required').waitFor();
  expect(await readOut(page)).toEqual([
    ...upTo,
    'text: Business Username',
    expect.stringMatching(/^textbox "Business Username"/),
    'paragraph: Business username is required',
    ...rest,
  ]);
});

test('a line that is lost says Reconnecting', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.clock.install();
  await page.routeWebSocket(/\/live$/, () => new Promise(() => {}));
  await joinOnPage(page, shop);
  await page.clock.fastForward(10_000);
  await page.getByText('Reconnecting', { exact: true }).waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
});

test('a wait that grows says that it is running late', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.routeWebSocket(/\/live$/, () => new Promise(() => {}));
  let longerBy = 0;
  await page.route(/\/status$/, async (route) => {
    const told = statusAnswer.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...told, estimatedWaitMinutes: told.estimatedWaitMinutes + longerBy } });
  });
  await joinOnPage(page, shop);
  longerBy = 10;
  await page.getByText('Running a little slower than we thought.').waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
  // The page goes on asking: what is being answered ends with the test.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a place that was kept says of when it is', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  await joinOnPage(page, shop);
  const isKept = () =>
    page.evaluate(async () => {
      const [page, told] = [
        await caches.match(location.pathname),
        await caches.match(`${location.pathname}?told`),
      ];
      return page !== undefined && told !== undefined;
    });
  await expect.poll(isKept).toBe(true);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/^This was your place at \d+:\d\d [AP]M\./).waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
});

test('a visit that its guest ended elsewhere says so before the page goes on', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  await stayOnPage(page);
  const other = await page.context().newPage();
  await other.goto(`/queue/${shop.username}`);
  await toast(other, 'Queue restored').waitFor();
  await leaveOnPage(other);
  await page.getByRole('heading', { name: 'You left the queue' }).waitFor();
  await other.close();
  expect(await readOut(page)).toEqual([
    'paragraph: Blue Door Café 14 Kemang Raya, Jakarta',
    'heading "You left the queue" [level=1]',
    'paragraph: Taking you back to the start.',
    ...languageLinks,
  ]);
  expect(await whatIsWrong(page)).toEqual([]);
});

test.for(['served', 'no_show'] as const)(
  'a hold that is over, where the location makes it %s',
  async (afterHold) => {
    const shop = await openShop(here.app.origin);
    await setUp(here.app.origin, shop, { afterHold });
    const { page } = await here.newPhone();
    await joinOnPage(page, shop);
    const mara = await admitByName(here.app.origin, shop, 'Mara');
    await page.getByRole('heading', { name: "It's your turn" }).waitFor();
    await here.app.endHold(shop.location.id, mara.id);
    await page.getByRole('button', { name: 'Join the queue again' }).waitFor();
    expect(await readOut(page)).toEqual([
      'paragraph: Blue Door Café 14 Kemang Raya, Jakarta',
      'heading "It\'s your turn" [level=1]',
      'alert: Timer expired — your spot will be released.',
      'paragraph: Mara Lindqvist, 1 guest',
      'button "Join the queue again"',
    ]);
    expect(await whatIsWrong(page)).toEqual([]);
  },
);

test('another language by keyboard: the links come one after the other, and the focus stays', async () => {
  const { page } = await here.newDesktop();
  await page.goto('/queue');
  await page.getByRole('button', { name: 'Next' }).focus();
  for (const name of ['English', 'Bahasa Indonesia', 'Español']) {
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name });
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await link.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe('none');
  }
  await page.keyboard.press('Enter');
  await page.locator('html[lang=es]').waitFor();
  const spanish = page.getByRole('link', { name: 'Español' });
  expect(await spanish.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('html[lang=ar][dir=rtl]').waitFor();
});

/** The page would go on to the start while it is looked at. */
function stayOnPage(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.assign(history, { pushState: () => {} }));
}
