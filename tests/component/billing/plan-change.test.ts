/**
 * The change of a plan: sentences, refusals, and a change that is not paid yet (`docs/spec.md` sections 2, 4, 5, 8).
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { refusal, theServer } from '../support/fake-server.ts';
import { openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const CHANGE = '/auth/purchase-plan';
const plan = (name: string) => page.getByRole('radio', { name, exact: true });
const update = page.getByRole('button', { name: 'Update Billing' });
const dialog = page.getByRole('dialog', { name: 'Confirm Plan Change' });
const confirm = page.getByRole('button', { name: 'Confirm Change' });
const failed = 'There was an error processing your plan change. Please try again.';

async function openPlanChange(user: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(user);
  theServer().answer('GET', '/auth/subscription', () => ({
    subscription: { interval: 'Monthly', paidPlans: ['Starter'], pending: null },
  }));
  await openPage('/plan-change');
  await expect.element(page.getByRole('heading', { name: 'Change Your Plan' })).toBeVisible();
  return shop;
}

async function choose(name: string): Promise<void> {
  await plan(name).click();
  await update.click();
  await confirm.click();
}

test('a larger plan is asked once more, and its credits are there', async () => {
  const shop = await openPlanChange();
  await expect
    .element(page.getByRole('link', { name: 'Back to Dashboard' }))
    .toHaveAttribute('href', '/business/dashboard');
  const cards = document.querySelector('fieldset')?.innerText.split(/\n+/) ?? [];
  expect(cards).toEqual(expect.arrayContaining(['Starter', '$19/month', 'Current Plan', '$49/month']));
  expect(cards.filter((line) => line.includes('/year'))).toEqual([]);
  await expect
    .element(page.getByText('Choose a plan to see what happens to the days that you have paid.'))
    .toBeVisible();
  await expect.element(plan('Starter')).toBeDisabled();
  await expect.element(plan('Professional')).toBeEnabled();
  await update.click();
  await expect.element(toast('Plan Selection Required')).toBeVisible();
  await expect.element(toast('Please select a plan to continue.')).toBeVisible();

  await plan('Professional').click();
  await expect
    .element(
      page.getByText(
        'You pay $49 today, less the unused part of your present month. A new month begins today. Your plan changes as soon as that is paid.',
      ),
    )
    .toBeVisible();
  await update.click();
  await expect
    .element(
      dialog.getByText(
        'Are you sure you want to change your plan to Professional? This will update your billing and credits immediately.',
      ),
    )
    .toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  theServer().answer('POST', CHANGE, () => {
    shop.user = { ...shop.user, plan: 'Professional' };
    return { success: true };
  });
  const changing = theServer().hold('POST', CHANGE);
  await update.click();
  await confirm.click();
  await expect
    .element(dialog.getByRole('button', { name: 'Updating...' }))
    .toHaveAttribute('aria-disabled', 'true');
  changing.release();
  await expect.element(toast('Plan Changed Successfully!')).toBeVisible();
  await expect
    .element(
      toast(
        'Your plan has been changed to Professional. Credits have been updated and billing will be adjusted automatically.',
      ),
    )
    .toBeVisible();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  expect(theServer().bodiesOf('POST', CHANGE)).toEqual([{ plan: 'Professional' }]);
});

test('a smaller plan says what each location keeps', async () => {
  await openPlanChange({ user: { plan: 'Professional' } });
  await plan('Starter').click();
  await expect.element(page.getByText('Each location keeps at most 300 SMS and 300 customers')).toBeVisible();
});

test('a change that waits for its payment is counted down, and its page is asked for once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  openShop();
  const until = new Date(Date.now() + 86_340_000).toISOString();
  const subscription = {
    interval: 'Monthly',
    paidPlans: ['Starter'],
    pending: { plan: 'Professional', until },
  };
  theServer().answer('GET', '/auth/subscription', () => ({ subscription }));
  theServer().answer('POST', CHANGE, () =>
    Response.json(
      { error: 'Unpaid.', code: 'payment_pending', url: `${location.origin}/login#invoice` },
      { status: 402 },
    ),
  );
  await openPage('/plan-change');
  const waits = page.getByRole('region', { name: 'Professional waits for your payment' });
  await expect
    .element(waits)
    .toHaveTextContent(/Nothing has changed yet\. Without a payment, this change is dropped in: 0d 23h 59m/);
  await expect.element(page.getByText('Current Plan')).toBeVisible();
  vi.useRealTimers();
  expect(await accessibilityProblems()).toEqual([]);
  const asked = theServer().hold('POST', CHANGE);
  await waits.getByRole('button', { name: 'Pay now' }).click();
  for (const busy of page.getByRole('button', { name: 'Updating...' }).elements())
    expect(busy.getAttribute('aria-disabled')).toBe('true');
  expect(page.getByRole('button', { name: 'Updating...' }).elements()).toHaveLength(2);
  asked.release();
  await expect.poll(() => location.hash).toBe('#invoice');
});

test.for([
  { code: 'try_again', title: 'Plan Change Failed', body: failed },
  {
    code: 'payment_owed',
    title: 'Plan Change Failed',
    body: 'A payment is owed. Please pay it before you change your plan.',
  },
  { code: 'plan_held', title: 'Plan Already Selected', body: 'You are already on the Professional plan.' },
  {
    code: 'too_many_locations',
    sentence: 'Starter has 1 location. Please remove 2 locations first.',
    title: 'Plan Change Failed',
    body: 'Starter has 1 location. Please remove 2 locations first.',
  },
] as const)('what the server refuses is said, and the page stays: $code', async (about) => {
  await openPlanChange();
  const sentence = 'sentence' in about ? about.sentence : undefined;
  theServer().answer('POST', CHANGE, () => refusal(about.code, sentence));
  await choose('Professional');
  await expect.element(toast(about.title)).toBeVisible();
  await expect.element(toast(about.body)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => location.pathname).toBe('/plan-change');
});

test('a payment page at another host is not opened', async () => {
  await openPlanChange();
  const answer = { error: 'Unpaid.', code: 'payment_pending', url: 'https://example.com/stripe.com' };
  theServer().answer('POST', CHANGE, () => Response.json(answer, { status: 402 }));
  await choose('Professional');
  await expect.element(toast(failed)).toBeVisible();
  expect(location.pathname).toBe('/plan-change');
});

test('a change without an answer says so, and one of a subscription that ended leads to the plans', async () => {
  await openPlanChange();
  const answerAgain = theServer().fail('POST', CHANGE);
  await choose('Professional');
  await expect.element(toast(failed)).toBeVisible();
  answerAgain();
  theServer().refuse('POST', CHANGE, 'subscription_required');
  await choose('Professional');
  await expect.poll(() => location.pathname).toBe('/payments');
  await expect.element(toast('This needs a paid plan.')).toBeVisible();
});

test('a plan that another tab has taken is no choice any more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const shop = await openPlanChange({ user: { plan: 'Professional' } });
  await plan('Starter').click();
  shop.user = { ...shop.user, plan: 'Starter' };
  // The page asks about the account every ten seconds.
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(plan('Starter')).toBeDisabled();
  await update.click();
  await expect.element(toast('Plan Already Selected')).toBeVisible();
  await expect.element(toast('You are already on the Starter plan.')).toBeVisible();
});

test.for([
  {
    user: { trial: true, trialDurationDays: 14, subscriptionStatus: null },
    title: 'Choose a plan first',
    body: 'You are on a free trial: buy your plan here.',
  },
  {
    user: { subscriptionStatus: 'canceled' },
    title: 'Your subscription has ended',
    body: 'Choose your plan here to go on.',
  },
])('an account without a plan to change is led to the plans: $title', async ({ user, title, body }) => {
  openShop({ user });
  await openPage('/plan-change');
  await expect.poll(() => location.pathname).toBe('/payments');
  await expect.element(toast(title)).toBeVisible();
  await expect.element(toast(body)).toBeVisible();
});

test.for(['/payments', '/plan-change', '/business/dashboard', '/business/settings', '/business/account'])(
  '%s is for an owner who is logged in',
  async (path) => {
    theServer().refuse('GET', '/auth/me', 'not_logged_in');
    await openPage(path);
    await expect.poll(() => location.pathname).toBe('/login');
  },
);
