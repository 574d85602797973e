/**
 * The banners of the settings page for each state of the subscription, word for word (`docs/spec.md` sections 2 and 4).
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const DAY_MS = 86_400_000;
const PORTAL = '/auth/billing-portal';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const trialFrom = (createdAt: string, about: Partial<AccountView> = {}) => ({
  trial: true,
  trialDurationDays: 14,
  subscriptionStatus: null,
  createdAt,
  trialEndsAt: new Date(Date.parse(createdAt) + 14 * DAY_MS).toISOString(),
  ...about,
});

async function openSettings(): Promise<void> {
  await openPage('/business/settings');
  await expect.element(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();
}

/** The titles of the sections above the page's heading. */
function banners(): (string | null)[] {
  return [...document.querySelectorAll('main > section')].map(
    (section) => document.getElementById(section.getAttribute('aria-labelledby') ?? '')?.textContent ?? null,
  );
}

test('a trial that runs counts down and leads to the payments', async () => {
  openShop({ user: trialFrom(ago(10 * DAY_MS - 5 * 60_000 + 10_000)) });
  await openSettings();
  const banner = page.getByRole('region', { name: "You're on a Free Trial!" });
  await expect.element(banner).toHaveTextContent(/Trial expires in: 4d 0h 5m/);
  await expect
    .element(banner.getByRole('link', { name: 'Upgrade Now' }))
    .toHaveAttribute('href', '/payments');
  await expect.poll(() => banners()).toEqual(["You're on a Free Trial!"]);
  expect(await accessibilityProblems()).toEqual([]);
});

test('the countdown moves each minute and at zero gives way to the end of the trial', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let aheadMs = 0;
  const read = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => read() + aheadMs);
  openShop({ user: trialFrom(ago(14 * DAY_MS - 130_000)) });
  await openSettings();
  await expect.element(page.getByText(/^Trial expires in: 0d 0h 3m$/)).toBeVisible();
  // From here on the server answers no call, because an answer would set the page's clock to the server's time.
  theServer().hold('GET', '/auth/me');
  aheadMs += 60_000;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(page.getByText(/^Trial expires in: 0d 0h 2m$/)).toBeVisible();
  aheadMs += 120_000;
  await vi.advanceTimersByTimeAsync(120_000);
  await expect.element(page.getByText('Trial Expired', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Trial expires in/)).not.toBeInTheDocument();
});

test.for([14, 7])('a trial whose %i days are over says so', async (trialDurationDays) => {
  const createdAt = ago(trialDurationDays * DAY_MS + 2_000);
  openShop({ user: trialFrom(createdAt, { trialDurationDays, trialEndsAt: ago(2_000) }) });
  await openSettings();
  const banner = page.getByRole('region', { name: 'Trial Expired' });
  await expect
    .element(banner)
    .toHaveTextContent('Your trial has expired. Upgrade to continue using the product with full features.');
  await expect
    .element(banner)
    .toHaveTextContent('New guests can’t join until you choose a plan. Guests in line can still be called.');
  await expect
    .element(banner.getByRole('link', { name: 'Upgrade Now' }))
    .toHaveAttribute('href', '/payments');
  await expect.poll(() => banners()).toEqual(['Trial Expired']);
  expect(await accessibilityProblems()).toEqual([]);
});

test('a trial of no days has expired in its own words', async () => {
  openShop({ user: trialFrom(ago(DAY_MS), { trialDurationDays: 0, trialEndsAt: ago(DAY_MS) }) });
  await openSettings();
  const banner = page.getByRole('region', { name: 'Your trial has expired' });
  await expect
    .element(banner.getByRole('link', { name: 'Upgrade', exact: true }))
    .toHaveAttribute('href', '/payments');
  await expect.poll(() => banners()).toEqual(['Your trial has expired']);
  expect(await accessibilityProblems()).toEqual([]);
});

test('a plan without a trial is managed at the billing portal', async () => {
  openShop({ user: { trialDurationDays: 14 } });
  theServer().answer('POST', PORTAL, () => ({ url: `${location.origin}/policy#portal` }));
  await openSettings();
  await expect.poll(() => banners()).toEqual(['Starter plan']);
  await page.getByRole('button', { name: 'Manage Your Subscription' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe('/policy#portal');
});

test('a plan with no trial in its past has no banner of its own, and a link to change it', async () => {
  openShop({ user: { trialDurationDays: 0 } });
  await openSettings();
  await expect.poll(() => banners()).toEqual([]);
  await expect
    .element(page.getByRole('link', { name: 'Change Plan' }))
    .toHaveAttribute('href', '/plan-change');
});

test('one location without any credits is enough to say so, and the plan can be changed', async () => {
  const none = { credits: { customerCredits: 0, smsCredits: 0 } };
  openShop({ user: { trialDurationDays: 14, maxLocations: 2 }, locations: [{}, none] });
  theServer().answer('POST', PORTAL, () => ({ url: `${location.origin}/login#portal` }));
  await openSettings();
  const banner = page.getByRole('region', { name: 'No Credits Available' });
  await expect
    .element(banner)
    .toHaveTextContent('You have no credits available. Please contact support or upgrade your plan.');
  await expect.poll(() => banners()).toEqual(['No Credits Available', 'Starter plan']);
  expect(await accessibilityProblems()).toEqual([]);
  await banner.getByRole('button', { name: 'Change Plan' }).click();
  await expect.poll(() => location.hash).toBe('#portal');
});

test('as long as one kind of credit is left nothing is said', async () => {
  openShop({
    user: { trialDurationDays: 14, maxLocations: 2 },
    locations: [{ credits: { customerCredits: 0 } }, { credits: { smsCredits: 0 } }],
  });
  await openSettings();
  await expect.poll(() => banners()).toEqual(['Starter plan']);
});

test.for([
  { how: 'refused', reason: 'This needs a paid plan.' },
  { how: 'unanswered', reason: 'Please try again.' },
  { how: 'at another host', reason: 'Please try again.' },
])('a portal that is $how leaves the page as it is and says why', async ({ how, reason }) => {
  openShop({ user: { trialDurationDays: 14 } });
  if (how === 'refused') theServer().refuse('POST', PORTAL, 'subscription_required');
  else if (how === 'unanswered') theServer().fail('POST', PORTAL);
  else theServer().answer('POST', PORTAL, () => ({ url: 'https://example.com/stripe.com' }));
  await openSettings();
  await page.getByRole('button', { name: 'Manage Your Subscription' }).click();
  await expect.element(toast('The billing portal could not be opened')).toBeVisible();
  await expect.element(toast(reason)).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/business/settings');
});

test.for(['/business/dashboard', '/business/settings'])(
  'a payment that failed is said on %s, with the end of its grace and the way to the portal',
  async (path) => {
    const creditsEndAt = Date.now() + 7 * DAY_MS;
    openShop({
      user: { subscriptionStatus: 'past_due', creditsEndAt: new Date(creditsEndAt).toISOString() },
    });
    theServer().answer('POST', PORTAL, () => ({ url: `${location.origin}/policy#portal` }));
    await openPage(path);
    const inZone = (form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { ...form, timeZone: 'Asia/Jakarta' }).format(creditsEndAt);
    const until = `${inZone({ dateStyle: 'medium' })}, ${inZone({ hour: 'numeric', minute: '2-digit' })}`;
    const banner = page.getByRole('region', { name: 'Your last payment failed' });
    await expect
      .element(banner)
      .toHaveTextContent(`Your credits stay until ${until}. Please update your payment method before then.`);
    expect(await accessibilityProblems()).toEqual([]);
    await banner.getByRole('button', { name: 'Update payment method' }).click();
    await expect.poll(() => location.hash).toBe('#portal');
  },
);

test('a payment whose grace is over is said, and no more once it is paid', async () => {
  const shop = openShop({ user: { subscriptionStatus: 'past_due', creditsEndAt: ago(1_000) } });
  await openSettings();
  const banner = page.getByRole('region', { name: 'Your last payment failed' });
  await expect
    .element(banner)
    .toHaveTextContent(
      'Your credits are on hold until the payment is made. Please update your payment method.',
    );
  shop.user = { ...shop.user, subscriptionStatus: 'active', creditsEndAt: null };
  await openPage('/business/dashboard');
  await expect.element(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});
