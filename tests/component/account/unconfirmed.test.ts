/**
 * The notices that the owner sees until the mailbox is confirmed, and how these notices change after the confirmation.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MEMBER_POLL_MS } from '../../../src/shared/limits.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { openPage, openToday } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const note = page.getByRole('complementary', { name: 'Email address' });

test.for([
  [100, 'Please confirm your email address: open the link we sent you.'],
  [71, 'Please confirm your email address: open the link we sent you.'],
  [70, '70 more guests can come until you confirm your email address: open the link we sent you.'],
  [1, '1 more guest can come until you confirm your email address: open the link we sent you.'],
  [0, 'No more guests can come until you confirm your email address: open the link we sent you.'],
] as const)('with %i more guests to come the owner reads: %s', async ([guestsLeft, words]) => {
  openShop({ user: { emailVerified: false, guestsLeft } });
  for (const path of ['/business/dashboard', '/business/settings']) {
    await openPage(path);
    // The dashboard shows this notice in the statistics, because the notice is not urgent.
    if (path === '/business/dashboard') await openToday();
    await expect.element(note.getByText(words, { exact: true })).toBeVisible();
    await expect.element(note.getByRole('link')).toHaveAttribute('href', '/business/account');
  }
});

test.for([
  [
    100,
    'Please confirm your email address: open the link we sent you. Until then no more guests can come to Jalan B 2, Jalan C 3.',
  ],
  [
    70,
    '70 more guests can come until you confirm your email address: open the link we sent you. Until then no more guests can come to Jalan B 2, Jalan C 3.',
  ],
  [undefined, 'Until then no more guests can come to Jalan B 2, Jalan C 3.'],
  [0, 'No more guests can come until you confirm your email address: open the link we sent you.'],
] as const)('locations without guests left are named; %s at all: %s', async ([guestsLeft, words]) => {
  const noGuestsLeftAt = ['Jalan B 2', 'Jalan C 3'];
  openShop({
    user: { emailVerified: false, noGuestsLeftAt, ...(guestsLeft !== undefined && { guestsLeft }) },
  });
  await openPage('/business/dashboard');
  await expect.element(note.getByText(words, { exact: guestsLeft !== undefined })).toBeVisible();
});

/** The account whose mailbox the mailed link confirms. */
const linked = { name: 'Blue Door', username: 'blue-door', email: 'ada@example.com' };

test('while its socket is live, the dashboard learns of the account with its next poll', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const shop = openShop({ user: { emailVerified: false, guestsLeft: 70 } });
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  await expect.element(note).toBeVisible();
  shop.user = { ...shop.user, emailVerified: true };
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
});

test('a mailbox that has had a trial is told so once it is confirmed, and led to the plans', async () => {
  openShop();
  theServer().answer('POST', '/auth/verify-email/account', () => linked);
  theServer().answer('POST', '/auth/verify-email', () => ({ success: true, trialOver: true }));
  await openPage(`/verify?token=${'a'.repeat(43)}`);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(page.getByRole('heading', { name: 'Email address confirmed' })).toHaveFocus();
  await expect
    .element(
      page.getByText(
        'This mailbox has already had a free trial with another account, so this account has none.',
      ),
    )
    .toBeVisible();
  const toPlans = page.getByRole('link', { name: 'Choose Your Plan' });
  await expect.element(toPlans).toHaveAttribute('href', '/payments');
  expect(await accessibilityProblems()).toEqual([]);
});

test('the page of the link leads an owner who is logged in to the dashboard', async () => {
  openShop();
  theServer().answer('POST', '/auth/verify-email/account', () => linked);
  localStorage.setItem('holdline:signed-in', 'yes');
  await openPage(`/verify?token=${'a'.repeat(43)}`);
  const site = page.getByRole('banner');
  await expect.element(site.getByText('Dashboard')).toBeInTheDocument();
  await expect.element(site.getByText('Login')).not.toBeInTheDocument();
});

test('a mailbox that has had a trial is told so after a password reset, too', async () => {
  openShop();
  theServer().answer('POST', '/auth/reset-password', () => ({ success: true, trialOver: true }));
  await openPage(`/reset?token=${'a'.repeat(43)}`);
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('a lantern by the door');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect.element(page.getByRole('heading', { name: 'Password Reset Complete!' })).toHaveFocus();
  await expect
    .element(
      page.getByText(
        'This mailbox has already had a free trial with another account, so this account has none.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Continue to Login' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});
