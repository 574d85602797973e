/** The admin's page with a real log-in. The page's sentences are tested in `tests/component/admin/`. */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, toast, withStatistics } from '../support/harness.ts';

const here = journey();
/** The expected answer to `/admin/me` without a log-in; the browser's console reports it as an error. */
const locked = /^401 GET \/admin\/me$/;

test('an admin changes the credits of a business, whose owner sees it at once; the log-out locks the page for good', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const owner = await here.newDesktop(shop, withStatistics);
  await owner.page.goto('/business/dashboard');
  await owner.page.getByText('Customer Credits: 299', { exact: true }).waitFor();

  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(locked);
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Username' }).fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('lantern-at-the-door');
  await page.keyboard.press('Enter');
  await toast(page, 'Admin access granted').waitFor();
  await page.reload();
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(shop.username);
  await page.getByRole('textbox', { name: 'Base Customer Credits' }).fill('500');
  await page.getByRole('textbox', { name: 'Base SMS Credits' }).fill('400');
  await page.keyboard.press('Enter');
  await toast(page, 'Business credits updated successfully').waitFor();
  await owner.page.getByText('Customer Credits: 500', { exact: true }).waitFor();
  // Scripts cannot read the cookie of the session.
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();
  await page.goto('/login');
  await page.goBack();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();
});
