/** Changing the plan, its texts, its refusals, and what is paid later (`docs/spec.md` sections 2, 4, 5 and 8). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PlanKey } from '../../../src/shared/plans.ts';
import { buyPlan, declineCard } from '../support/billing-steps.ts';
import { openShop } from '../support/factories.ts';
import { accessibilityProblems, journey, loggedOut, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();
const changeCalls = /\/auth\/purchase-plan$/;

const parts = (page: Page) => ({
  plan: (name: string) => page.getByRole('radio', { name, exact: true }),
  update: page.getByRole('button', { name: 'Update Billing' }),
  dialog: page.getByRole('dialog', { name: 'Confirm Plan Change' }),
  confirm: page.getByRole('button', { name: 'Confirm Change' }),
});

async function openPlanChange(planKey: PlanKey) {
  const shop = await openShop(here.app.origin);
  await buyPlan(here.app.origin, shop, planKey);
  const device = await here.newDesktop(shop);
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

test('an owner goes to the larger plan and back to the smaller one', async () => {
  const { page } = await openPlanChange('Starter Monthly');
  const { plan, update, dialog, confirm } = parts(page);
  expect(await page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe(
    '/business/dashboard',
  );
  const cards = (await page.locator('fieldset').innerText()).split(/\n+/);
  expect(cards).toEqual(expect.arrayContaining(['Starter', '$19/month', 'Current Plan', '$49/month']));
  expect(cards.filter((line) => line.includes('/year'))).toEqual([]);
  expect([await plan('Starter').isDisabled(), await plan('Professional').isDisabled()]).toEqual([
    true,
    false,
  ]);
  await update.click();
  await toast(page, 'Plan Selection Required').waitFor();
  await toast(page, 'Please select a plan to continue.').waitFor();

  await plan('Professional').check();
  await page
    .getByText(
      'You pay $49 today, less what is left of your present month. A new month begins today. Your plan changes as soon as that is paid.',
    )
    .waitFor();
  await update.click();
  await dialog
    .getByText(
      'Are you sure you want to change your plan to Professional? This will update your billing and credits immediately.',
    )
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await update.click();
  const held = await holdCalls(page, changeCalls);
  await confirm.click();
  const busy = dialog.getByRole('button', { name: 'Updating...' });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  held.release();
  await page.waitForURL('**/business/dashboard');
  await toast(page, 'Plan Changed Successfully!').waitFor();
  await toast(
    page,
    'Your plan has been changed to Professional. Credits have been updated and billing will be adjusted automatically.',
  ).waitFor();
  await page.getByText('Customer Credits: 1500').waitFor();

  await page.goto('/business/settings');
  await page.getByRole('link', { name: 'Change Plan' }).click();
  await plan('Starter').check();
  await page.getByText('Each location keeps at most 300 SMS and 300 customers').waitFor();
  await choose(page, 'Starter');
  await page.waitForURL('**/business/dashboard');
  await page.getByText('Customer Credits: 300').waitFor();
});

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
    .getByText(/^Nothing has changed yet\. Without a payment it is dropped in: 0d (23h [01]|22h 59)m$/)
    .waitFor();
  await page.getByText('Current Plan').waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
  // Its page is on its way, and does not come: asked for again, another invoice would take its place.
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
  await page.getByText('Customer Credits: 1500').waitFor();
  await page.goto('/plan-change');
  await parts(page).plan('Starter').waitFor();
  expect(await waits.count()).toBe(0);
});

test('what the server refuses is said, and the page stays', async () => {
  const { page, expectComplaint } = await openPlanChange('Starter Monthly');
  expectComplaint(/POST \/auth\/purchase-plan$/);
  const failed = 'There was an error processing your plan change. Please try again.';
  const owed = 'A payment is owed. Please pay it before you change your plan.';
  const answers = [
    { status: 503, code: 'try_again', title: 'Plan Change Failed', body: failed },
    { status: 402, code: 'payment_owed', error: owed, title: 'Plan Change Failed', body: owed },
    {
      status: 409,
      code: 'plan_held',
      title: 'Plan Already Selected',
      body: 'You are already on the Professional plan.',
    },
  ];
  for (const { status, code, error = 'Away.', title, body } of answers) {
    await page.route(changeCalls, (route) => route.fulfill({ status, json: { error, code } }), { times: 1 });
    await choose(page, 'Professional');
    await toast(page, title).waitFor();
    await toast(page, body).waitFor();
    await parts(page).dialog.waitFor({ state: 'hidden' });
  }
  await page.route(changeCalls, (route) => route.abort('connectionfailed'), { times: 1 });
  await choose(page, 'Professional');
  await toast(page, failed).waitFor();
  // Ended meanwhile: there is nothing to change, and a plan to buy.
  const json = { error: 'This needs a paid plan.', code: 'subscription_required' };
  await page.route(changeCalls, (route) => route.fulfill({ status: 402, json }), { times: 1 });
  await choose(page, 'Professional');
  await page.waitForURL('**/payments');
  await toast(page, 'This needs a paid plan.').waitFor();
});

test('too many open locations are named, and a plan that another tab has taken is no choice any more', async () => {
  const { page, shop, expectComplaint } = await openPlanChange('Professional Monthly');
  expectComplaint(/^409 POST \/auth\/purchase-plan$/);
  await page.clock.install();
  await page.reload();
  for (const address of ['The second address', 'The third address']) {
    await page.request.post('/auth/locations', { data: { address } });
  }
  await choose(page, 'Starter');
  await toast(page, 'Plan Change Failed').waitFor();
  await toast(page, 'Starter has 1 location. Please remove 2 locations first.').waitFor();
  await here.app.changeAccount(shop.username, { plan: 'Starter' });
  // The account is asked about every ten seconds.
  await page.clock.runFor(10_000);
  await page.getByText('Now', { exact: true }).locator('xpath=../dd').getByText('Starter').waitFor();
  await parts(page).update.click();
  await toast(page, 'Plan Already Selected').waitFor();
  await toast(page, 'You are already on the Starter plan.').waitFor();
});

test('who has no plan to change is led to where one is bought, and to the log-in who is nobody', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.goto('/plan-change');
  await page.waitForURL('**/payments');
  await toast(page, 'Choose a plan first').waitFor();
  await toast(page, 'You are on a free trial: buy your plan here.').waitFor();
  await here.app.changeAccount(shop.username, { trial: false, subscriptionStatus: 'canceled' });
  await page.goto('/plan-change');
  await page.waitForURL('**/payments');
  await toast(page, 'Your subscription has ended').waitFor();
  await toast(page, 'Choose your plan here to go on.').waitFor();

  const stranger = await here.newPhone();
  stranger.expectComplaint(loggedOut);
  await stranger.page.goto('/plan-change');
  await stranger.page.waitForURL('**/login');
});
