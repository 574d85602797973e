/** The choice of a plan, and the page that opens after the payment (`docs/spec.md` sections 2, 4, 5, 8 and 9). */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { refusal, theServer } from '../support/fake-server.ts';
import { openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const DAY_MS = 86_400_000;
const CHECKOUT = '/stripe/create-checkout-session';
const trial = { trial: true, trialDurationDays: 14, subscriptionStatus: null } as const;
const option = (name: string) => page.getByRole('radio', { name, exact: true });
const terms = page.getByRole('checkbox', {
  name: 'I agree to the Terms of Service and the Privacy Policy',
});
const checkout = page.getByRole('button', { name: 'Checkout' });

async function openPayments(user: Parameters<typeof openShop>[0] = { user: trial }) {
  const shop = openShop(user);
  await openPage('/payments');
  await expect.element(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  return shop;
}

const cards = () =>
  document.querySelector<HTMLElement>('fieldset:has([aria-describedby])')?.innerText.split(/\n+/) ?? [];

test('prices, savings and what each plan has are those of the specification', async () => {
  await openPayments();
  await expect
    .poll(() => cards())
    .toEqual(
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
  await option('Yearly').click();
  await expect
    .poll(() => cards())
    .toEqual(expect.arrayContaining(['$190/year', 'Save $38', '$490/year', 'Save $98']));
  await option('Professional').click();
  expect(document.querySelector('output')?.textContent).toBe('$490/year');
  await expect.element(page.getByText('Payment Method')).toBeVisible();
  await expect.element(page.getByText('Credit Card', { exact: true })).toBeVisible();
  for (const [name, href] of [
    ['Contact Sales', '/sales'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/policy'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('what is missing is said, in the order of the page, and nobody is asked', async () => {
  const shop = await openPayments();
  await checkout.click();
  await expect.element(toast('Plan Selection Required')).toBeVisible();
  await expect.element(toast('Please select a plan to continue.')).toBeVisible();
  await option('Starter').click();
  await expect.element(toast('Plan Selection Required')).not.toBeInTheDocument();
  await checkout.click();
  await expect.element(toast('Terms Acceptance Required')).toBeVisible();
  await expect.element(toast('Please accept the terms and conditions to continue.')).toBeVisible();
  await terms.click();
  await expect.element(toast('Terms Acceptance Required')).not.toBeInTheDocument();
  shop.user = { ...shop.user, id: '' };
  await openPage('/payments');
  await option('Starter').click();
  await terms.click();
  await checkout.click();
  await expect.element(toast('Session Error')).toBeVisible();
  await expect.element(toast('We couldn’t find your account id. Please sign in again.')).toBeVisible();
  expect(theServer().callsTo('POST', CHECKOUT)).toEqual([]);
});

const startsNow = 'Your plan starts as soon as you pay, and a month or year of it begins that day.';

test.for([
  [11 * DAY_MS + 60_000, 'Your trial then ends; its 12 remaining days are not added.'],
  [3_600_000, 'Your trial then ends; its last day is not added.'],
  [-1, 'Then new guests can join again.'],
] as const)(
  'with %i ms left of the trial the page says what a payment does to it',
  async ([leftMs, sentence]) => {
    await openPayments({ user: { ...trial, trialEndsAt: new Date(Date.now() + leftMs).toISOString() } });
    await expect.element(page.getByText(`${startsNow} ${sentence}`)).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  },
);

test('while the checkout and its page are on their way the button says so and does nothing', async () => {
  await openPayments();
  theServer().answer('POST', CHECKOUT, () => ({ url: `${location.origin}/login#checkout` }));
  const asked = theServer().hold('POST', CHECKOUT);
  await option('Starter').click();
  await terms.click();
  await checkout.click();
  const busy = page.getByRole('button', { name: 'Processing...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  busy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  asked.release();
  await expect.poll(() => location.hash).toBe('#checkout');
  const [call, ...others] = theServer().callsTo('POST', CHECKOUT);
  expect(call?.body).toEqual({ planKey: 'Starter Monthly', userId: 'business' });
  expect(others).toEqual([]);
});

test('a checkout at another host is not opened', async () => {
  await openPayments();
  theServer().answer('POST', CHECKOUT, () => ({ url: 'https://stripe.com.example.com/' }));
  await option('Starter').click();
  await terms.click();
  await checkout.click();
  await expect.element(toast('Payment Failed')).toBeVisible();
  await expect.element(checkout).not.toHaveAttribute('aria-disabled');
});

test('the plan that is paid already cannot be bought again, another one is refused by the server', async () => {
  const shop = await openPayments({});
  theServer().refuse('POST', CHECKOUT, 'already_subscribed');
  await expect.element(page.getByText('Current Plan')).toBeVisible();
  await option('Starter').click();
  await terms.click();
  await checkout.click();
  await expect.element(toast('Plan Already Selected')).toBeVisible();
  await expect
    .element(
      toast('You are already on the Starter plan. Use the plan change page to modify your subscription.'),
    )
    .toBeVisible();
  expect(theServer().callsTo('POST', CHECKOUT)).toEqual([]);
  await expect.element(page.getByText('You pay for Starter already.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Change Plan' }))
    .toHaveAttribute('href', '/plan-change');
  await option('Professional').click();
  await checkout.click();
  await expect
    .element(toast('You already have a subscription. Use the plan change page to modify it.'))
    .toBeVisible();
  // An account may buy any plan after its subscription has ended.
  shop.user = { ...shop.user, subscriptionStatus: 'canceled' };
  await openPage('/payments');
  await expect.element(option('Starter')).toBeVisible();
  await expect.element(page.getByText('Current Plan')).not.toBeInTheDocument();
});

test.for(['refused', 'unanswered', 'answered without an address'])(
  'a checkout that is %s leaves the page as it is and says so',
  async (how) => {
    await openPayments();
    if (how === 'refused') theServer().refuse('POST', CHECKOUT, 'try_again');
    else if (how === 'unanswered') theServer().fail('POST', CHECKOUT);
    else theServer().answer('POST', CHECKOUT, () => new Response('{}'));
    await option('Starter').click();
    await terms.click();
    await checkout.click();
    await expect.element(toast('Payment Failed')).toBeVisible();
    await expect.element(toast('There was an error starting checkout. Please try again.')).toBeVisible();
    await expect.element(option('Starter')).toBeChecked();
  },
);

test.for([
  ['too_many_locations', 'Starter has 1 location. Please remove 2 locations first.'],
  ['too_many_requests', 'Too many tries. Please wait a moment.'],
] as const)('a refusal that trying again does not help says what does: %s', async ([code, sentence]) => {
  await openPayments();
  theServer().answer('POST', CHECKOUT, () => refusal(code, sentence));
  await option('Starter').click();
  await terms.click();
  await checkout.click();
  await expect.element(toast('Payment Failed')).toBeVisible();
  await expect.element(toast(sentence)).toBeVisible();
});

test('the page after a payment that nobody made says nothing that is not so, and leads on after 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  openShop({ user: trial });
  await openPage('/payment-success');
  await expect.element(page.getByText('Thank you for subscribing to your selected plan.')).toBeVisible();
  await expect
    .element(page.getByText('Waiting for your payment to be confirmed. This takes a few seconds.'))
    .toBeVisible();
  await expect.element(page.getByText('Session ID')).not.toBeInTheDocument();
  await expect.element(page.getByText("What's Next")).toBeVisible();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
});

test('the pages about payments fit a phone, and axe finds nothing', async () => {
  await page.viewport(320, 700);
  await openPayments();
  expect(await accessibilityProblems()).toEqual([]);
  await option('Professional').click();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
  const id = `cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0${'_'.repeat(200)}`;
  await openPage(`/payment-success?plan=Professional&session_id=${id}`);
  await expect.element(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  // The page shows only as many characters as a real session id has, because anybody can change the address.
  const shown = page.getByText(/^Session ID: /).element().textContent ?? '';
  expect(shown.length).toBe('Session ID: '.length + 80);
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});
