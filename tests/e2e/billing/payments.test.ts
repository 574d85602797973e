/** Choosing a plan, paying it at the stand-in, and the way back (`docs/spec.md` sections 2, 4, 5, 8 and 9). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, signUpOwner } from '../support/factories.ts';
import { accessibilityProblems, journey, loggedOut, toast } from '../support/harness.ts';
import { holdCalls, tellOwner } from '../support/steps.ts';

const here = journey();
const checkoutCalls = /\/stripe\/create-checkout-session$/;

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

/** Lets the seconds go by after which the page about a payment leads on by itself. */
async function isLedToDashboard(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return new URL(page.url()).pathname;
    })
    .toBe('/business/dashboard');
}

test('an owner pays, is led to the dashboard, and the trial is over', async () => {
  const { page, shop } = await openPayments();
  await page.clock.install();
  const { plan, interval, terms, checkout, total } = parts(page);
  await plan('Professional').check();
  await interval('Yearly').check();
  expect(await total.innerText()).toBe('$490/year');
  await terms.check();
  await checkout.click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
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

test('a checkout that is closed leads back to the plans', async () => {
  const { page } = await openPayments();
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/payments');
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
});

test('what is missing is said, in the order of the page, and nobody is asked', async () => {
  const { page } = await openPayments();
  const { plan, terms, checkout } = parts(page);
  let calls = 0;
  await page.route(checkoutCalls, async (route) => {
    calls += 1;
    await route.continue();
  });
  await checkout.click();
  await toast(page, 'Plan Selection Required').waitFor();
  await toast(page, 'Please select a plan to continue.').waitFor();
  await plan('Starter').check();
  await checkout.click();
  await toast(page, 'Terms Acceptance Required').waitFor();
  await toast(page, 'Please accept the terms and conditions to continue.').waitFor();
  expect(calls).toBe(0);
  await terms.check();
  await tellOwner(page, (user) => ({ ...user, id: '' }));
  await page.reload();
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await toast(page, 'Session Error').waitFor();
  await toast(page, 'We couldn’t find your account id. Please sign in again.').waitFor();
  expect(calls).toBe(0);
});

test('the plan that is paid already cannot be bought again, another one is refused by the server', async () => {
  const { page, shop, expectComplaint } = await openPayments();
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/payment-success?**');
  await page.goto('/payments');
  await page.getByText('Current Plan').waitFor();
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await toast(page, 'Plan Already Selected').waitFor();
  await toast(
    page,
    'You are already on the Starter plan. Use the plan change page to modify your subscription.',
  ).waitFor();
  await page.getByText('You pay for Starter already.').waitFor();
  expect(await page.getByRole('link', { name: 'Change Plan' }).getAttribute('href')).toBe('/plan-change');
  expectComplaint(/^409 POST \/stripe\/create-checkout-session$/);
  await plan('Professional').check();
  await checkout.click();
  await toast(page, 'You already have a subscription. Use the plan change page to modify it.').waitFor();
  // Whose subscription has ended may buy any plan.
  await here.app.changeAccount(shop.username, { subscriptionStatus: 'canceled' });
  await page.reload();
  await plan('Starter').waitFor();
  expect(await page.getByText('Current Plan').count()).toBe(0);
});

test.for([
  { how: 'refused', complaint: /^503 POST/ },
  { how: 'unanswered', complaint: /^net::ERR_CONNECTION_FAILED POST/ },
  { how: 'answered without an address', complaint: null },
])('a checkout that is $how leaves the page as it is and says so', async ({ how, complaint }) => {
  const { page, expectComplaint } = await openPayments();
  if (complaint !== null) expectComplaint(complaint);
  await page.route(checkoutCalls, (route) => {
    if (how === 'unanswered') return route.abort('connectionfailed');
    return how === 'refused'
      ? route.fulfill({ status: 503, json: { error: 'Away.', code: 'try_again' } })
      : route.fulfill({ json: {} });
  });
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await toast(page, 'Payment Failed').waitFor();
  await toast(page, 'There was an error starting checkout. Please try again.').waitFor();
  expect(await plan('Starter').isChecked()).toBe(true);
});

test('while the checkout is being opened the button says so and does nothing', async () => {
  const { page } = await openPayments();
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  const held = await holdCalls(page, checkoutCalls);
  await checkout.click();
  const busy = page.getByRole('button', { name: 'Processing...' });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  held.release();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
});

test('while the checkout’s page is on its way no other is opened, and the way back finds the button ready', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhoneThatKeepsPages(shop);
  await page.clock.install();
  await page.goto('/payments');
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  // A page that does not come: the browser stays where it is.
  const onItsWay = page.waitForEvent('requestfailed');
  await page.route('**/dev/checkout/*', (route) => route.fulfill({ status: 204 }), { times: 1 });
  await checkout.click();
  await onItsWay;
  const busy = page.getByRole('button', { name: 'Processing...' });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(10_000);
  await checkout.click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  // What comes back whole is not loaded: `goBack` would wait for it.
  await page.evaluate(() => history.back());
  await checkout.waitFor();
  expect(await plan('Starter').isChecked()).toBe(true);
});

test('a refusal that trying again does not help says what does', async () => {
  const { page, expectComplaint } = await openPayments();
  expectComplaint(/^(409|429) POST \/stripe\/create-checkout-session$/);
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  const answers = [
    {
      status: 409,
      code: 'too_many_locations',
      error: 'Starter has 1 location. Please remove 2 locations first.',
    },
    { status: 429, code: 'too_many_requests', error: 'Too many tries. Please wait a moment.' },
  ];
  for (const { status, code, error } of answers) {
    await page.route(checkoutCalls, (route) => route.fulfill({ status, json: { error, code } }), {
      times: 1,
    });
    await checkout.click();
    await toast(page, 'Payment Failed').waitFor();
    await toast(page, error).waitFor();
  }
});

test('prices, savings and what each plan has are those of the specification', async () => {
  const { page } = await openPayments();
  const { interval } = parts(page);
  const text = async () => (await page.locator('fieldset:has([aria-describedby])').innerText()).split(/\n+/);
  expect(await text()).toEqual(
    expect.arrayContaining([
      'Starter',
      '$19/month',
      '1 location',
      '300 SMS per month',
      '300 customers per month',
      'Professional',
      'Most Popular',
      '$49/month',
      '3 locations',
      '1500 SMS per month',
      '1500 customers per month',
    ]),
  );
  await interval('Yearly').check();
  expect(await text()).toEqual(expect.arrayContaining(['$190/year', 'Save $38', '$490/year', 'Save $98']));
  await page.getByText('Payment Method').waitFor();
  await page.getByText('Credit Card', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe('/sales');
  expect(await page.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms');
  expect(await page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/policy');
});

test('the plans are for who is logged in', async () => {
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(loggedOut);
  await page.goto('/payments');
  await page.waitForURL('**/login');
});

test('whoever comes to the page after a payment without one is told nothing that is not so', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  await page.clock.install();
  await page.goto('/payment-success');
  await page.getByText('Thank you for subscribing to your selected plan.').waitFor();
  await page.getByText('Waiting for your payment to be confirmed. This takes a few seconds.').waitFor();
  expect(await page.getByText('Session ID').count()).toBe(0);
  await page.getByText("What's Next").waitFor();
  // The back button does not come here again, as it would lead on once more.
  await isLedToDashboard(page);
  await page.getByText("You're on a Free Trial!").waitFor();
});

test('axe finds nothing on the pages about payments, and they fit a phone', async () => {
  const { page } = await openPayments({ width: 320, height: 700 });
  expect(await accessibilityProblems(page)).toEqual([]);
  await parts(page).plan('Professional').check();
  expect(await accessibilityProblems(page)).toEqual([]);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  await page.clock.install();
  await page.goto(
    `/payment-success?plan=Professional&session_id=cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0${'_'.repeat(200)}`,
  );
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  // Anybody can write the address: no more of it is shown than such an id is long.
  expect((await page.getByText(/^Session ID: /).innerText()).length).toBe('Session ID: '.length + 80);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await width()).toBe(320);
});

test('axe finds nothing on the pages of the stand-in', async () => {
  const { page } = await openPayments();
  const { plan, terms, checkout } = parts(page);
  await plan('Starter').check();
  await terms.check();
  await checkout.click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
