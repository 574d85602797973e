/**
 * In each of its states the guest's page has nothing for axe-core to find, in light and in dark, and nothing that a narrow
 * screen or large letters cut off. The walk is by what the page is made of, not by its words: it is the same in Arabic.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  admitByName,
  closeLocation,
  joinQueue,
  linkInText,
  markArrived,
  newNumber,
  openShop,
  remove,
  setUp,
  waitingVisit,
  type Shop,
} from '../support/factories.ts';
import { journey, type Device } from '../support/harness.ts';
import { whatIsWrong, whatIsWrongEnlarged } from '../support/look.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();
const narrow = { viewport: { width: 320, height: 640 }, isMobile: false };

/** What was looked at, each with what is wrong there. */
type Seen = { [state: string]: string[] };

test.for(['en-US', 'ar-EG'])('from the look-up to the turn, in %s', { timeout: 120_000 }, async (locale) => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone({ ...narrow, locale });
  const seen: Seen = {};
  const look = async (state: string) => (seen[state] = await whatIsWrong(page));
  const submit = () => page.locator('main form button[type=submit]').last().click();
  const way = (name: 'on_premises' | 'wait_anywhere') => page.locator(`[value=${name}]`).check();

  await page.goto('/queue');
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('look-up with an error');
  expectComplaint(/^404 GET \/queue\/nobody-here$/);
  await page.goto('/queue/nobody-here');
  await look('unknown business');

  await setUp(here.app.origin, shop, { paused: true });
  await page.goto(`/queue/${shop.username}`);
  await look('joining paused');
  await setUp(here.app.origin, shop, { paused: false });
  await page.goto(`/queue/${shop.username}`);
  await look('details');
  await submit();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('details with errors');
  await page.locator('[name=firstName]').fill('Maximiliane-Theodora');
  await page.locator('[name=lastName]').fill('Oyelaran-Featherstonehaugh');
  await submit();
  await way('on_premises');
  await look('preference');
  await way('wait_anywhere');
  await look('preference with a number');
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('preference with an error');
  await way('on_premises');

  const ahead = [];
  for (const firstName of ['Ada', 'Bo', 'Cleo', 'Dewi', 'Eka', 'Fay'])
    ahead.push(await joinQueue(here.app.origin, shop, { firstName }));
  const joining = await holdCalls(page, /\/queue$/);
  await submit();
  await page.locator('button[aria-disabled]').waitFor();
  await look('joining');
  joining.release();
  await untilAtPosition(page, 7);
  await look('six ahead');
  for (const { customer } of ahead.slice(1)) await remove(here.app.origin, shop, customer);
  await untilAtPosition(page, 2);
  await look('one ahead');
  await remove(here.app.origin, shop, ahead[0]?.customer ?? expect.fail());
  await joinQueue(here.app.origin, shop, { firstName: 'Gil' });
  await untilAtPosition(page, 1);
  await look('next');
  await way('wait_anywhere');
  await page.locator('[aria-invalid]').waitFor();
  await look('switching without a number');
  await way('on_premises');

  await page.locator('main section button').nth(1).click();
  await look('asking for more time');
  await page.keyboard.press('Escape');
  await page.locator('main section button').first().click();
  await page.locator('main section p[role=status]').waitFor();
  await look('reply told');
  await page.locator('form:has([value=leave]) button').click();
  await look('asking to leave');
  await page.keyboard.press('Escape');
  await page.locator('main button[aria-pressed]').click();
  await look('chime on');
  await network(page, 'offline');
  await page.locator('[data-state=offline]').waitFor();
  await look('offline');
  await network(page, 'online');
  await page.locator('[data-state=live]').waitFor();

  const maxi = await admitByName(here.app.origin, shop, 'Maximiliane-Theodora');
  await page.locator('[role=timer]').waitFor();
  await look('turn');
  await network(page, 'offline');
  await page.locator('[data-state=offline]').waitFor();
  await look('turn, offline');
  await network(page, 'online');
  await closeLocation(here.app.origin, shop);
  await page.locator('main [role=alert]:not(:empty)').waitFor();
  await look('turn, location closed');
  await here.app.endHold(shop.location.id, maxi.id);
  await page.locator('[role=timer]').waitFor({ state: 'detached' });
  await look('hold over');
  expect(seen).toEqual(nothingWrongIn(seen));
});

test.for(['en-US', 'ar-EG'])('checked in, and removed, in %s', async (locale) => {
  const shop = await openShop(here.app.origin);
  const arriving = await here.newPhone({ ...narrow, locale });
  await join(arriving.page, shop);
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await arriving.page.locator('[role=timer]').waitFor();
  await markArrived(here.app.origin, shop, mara);
  await arriving.page.locator('[role=timer]').waitFor({ state: 'detached' });
  const seen: Seen = { 'checked in': await whatIsWrong(arriving.page) };

  const { page } = await here.newPhone({ ...narrow, locale });
  await join(page, shop);
  // The page would go on to the start while it is looked at.
  await page.evaluate(() => Object.assign(history, { pushState: () => {} }));
  await remove(here.app.origin, shop, (await waitingVisit(here.app.origin, shop, 'Mara')) ?? expect.fail());
  await page.locator('.sr[role=status]:not(:empty)').waitFor({ state: 'attached' });
  seen['removed'] = await whatIsWrong(page);
  expect(seen).toEqual(nothingWrongIn(seen));
});

test.for(['en-US', 'ar-EG'])('a link to another place, in %s', async (locale) => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ ...narrow, locale });
  await join(page, shop);
  await joinQueue(here.app.origin, shop, {
    firstName: 'Bo',
    phoneNumber: newNumber(),
    waitingPreference: 'wait_anywhere',
  });
  await admitByName(here.app.origin, shop, 'Bo');
  await page.goto(await linkInText(here.app.origin, shop));
  const seen: Seen = { asked: await whatIsWrong(page) };
  await page.locator('main a').first().click();
  await untilAtPosition(page, 1);
  await page.goBack();
  await page.locator('main a').last().click();
  await page.locator('[role=timer]').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(seen).toEqual(nothingWrongIn(seen));
});

test('the pages of a browser without scripts', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await phoneWithoutScripts();
  const seen: Seen = {};
  const look = async (state: string) => {
    await runTimersAtOnce(page);
    seen[state] = await whatIsWrong(page);
  };
  const submit = () => page.locator('main form button[type=submit]:visible').first().click();
  await page.goto('/queue');
  await submit();
  await look('look-up with an error');
  await page.goto(`/queue/${shop.username}`);
  await submit();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('details with errors');
  await page.locator('[name=firstName]').fill('Mara');
  await page.locator('[name=lastName]').fill('Lindqvist');
  await submit();
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('preference with an error');
  await page.locator('[value=on_premises]').check();
  await submit();
  await page.getByText('You are #1 in line').waitFor();
  await look('status');
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('asked for the number');
  await admitByName(here.app.origin, shop, 'Mara');
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await look('turn');
  // How such a page stays true: what axe-core has against it is what it is for.
  const refreshes = ['meta-refresh: <meta http-equiv="refresh" content="15">'];
  expect(seen).toEqual({ ...nothingWrongIn(seen), status: refreshes, turn: refreshes });
});

async function phoneWithoutScripts(): Promise<Device> {
  const device = await here.newPhone({ ...narrow, javaScriptEnabled: false });
  device.expectComplaint(/^csp GET \/assets\/[\w.-]+\.js$/);
  return device;
}

/** Where scripts are off no timer ever fires; axe-core waits for some. */
function runTimersAtOnce(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window, {
      setTimeout: (run: (...given: unknown[]) => void, _ms: number, ...given: unknown[]) => {
        void Promise.resolve().then(() => run(...given));
        return 0;
      },
    });
  });
}

async function join(page: Page, shop: Shop): Promise<void> {
  await page.goto(`/queue/${shop.username}`);
  await page.locator('[name=firstName]').fill('Mara');
  await page.locator('[name=lastName]').fill('Lindqvist');
  await page.locator('[type=submit]').click();
  await page.locator('[value=on_premises]').check();
  await page.locator('[type=submit]').click();
  await untilAtPosition(page, 1);
}

/** The place in line is this one. */
function untilAtPosition(page: Page, position: number): Promise<void> {
  return page.locator('main p > span').getByText(`#${position}`, { exact: true }).waitFor();
}

/** What the phone says of its network; the network itself stays. */
function network(page: Page, now: 'online' | 'offline'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(navigator, 'onLine', { value: state === 'online', configurable: true });
    dispatchEvent(new Event(state));
  }, now);
}

function nothingWrongIn(seen: Seen): Seen {
  return Object.fromEntries(Object.keys(seen).map((state) => [state, []]));
}

// Who enlarges the page, its letters or all of it, loses nothing: nothing is cut off, and axe-core finds nothing.
test.for(['en-US', 'ar-EG'])('enlarged, from the look-up to the end of the hold, in %s', async (locale) => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  // A device that calls itself mobile widens its screen to what does not fit.
  const { page } = await here.newPhone({ locale, isMobile: false });
  const seen: { [state: string]: string[] } = {};
  const look = async (state: string) => (seen[state] = await whatIsWrongEnlarged(page));
  const submit = () => page.locator('main form button[type=submit]').last().click();

  await page.goto('/queue');
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('look-up with an error');
  await page.goto(`/queue/${shop.username}`);
  await submit();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('details with errors');
  await page.locator('[name=firstName]').fill('Maximiliane-Theodora');
  await page.locator('[name=lastName]').fill('Oyelaran-Featherstonehaugh');
  await submit();
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('preference with an error');
  await page.locator('[value=on_premises]').check();
  await submit();
  await page.locator('[data-state=live]').waitFor();
  await look('status');
  await page.locator('form:has([value=leave]) button').click();
  await page.getByRole('dialog').waitFor();
  await look('asking to leave');
  await page.keyboard.press('Escape');

  const maxi = await admitByName(here.app.origin, shop, 'Maximiliane-Theodora');
  await page.locator('[role=timer]').waitFor();
  await look('turn');
  await here.app.endHold(shop.location.id, maxi.id);
  await page.locator('[role=timer]').waitFor({ state: 'detached' });
  await look('hold over');
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])));
});
