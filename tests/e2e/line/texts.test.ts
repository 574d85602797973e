/** What the owner sees of texts, with a provider that speaks Twilio's API. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { post, startTwilio, type TwilioServer } from '../../twilio/twilio-server.ts';
import { admit, joinQueue, openShop, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey } from '../support/harness.ts';

let provider: TwilioServer | undefined;
const here = journey(async () => {
  provider = await startTwilio();
  return provider.vars;
});
afterAll(() => provider?.stop());

function twilioServer(): TwilioServer {
  if (provider === undefined) throw new Error('The provider runs inside of tests only.');
  return provider;
}

/** A shop whose one guest was called by a text to this number. */
async function called(phoneNumber: string): Promise<Shop> {
  const shop = await openShop(here.app.origin);
  const guest = await joinQueue(here.app.origin, shop, { waitingPreference: 'wait_anywhere', phoneNumber });
  await admit(here.app.origin, shop, guest.customer);
  return shop;
}

async function dashboardOf(shop: Shop): Promise<Page> {
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  return page;
}

async function tell(phoneNumber: string, status: string, code?: number): Promise<void> {
  const { twilio } = twilioServer();
  const [message] = twilio.takenFor(phoneNumber);
  if (message === undefined) throw new Error('The provider took no text.');
  expect(await post(here.app.origin, twilio.receipt(message, status, code))).toBe(200);
}

test('a text is shown as sent, then as delivered, and the day says how many were', async () => {
  const phone = '+62 812 5550 0201';
  const page = await dashboardOf(await called(phone));
  await page.getByText('Text sent', { exact: true }).waitFor();
  await page.getByText('0 of 1 text delivered today', { exact: true }).waitFor();
  await tell(phone, 'delivered');
  await page.getByText('Text delivered', { exact: true }).waitFor();
  await page.getByText('1 of 1 text delivered today', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a text that did not arrive says why, and what to do', async () => {
  const phone = '+62 812 5550 0202';
  const page = await dashboardOf(await called(phone));
  await page.getByText('Text sent', { exact: true }).waitFor();
  await tell(phone, 'undelivered', 30003);
  await page.getByText('The phone is off or out of reach. Call the name.', { exact: true }).waitFor();
});

test('a text that the provider refuses says why at once, and costs nothing', async () => {
  const phone = '+62 812 5550 0203';
  twilioServer().twilio.plan(phone, [], [400, 21610]);
  const page = await dashboardOf(await called(phone));
  await page.getByText('This guest asked for no texts. Call the name.', { exact: true }).waitFor();
  await page.getByText('SMS Credits: 300', { exact: true }).waitFor();
});

test('while the provider refuses our account the page and the row say so, and what to do', async () => {
  const phone = '+62 812 5550 0204';
  twilioServer().twilio.plan(phone, [], [401, 20003]);
  const page = await dashboardOf(await called(phone));
  const banner = page.getByRole('region', { name: 'Texts are not going out' });
  await banner.waitFor();
  expect(await banner.textContent()).toMatch(
    /Since \d+:\d\d [AP]M\. Our text service refuses them at the moment\. We have been told and keep trying\. Please call names until this notice is gone\. A text that comes too late for its guest is not sent, and costs nothing\.$/,
  );
  await page.getByText('Texts are not going out just now. Call the name.', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
