/**
 * A forgotten password: the log-in page, the mail, and a log-in with the new password (`docs/spec.md` sections 2, 5 and
 * 8).
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpOwner } from '../support/factories.ts';
import { isSamePage, journey, loggedOut, markPage } from '../support/harness.ts';

const here = journey();

test('an owner who forgot the password gets a link by mail and logs in with a new one', async () => {
  const owner = await signUpOwner(here.app.origin);
  const elsewhere = await here.newDesktop(owner);
  elsewhere.expectComplaint(loggedOut);
  await elsewhere.page.goto('/business/settings');
  await elsewhere.page.getByRole('heading', { name: 'Business Settings' }).waitFor();

  const { page } = await here.newPhone();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await page.waitForURL('/forgot');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(owner.email.toUpperCase());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.goto(`/reset?token=${await mailedToken(page, owner.email)}`);
  await page.waitForURL('/reset');
  await page.reload();
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('a lantern by the door');
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('a lantern by the door');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Password Reset Complete!' }).waitFor();
  await markPage(page);
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await page.waitForURL('/login');
  expect(await isSamePage(page)).toBe(true);
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill('a lantern by the door');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');

  // The change of the password has ended all earlier sessions.
  await elsewhere.page.reload();
  await elsewhere.page.waitForURL('/login');
});

/**
 * Returns the token of the newest mail to this address, from the development outbox. The outbox page reloads itself
 * until the mail is there.
 */
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
