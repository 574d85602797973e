/** A change of plan whose payment fails at first, with the stand-in of the payment provider. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PlanKey } from '../../../src/shared/plans.ts';
import { buyPlan, declineCard } from '../support/billing-steps.ts';
import { openShop } from '../support/factories.ts';
import { accessibilityProblems, journey } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';

const here = journey();

const parts = (page: Page) => ({
  plan: (name: string) => page.getByRole('radio', { name, exact: true }),
  update: page.getByRole('button', { name: 'Update Billing' }),
  confirm: page.getByRole('button', { name: 'Confirm Change' }),
});

async function openPlanChange(planKey: PlanKey) {
  const shop = await openShop(here.app.origin);
  await buyPlan(here.app.origin, shop, planKey);
  // Blocks service workers, because a starting service worker would load the page without the test's routes.
  const device = await here.newDesktop(shop, { serviceWorkers: 'block' });
  await device.page.goto('/plan-change');
  await device.page.getByRole('heading', { name: 'Change Your Plan' }).waitFor();
  return { ...device, shop };
}

async function choose(page: Page, name: string): Promise<void> {
  const { plan, update, confirm } = parts(page);
  await plan(name).check();
  await update.click();
  await confirm.click();
}

test('a declined card changes nothing: the plan waits, is counted down, and is paid later', async () => {
  const { page, shop, expectComplaint } = await openPlanChange('Starter Monthly');
  await declineCard(here.app.origin, shop);
  expectComplaint(/^402 POST \/auth\/purchase-plan$/);
  await choose(page, 'Professional');
  await page.waitForURL('**/dev/invoice/**');
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await page.getByText('The card was declined. Nothing was paid.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto('/plan-change');
  const waits = page.getByRole('region', { name: 'Professional waits for your payment' });
  await waits
    .getByText(
      /^Nothing has changed yet\. Without a payment, this change is dropped in: 0d (23h [01]|22h 59)m$/,
    )
    .waitFor();
  await page.getByText('Current Plan').waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
  // The browser stays on this page, because the answer for the invoice's page has no content (204). A second call would
  // replace the invoice, so the buttons must be disabled now.
  const onItsWay = page.waitForEvent('requestfailed');
  await page.route('**/dev/invoice/*', (route) => route.fulfill({ status: 204 }), { times: 1 });
  await waits.getByRole('button', { name: 'Pay now' }).click();
  await onItsWay;
  for (const button of [waits.getByRole('button'), page.locator('#main').getByRole('button').last()]) {
    expect([await button.innerText(), await button.getAttribute('aria-disabled')]).toEqual([
      'Updating...',
      'true',
    ]);
  }
  await page.reload();
  await waits.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL('**/dev/invoice/**');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/business/dashboard');
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByText('Customer Credits: 1500').waitFor();
  await page.goto('/plan-change');
  await parts(page).plan('Starter').waitFor();
  expect(await waits.count()).toBe(0);
});
