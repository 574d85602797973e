/** The owner's smaller words, to the letter of `docs/spec.md` sections 2, 5 and 8. */
import { expect, test } from 'vitest';
import { newAccount, openShop, signUpOwner } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();

test('Refresh says that the queue was refreshed', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await toast(page, 'Queue refreshed').waitFor();
  await toast(page, 'Queue data has been updated.').waitFor();
});

test('locations are added and removed with the words of the spec', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  await page.goto('/business/settings');
  await page.getByText('No locations added yet.', { exact: true }).waitFor();
  await page.getByText('Add your first location above to get started.', { exact: true }).waitFor();
  await page.getByText('Add and manage your business locations (0/1 locations used)').waitFor();
  const address = page.getByRole('textbox', { name: 'Location Address' });
  expect(await address.getAttribute('placeholder')).toBe(
    'Enter location address (e.g., 123 Main St, City, State)',
  );

  await address.fill('   ');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await toast(page, 'Address required').waitFor();
  await toast(page, 'Please enter a location address.').waitFor();
  await address.fill('14 Kemang Raya, Jakarta');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await toast(page, 'Location added').waitFor();
  await toast(page, 'New location has been added successfully.').waitFor();
  await page.getByPlaceholder('Maximum 1 locations reached', { exact: true }).waitFor();
  expect(await address.isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Add Location' }).isDisabled()).toBe(true);
  await page.getByText('0 customers in queue').waitFor();

  await page.getByRole('button', { name: 'Remove 14 Kemang Raya, Jakarta' }).click();
  const dialog = page.getByRole('dialog');
  const question =
    'Are you sure you want to remove "14 Kemang Raya, Jakarta"? This action cannot be undone and will remove all customers from the queue at this location.';
  await dialog.getByText(question, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Remove 14 Kemang Raya, Jakarta' }).click();
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await toast(page, 'Location removed').waitFor();
  await toast(page, 'Location has been removed successfully.').waitFor();
  await page.getByText('No locations added yet.', { exact: true }).waitFor();
});

test('the buttons of log-in and sign-up say that they are busy', async () => {
  const account = newAccount();
  const { page } = await here.newDesktop();
  const signUp = await holdCalls(page, /\/auth\/signup$/);
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Business Name' }).fill(account.name);
  await page.getByRole('textbox', { name: 'Business Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(account.phone);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByRole('button', { name: 'Creating...' }).waitFor();
  signUp.release();
  await page.waitForURL('/business/dashboard');

  const { page: elsewhere } = await here.newDesktop();
  const logIn = await holdCalls(elsewhere, /\/auth\/login$/);
  await elsewhere.goto('/login');
  await elsewhere.getByRole('textbox', { name: 'Email or Username' }).fill(account.username);
  await elsewhere.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await elsewhere.getByRole('button', { name: 'Signing in...' }).waitFor();
  logIn.release();
  await elsewhere.waitForURL('/business/dashboard');
});
