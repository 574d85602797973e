/** The guest's steps from the look-up to the turn while documents, scripts, sentences and answers take 10 s each. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admitByName, openShop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { holdCalls, takenOver } from '../support/steps.ts';

const here = journey();
const scripts = /\/assets\/[^/]+\.js$/;
const lookUpCall = /\/auth\/exists\?/;
const statusCall = /\/status$/;

test('nothing is lost, asked twice or called live while it is on its way, also over a reload', async () => {
  const shop = await openShop(here.app.origin);
  const path = `/queue/${shop.username}`;
  // The page has no service worker, so that every call goes to the network.
  const { page } = await here.newPhone({ serviceWorkers: 'block' });
  await page.clock.install();
  await page.routeWebSocket(/\/live(\?|$)/, () => new Promise(() => {}));
  const asked = countOf(page);
  const username = page.getByRole('textbox', { name: 'Business Username' });
  const firstName = page.getByRole('textbox', { name: 'First Name' });

  // The look-up page appears before its scripts have loaded, and keeps the typed text.
  await slowly(
    page,
    scripts,
    () => page.goto('/queue', { waitUntil: 'commit' }),
    async () => {
      await username.fill(shop.username);
    },
  );
  await takenOver(page);
  expect(await username.inputValue()).toBe(shop.username);

  const shopAddress = new RegExp(`${path}$`);
  const shopPage = await holdCalls(page, shopAddress);
  const shopAsked = page.waitForRequest(shopAddress);
  await slowly(
    page,
    lookUpCall,
    () => page.getByRole('button', { name: 'Next' }).click(),
    async () => {
      await page.getByRole('button', { name: 'Checking...' }).waitFor();
      await username.press('Enter');
    },
  );
  await shopAsked;
  const shopScripts = await holdCalls(page, scripts);
  shopPage.release();
  await page.waitForURL(path, { waitUntil: 'commit' });
  await firstName.fill('Mara');
  await page.clock.fastForward(10_000);
  shopScripts.release();
  await takenOver(page);
  expect([asked(lookUpCall), asked(shopAddress), await firstName.inputValue()]).toEqual([1, 1, 'Mara']);

  // The guest chooses another language. The page keeps its present language until the sentences of the new language
  // have loaded.
  await slowly(
    page,
    scripts,
    () => page.getByRole('link', { name: 'Español' }).click(),
    async () => {
      await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
    },
  );
  await page.locator('html[lang=es]').waitFor();
  expect(await page.locator('[name=firstName]').inputValue()).toBe('Mara');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();

  const place = page.getByText('You are #1 in line').first();
  const reconnecting = page.getByText('Reconnecting', { exact: true });
  const status = await holdCalls(page, statusCall);
  await page.getByRole('button', { name: 'Next' }).click();
  await place.waitFor();
  await page.clock.fastForward(10_000);
  await reconnecting.waitFor();
  await place.waitFor();
  expect(asked(statusCall)).toBe(1);

  // The page is reloaded while its calls are running. The reloaded page shows the place in line, but does not mark it
  // as live.
  const again = await holdCalls(page, shopAddress);
  const againScripts = await holdCalls(page, scripts);
  const askedAgain = page.waitForRequest(shopAddress);
  const reloaded = page.reload({ waitUntil: 'commit' });
  await askedAgain;
  again.release();
  await reloaded;
  await place.waitFor();
  expect(await page.getByText('Live', { exact: true }).isVisible()).toBe(false);
  againScripts.release();
  await toast(page, 'Queue restored').waitFor();
  await page.clock.fastForward(10_000);
  await reconnecting.waitFor();
  await place.waitFor();

  await admitByName(here.app.origin, shop, 'Mara');
  status.release();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await toast(page, "You've been admitted!").waitFor();
});

test('a reload while the look-up checks leaves a form that can be sent', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const held = await holdCalls(page, lookUpCall);
  await page.goto('/queue');
  await page.getByRole('textbox', { name: 'Business Username' }).fill(shop.username);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Checking...' }).waitFor();
  await page.reload();
  held.release();
  await page.getByRole('textbox', { name: 'Business Username' }).fill(shop.username);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
});

/** Runs a step with calls to this address that take 10 s by the page's clock. */
async function slowly(
  page: Page,
  address: RegExp,
  act: () => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const held = await holdCalls(page, address);
  await act();
  await meanwhile();
  await page.clock.fastForward(10_000);
  await meanwhile();
  held.release();
}

/** Returns a function that counts the page's requests to an address. */
function countOf(page: Page): (address: RegExp) => number {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return (address) => urls.filter((url) => address.test(url)).length;
}
