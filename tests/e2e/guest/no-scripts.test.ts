/** A guest without scripts joins, follows the line, changes the visit and leaves by HTML forms. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admitByName, joinQueue, newNumber, openShop, waitingVisit } from '../support/factories.ts';
import { journey, type Device } from '../support/harness.ts';

const here = journey();

async function phoneWithoutScripts(): Promise<Device> {
  const device = await here.newPhone({ javaScriptEnabled: false });
  // The browser reports each script that it does not run.
  device.expectComplaint(/^csp GET \/assets\/[\w.-]+\.js$/);
  return device;
}

test('without scripts a guest joins, sees the place, changes the way to wait, and leaves', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const { page } = await phoneWithoutScripts();
  const font = page.waitForRequest(/\/figtree-latin-[\w-]+\.woff2$/);
  await page.goto('/queue');
  await font;
  await page.getByRole('textbox', { name: 'Business Username' }).fill(`@${shop.username}`);
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('First name is required', { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Last Name' }).inputValue()).toBe('Lindqvist');
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mia');
  await page.getByRole('spinbutton', { name: 'Number of Guests' }).fill('3');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('heading', { name: 'Choose how you want to wait' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Phone Number' }).isVisible()).toBe(false);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Phone number is required for Wait Anywhere', { exact: true }).waitFor();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByText('You are #2 in line').waitFor();
  await page.getByText('Mia Lindqvist').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/queue/${shop.username}`);
  expect(await refreshesItself(page)).toBe(true);
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toMatchObject({
    numGuests: 3,
    waitingPreference: 'on_premises',
  });

  // A page that refreshes itself has no text field, because the refresh would delete typed text.
  const number = page.getByRole('textbox', { name: 'Phone Number' });
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  expect(await number.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Phone number is required if you want to wait anywhere', { exact: true }).waitFor();
  expect(await refreshesItself(page)).toBe(false);
  const phoneNumber = newNumber();
  await number.fill(phoneNumber);
  await page.getByRole('button', { name: 'Save' }).click();
  await refreshOf(page).waitFor({ state: 'attached' });
  expect(await number.isVisible()).toBe(false);
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toMatchObject({
    waitingPreference: 'wait_anywhere',
    phoneNumber,
  });
  await page.getByRole('link', { name: 'Phone Number' }).click();
  await number.waitFor();
  expect([await number.inputValue(), await refreshesItself(page)]).toEqual([phoneNumber, false]);
  const another = newNumber();
  await number.fill(another);
  await page.getByRole('button', { name: 'Save' }).click();
  await refreshOf(page).waitFor({ state: 'attached' });
  expect(await number.isVisible()).toBe(false);
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toMatchObject({ phoneNumber: another });

  await page.getByRole('button', { name: 'Leave Queue' }).click();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toBeUndefined();
});

test('without scripts another language is a link away, and the turn comes with the page’s own refresh', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await phoneWithoutScripts();
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Escriba sus datos' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Mia');
  await page.getByRole('textbox', { name: 'Apellido' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('heading', { name: 'Estado de la fila' }).waitFor();
  // The test shortens the page's refresh interval to one second.
  await page.route(/\/queue\/[^/]+$/, async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace('http-equiv="refresh" content="15"', 'http-equiv="refresh" content="1"');
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByText('You are #1 in line').waitFor();
  await admitByName(here.app.origin, shop, 'Mia');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
});

/**
 * The element that makes the page reload itself. A test must wait for this element, because the document that exists
 * between two pages does not have it.
 */
const refreshOf = (page: Page) => page.locator('meta[http-equiv=refresh]');

async function refreshesItself(page: Page): Promise<boolean> {
  return (await refreshOf(page).count()) === 1;
}
