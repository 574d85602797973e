/** Sign-up, from an empty form to a QR code for the door (`docs/spec.md` sections 2, 5 and 8). */
import { test } from 'vitest';
import { newAccount } from '../support/factories.ts';
import { journey, loggedOut, toast, withStatistics } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();

test('an owner signs up, adds the first location, gets the QR code of the queue, logs out and in again', async () => {
  const account = newAccount();
  const { page, expectComplaint } = await here.newDesktop(undefined, withStatistics);
  expectComplaint(loggedOut);

  await page.goto('/');
  const scripts = await holdCalls(page, /\/assets\/.*\.js$/);
  await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
  await page.getByRole('textbox', { name: 'Business Name' }).fill(account.name);
  scripts.release();
  await page.getByText(/^blue-door-cafe is (free\.|taken)/).waitFor();
  await page.getByRole('textbox', { name: 'Business Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(account.phone);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();

  await page.waitForURL('/business/dashboard');
  await toast(page, 'Account created!').waitFor();
  await page.getByRole('heading', { name: 'Queue Management' }).waitFor();
  await page.getByText('No location selected').waitFor();
  await page.getByRole('textbox', { name: 'Location Address' }).fill('14 Kemang Raya, Jakarta');
  await page.keyboard.press('Enter');
  await toast(page, 'Location added').waitFor();
  await page.getByText('Managing queue for: 14 Kemang Raya, Jakarta').waitFor();
  await page.getByText('No customers in queue at this location.').waitFor();
  await page.getByText('Customer Credits: 300').waitFor();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('(1/1 locations used)').waitFor();
  await page.getByText('You have reached the maximum number of locations for your plan.').waitFor();
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await toast(page, 'QR Code Generated').waitFor();
  await page.getByText('Customers can scan this QR code to join your queue').waitFor();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
  await page.goto('/business/settings');
  await page.waitForURL('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');
});
