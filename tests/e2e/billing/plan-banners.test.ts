/** The banners of the settings page by the state of the subscription, to the letter of `docs/spec.md` sections 2 and 4. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();
const DAY_MS = 86_400_000;
const portal = '**/auth/billing-portal';

test('a trial that runs counts down and leads to the payments', async () => {
  const shop = await openShop(here.app.origin);
  const createdAt = Date.now() - 10 * DAY_MS + 5 * 60_000 - 10_000;
  await here.app.changeAccount(shop.username, { createdAt });
  const { page } = await openSettings(shop);
  const banner = page.getByRole('region', { name: "You're on a Free Trial!" });
  await banner.getByText(/^Trial expires in: 4d 0h [45]m$/).waitFor();
  expect(await banner.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe('/payments');
  expect(await banners(page)).toEqual(["You're on a Free Trial!"]);
});

test('the countdown moves each minute and at zero gives way to the end of the trial', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { createdAt: Date.now() - 14 * DAY_MS + 130_000 });
  const { page } = await here.newDesktop(shop);
  await page.clock.install();
  await page.goto('/business/settings');
  await page.getByText(/^Trial expires in: 0d 0h [23]m$/).waitFor();
  // The page's clock alone goes on from here; an answer would set it back to the server's.
  await holdCalls(page, /\/auth\/me$/);
  await page.clock.runFor(60_000);
  await page.getByText(/^Trial expires in: 0d 0h [12]m$/).waitFor();
  await page.clock.runFor(120_000);
  await page.getByText('Trial Expired', { exact: true }).waitFor();
  expect(await page.getByText(/^Trial expires in/).count()).toBe(0);
});

test('a trial whose days are over says so, also where their number is missing', async () => {
  for (const trialDurationDays of [14, null]) {
    const shop = await openShop(here.app.origin);
    // The page goes by a clock of whole seconds until a socket tells it better.
    const createdAt = Date.now() - (trialDurationDays ?? 7) * DAY_MS - 2_000;
    await here.app.changeAccount(shop.username, { trialDurationDays, createdAt });
    const { page } = await openSettings(shop);
    const banner = page.getByRole('region', { name: 'Trial Expired' });
    await banner
      .getByText('Your trial has expired. Upgrade to continue using the product with full features.')
      .waitFor();
    expect(await banner.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe('/payments');
    expect(await banners(page)).toEqual(['Trial Expired']);
  }
});

test('a trial of no days has expired in its own words', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { trialDurationDays: 0 });
  const { page } = await openSettings(shop);
  const banner = page.getByRole('region', { name: 'Your trial has expired' });
  const link = banner.getByRole('link', { name: 'Upgrade', exact: true });
  expect(await link.getAttribute('href')).toBe('/payments');
  expect(await banners(page)).toEqual(['Your trial has expired']);
});

test('a plan without a trial is managed at the billing portal', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { trial: false });
  const { page } = await openSettings(shop);
  await page.route(portal, (route) => route.fulfill({ json: { url: `${here.app.origin}/policy#portal` } }));
  await page.route('**/policy', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Billing</h1>' }),
  );
  expect(await banners(page)).toEqual(['Starter plan']);
  const asked = page.waitForRequest(portal);
  await page.getByRole('button', { name: 'Manage Your Subscription' }).click();
  expect((await asked).method()).toBe('POST');
  await page.waitForURL('**/policy#portal');
});

test('a plan with no trial in its past has no banner of its own', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { trial: false, trialDurationDays: 0 });
  const { page } = await openSettings(shop);
  expect(await banners(page)).toEqual([]);
});

test('one location without any credits is enough to say so, and the plan can be changed', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, {
    trial: false,
    maxLocations: 2,
    baseCustomerCredits: 0,
    baseSmsCredits: 0,
  });
  await addLocation(shop, '2 Jalan Sabang');
  const { page } = await openSettings(shop);
  const banner = page.getByRole('region', { name: 'No Credits Available' });
  await banner
    .getByText('You have no credits available. Please contact support or upgrade your plan.')
    .waitFor();
  expect(await banners(page)).toEqual(['No Credits Available', 'Starter plan']);
  const asked = await holdCalls(page, /\/auth\/billing-portal$/);
  await page.route(portal, (route) => route.fulfill({ json: { url: `${here.app.origin}/login#portal` } }));
  const change = banner.getByRole('button', { name: 'Change Plan' });
  await change.click();
  asked.release();
  await page.waitForURL('**#portal');
});

test('as long as one kind of credit is left nothing is said', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { trial: false, maxLocations: 3, baseCustomerCredits: 0 });
  await addLocation(shop, '2 Jalan Sabang');
  await here.app.changeAccount(shop.username, { baseCustomerCredits: 300, baseSmsCredits: 0 });
  await addLocation(shop, 'Unit 7');
  const { page } = await openSettings(shop);
  expect(await banners(page)).toEqual(['Starter plan']);
});

test.for([
  { how: 'refused', complaint: /^402 POST/, reason: 'This needs a paid plan.' },
  { how: 'unanswered', complaint: /^net::ERR_CONNECTION_FAILED POST/, reason: 'Please try again.' },
])('a portal that is $how leaves the page as it is and says why', async ({ how, complaint, reason }) => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { trial: false });
  const { page, expectComplaint } = await openSettings(shop);
  expectComplaint(complaint);
  await page.route(portal, (route) =>
    how === 'refused'
      ? route.fulfill({ status: 402, json: { error: reason, code: 'subscription_required' } })
      : route.abort('connectionfailed'),
  );
  await page.getByRole('button', { name: 'Manage Your Subscription' }).click();
  await toast(page, 'The billing portal could not be opened').waitFor();
  await toast(page, reason).waitFor();
  expect(new URL(page.url()).pathname).toBe('/business/settings');
});

test('a payment that failed is said on both pages, with the end of its grace and the way to the portal, until it is paid', async () => {
  const shop = await openShop(here.app.origin);
  const creditsEndAt = Date.now() + 7 * DAY_MS;
  const owed = { trial: false, billingRevision: 1, subscriptionStatus: 'past_due' };
  await here.app.changeAccount(shop.username, { ...owed, creditsEndAt });
  const { page } = await here.newDesktop(shop, { locale: 'en-US', timezoneId: 'Asia/Jakarta' });
  const inZone = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...form, timeZone: 'Asia/Jakarta' }).format(creditsEndAt);
  const until = `${inZone({ dateStyle: 'medium' })}, ${inZone({ hour: 'numeric', minute: '2-digit' })}`;
  const banner = page.getByRole('region', { name: 'Your last payment failed' });
  for (const path of ['/business/dashboard', '/business/settings']) {
    await page.goto(path);
    await banner
      .getByText(`Your credits stay until ${until}. Please update your payment method before then.`)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.route(portal, (route) => route.fulfill({ json: { url: `${here.app.origin}/policy#portal` } }));
  await page.route('**/policy', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Billing</h1>' }),
  );
  await banner.getByRole('button', { name: 'Update payment method' }).click();
  await page.waitForURL('**/policy#portal');

  await here.app.changeAccount(shop.username, { ...owed, creditsEndAt: Date.now() - 1_000 });
  await page.goto('/business/settings');
  await banner
    .getByText('Your credits are on hold until it is paid. Please update your payment method.')
    .waitFor();
  await here.app.changeAccount(shop.username, { subscriptionStatus: 'active', creditsEndAt: null });
  await page.goto('/business/dashboard');
  await page.getByRole('heading', { name: /^Hello / }).waitFor();
  expect(await banner.count()).toBe(0);
});

async function openSettings(shop: Shop) {
  const device = await here.newDesktop(shop);
  await device.page.goto('/business/settings');
  await device.page.getByRole('heading', { name: 'Business Settings' }).waitFor();
  return device;
}

/** The titles of what stands above the page's heading. */
function banners(page: Page): Promise<(string | null)[]> {
  return page
    .locator('main > section')
    .evaluateAll((sections) =>
      sections.map(
        (section) =>
          document.getElementById(section.getAttribute('aria-labelledby') ?? '')?.textContent ?? null,
      ),
    );
}

async function addLocation(shop: Shop, address: string): Promise<void> {
  const answer = await fetch(`${here.app.origin}/auth/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: shop.cookie },
    body: JSON.stringify({ address }),
  });
  expect(answer.status).toBe(201);
}
