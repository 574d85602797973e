/** A forgotten password, from the log-in page over the mail to a new log-in (`docs/spec.md` sections 2, 5 and 8). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpOwner } from '../support/factories.ts';
import { accessibilityProblems, isSamePage, journey, markPage, toast } from '../support/harness.ts';

const here = journey();

test('an owner who forgot the password gets a link by mail and logs in with a new one', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^401 POST \/auth\/login$/);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await page.waitForURL('/forgot');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('  ');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await toast(page, 'Email Required').waitFor();
  await toast(page, 'Please enter your email address.').waitFor();
  await page.getByRole('textbox', { name: 'Email Address' }).fill('wrong@shops.example');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await focusedHeading(page, 'Check Your Email');
  await page.getByRole('button', { name: 'Try Another Email' }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(owner.email.toUpperCase());
  await page.keyboard.press('Enter');
  await toast(page, 'Email Sent!').waitFor();
  await toast(page, 'If an account with that email exists, a password reset link has been sent.').waitFor();
  await focusedHeading(page, 'Check Your Email');
  await page.getByText('The link works once and expires in 1 hour.').waitFor();

  const token = await mailedToken(page, owner.email);
  await page.goto(`/reset?token=${token}`);
  await page.waitForURL('/reset');
  await page.reload();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('New password is required').waitFor();
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill(' 1234567 ');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('Password must be at least 8 characters').waitFor();
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill(' a lantern by the door ');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the window');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText("Passwords don't match").waitFor();
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await toast(page, 'Password Reset Successful!').waitFor();
  await focusedHeading(page, 'Password Reset Complete!');

  await markPage(page);
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await page.waitForURL('/login');
  expect(await isSamePage(page)).toBe(true);
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await toast(page, 'Login failed').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('a lantern by the door');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');
});

test('a new password ends the log-in of an open dashboard', async () => {
  const owner = await signUpOwner(here.app.origin);
  const elsewhere = await here.newDesktop(owner);
  elsewhere.expectComplaint(/^401 GET \/auth\/(me|locations\/)/);
  await elsewhere.page.goto('/business/settings');
  await elsewhere.page.getByRole('heading', { name: 'Business Settings' }).waitFor();

  const { page } = await here.newPhone();
  await page.goto('/forgot');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(owner.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.goto(`/reset?token=${await mailedToken(page, owner.email)}`);
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('a lantern by the door');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Password Reset Complete!' }).waitFor();

  await elsewhere.page.reload();
  await elsewhere.page.waitForURL('/login');
});

test('a link without a token leads back to the form, one that is no good says so and offers another', async () => {
  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(/^400 POST \/auth\/reset-password$/);
  await page.goto('/reset');
  await page.waitForURL('/forgot');
  await toast(page, 'Invalid Reset Link').waitFor();
  await toast(page, 'This password reset link is invalid.').waitFor();

  await page.goto('/reset?token=never-given-out');
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('a lantern by the door');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.keyboard.press('Enter');
  await toast(page, 'Password Reset Failed').waitFor();
  await toast(
    page,
    'This password reset link is invalid or has expired. Please request a new one.',
  ).waitFor();
  await page.getByRole('link', { name: 'Request a new reset link' }).click();
  await page.waitForURL('/forgot');
});

test('axe finds nothing on the forms with errors and the two panels', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newPhone();
  await page.goto('/forgot');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(owner.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const token = await mailedToken(page, owner.email);
  await page.goto(`/reset?token=${token}`);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('New password is required').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('a lantern by the door');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Password Reset Complete!' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** Reads the newest mail to this address as a developer does; the outbox's page reloads itself until it is there. */
async function mailedToken(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage();
  try {
    await outbox.goto('/dev/outbox');
    const mail = outbox
      .getByRole('listitem')
      .filter({ hasText: `email to ${email} ` })
      .first();
    const link = mail.getByRole('link', { name: '/reset?token=' });
    const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '');
    expect(pathname).toBe('/reset');
    return searchParams.get('token') ?? '';
  } finally {
    await outbox.close();
  }
}

async function focusedHeading(page: Page, name: string): Promise<void> {
  await page.locator('h1:focus', { hasText: name }).waitFor();
}
