/** An operator's log-in with the authenticator that Chromium simulates. `tests/in-node/operator/` tests refusals. */
import { expect, test } from 'vitest';
import { withAuthenticator } from '../support/authenticator.ts';
import { journey, toast } from '../support/harness.ts';

const here = journey();
const password = 'a lantern by the door';

test('an operator adds a passkey, which the next log-in needs after the password', async () => {
  // The address with a host name, because passkeys do not accept an IP address.
  const baseURL = here.app.origin.replace('127.0.0.1', 'localhost');
  const { page, expectComplaint } = await here.newDesktop(undefined, { baseURL });
  const post = (path: string, data: object) => page.request.post(path, { data });
  const currentPassword = 'lantern-at-the-door';
  await post('/admin/login', { username: 'admin', password: currentPassword });
  const added = { name: 'grace', password, rights: [], currentPassword };
  expect((await post('/admin/operators', added)).status()).toBe(200);
  await post('/admin/logout', {});

  const logIn = async () => {
    await page.goto('/admin');
    await page.getByRole('textbox', { name: 'Username' }).fill('grace');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
  };
  expectComplaint(/^401 GET \/admin\/me$/);
  const recognizeNobody = await withAuthenticator(page);
  await logIn();
  const card = page.getByRole('region', { name: 'Your passkeys' });
  await card.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await card.getByLabel('Current password').fill(password);
  await card.getByRole('button', { name: 'Create passkey' }).click();
  await card.getByText('Desk', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();

  await logIn();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await toast(page, 'Admin access granted').waitFor();
  await card.getByText(/last used /).waitFor();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();

  await logIn();
  await recognizeNobody();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await toast(page, 'No passkey was chosen, or this device has none for this site.').waitFor();
  expect((await page.request.get('/admin/me')).status()).toBe(401);
});
