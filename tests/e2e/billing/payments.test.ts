/**
 * Choosing a plan, paying with the stand-in of the payment provider, and going back (`docs/spec.md` sections 2, 4, 5, 8
 * and 9).
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { accessibilityProblems, journey, withStatistics } from '../support/harness.ts';

const here = journey();

function parts(page: Page) {
  return {
    plan: (name: string) => page.getByRole('radio', { name, exact: true }),
    interval: (name: string) => page.getByRole('radio', { name, exact: true }),
    terms: page.getByRole('checkbox', { name: 'I agree to the Terms of Service and the Privacy Policy' }),
    checkout: page.getByRole('button', { name: 'Checkout' }),
    total: page.locator('output'),
  };
}

async function openPayments(viewport?: { width: number; height: number }) {
  const shop = await openShop(here.app.origin);
  const device = await here.newDesktop(shop, viewport && { viewport });
  await device.page.goto('/payments');
  await device.page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
  return { ...device, shop };
}

/** Waits until the page about a payment has opened the dashboard. */
async function isLedToDashboard(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return new URL(page.url()).pathname;
    })
    .toBe('/business/dashboard');
}

test('an owner pays, is led to the dashboard, and the trial is over', async () => {
  const { page, shop } = await openPayments(withStatistics.viewport);
  await page.clock.install();
  const { plan, interval, terms, checkout, total } = parts(page);
  await plan('Professional').check();
  await interval('Yearly').check();
  expect(await total.innerText()).toBe('$490/year');
  await terms.check();
  await checkout.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/payments');
  await plan('Professional').check();
  await interval('Yearly').check();
  await terms.check();
  await checkout.click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await page.getByText('The card was declined. Nothing was paid.').waitFor();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await page.waitForURL(/\/payment-success\?plan=Professional&session_id=cs_local_/);
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText('Thank you for subscribing to Professional.').waitFor();
  await page.getByText('Confirmed: your account is on the Professional plan.').waitFor();
  await page.getByText(/^Session ID: cs_local_[\w-]+$/).waitFor();
  await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
  await isLedToDashboard(page);
  await page.getByText('Customer Credits: 1500').waitFor();
  expect(await page.getByText("You're on a Free Trial!").count()).toBe(0);

  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Manage Your Subscription' }).click();
  await page.waitForURL('**/dev/billing/**');
  await page.getByRole('button', { name: 'Cancel at the end' }).click();
  await page.getByText('active, ends with the period').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText(shop.username, { exact: true }).waitFor();
});

test('while the checkout’s page is on its way no other is opened, and the way back finds the button ready', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhoneThatKeepsPages(shop);
  await page.clock.install();
  await page.goto('/payments');
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  // The browser stays on this page, because the answer for the checkout's page has no content (204).
  const onItsWay = page.waitForEvent('requestfailed');
  await page.route('**/dev/checkout/*', (route) => route.fulfill({ status: 204 }), { times: 1 });
  await checkout.click();
  await onItsWay;
  const busy = page.getByRole('button', { name: 'Processing...' });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(10_000);
  await checkout.click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  // Does not use `goBack`, because `goBack` waits for a load, and a page from the back-forward cache does not load
  // again.
  await page.evaluate(() => history.back());
  await checkout.waitFor();
  expect(await plan('Starter').isChecked()).toBe(true);
});
