/** A guest whose browser runs no scripts joins, follows, changes and leaves by ordinary forms (issue of the bad phone). */
import { expect, test } from 'vitest';
import { admit, joinQueue, newNumber, openShop, waitingVisit } from './factories.ts';
import { journey, type Device } from './harness.ts';

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
  await page.goto('/queue');
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
  expect(await page.locator('noscript').first().innerHTML()).toContain('http-equiv="refresh"');
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toMatchObject({
    numGuests: 3,
    waitingPreference: 'on_premises',
  });

  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  const phoneNumber = newNumber();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phoneNumber);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You are #2 in line').waitFor();
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toMatchObject({
    waitingPreference: 'wait_anywhere',
    phoneNumber,
  });

  await page.getByRole('button', { name: 'Leave Queue' }).click();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  expect(await waitingVisit(here.app.origin, shop, 'Mia')).toBeUndefined();
});

test('without scripts the turn comes with the page’s own refresh', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await phoneWithoutScripts();
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mia');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').waitFor();
  const visit = await waitingVisit(here.app.origin, shop, 'Mia');
  if (visit === undefined) throw new Error('Mia is not in line');
  await admit(here.app.origin, shop, visit);
  await page.reload();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
});

test('without scripts another language is a link away', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await phoneWithoutScripts();
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Escriba sus datos' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
});
