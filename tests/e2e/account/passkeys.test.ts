/** Passkeys with the authenticator that Chromium simulates. Refusals are tested in `tests/in-node/account/`. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCode } from '../support/authenticator-app.ts';
import { withAuthenticator } from '../support/authenticator.ts';
import { signUpOwner } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';

const here = journey();
/** The address with a host name, because passkeys do not accept an IP address. */
const atName = () => ({ baseURL: here.app.origin.replace('127.0.0.1', 'localhost') });

async function addPasskey(page: Page, password: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Passkeys', exact: true });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByLabel('Current password').fill(password);
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await card.getByRole('button', { name: 'Create passkey' }).click();
  await card.getByText('Desk', { exact: true }).waitFor();
}

test('a passkey is added, opens the account without the password, and is removed', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner, atName());
  const recognizeNobody = await withAuthenticator(page);
  await page.goto('/business/account');
  await addPasskey(page, owner.password);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('/business/dashboard');
  expect((await page.request.get('/auth/me')).status()).toBe(200);

  await page.goto('/business/account');
  const card = page.getByRole('region', { name: 'Passkeys', exact: true });
  await card.getByText(/^Added .*, last used /).waitFor();
  await card.getByRole('button', { name: 'Remove Desk' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Remove', exact: true }).click();
  await card.getByText('No passkey yet.').waitFor();

  await page.context().clearCookies();
  expectComplaint(/^401 POST \/auth\/login\/passkey$/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await toast(
    page,
    'This passkey does not open an account here. Please try again, or use your password.',
  ).waitFor();
  await recognizeNobody();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await toast(page, 'No passkey was chosen, or this device has none for this site.').waitFor();
});

test('a passkey is the second step where the app is not at hand', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner, atName());
  await withAuthenticator(page);
  await page.goto('/business/account');
  await addPasskey(page, owner.password);
  const card = page.getByRole('region', { name: 'Two-step login', exact: true });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Next' }).click();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await card.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret));
  await card.getByRole('button', { name: 'Confirm and turn on' }).click();
  await card.getByRole('button', { name: 'I have saved them' }).click();

  await page.context().clearCookies();
  expectComplaint(/^401 POST \/auth\/login$/);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('textbox', { name: 'Code' }).waitFor();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('/business/dashboard');
});

test('a passkey alone is the second step: after the password, and before changes', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner, atName());
  await withAuthenticator(page);
  await page.goto('/business/account');
  await addPasskey(page, owner.password);
  const card = page.getByRole('region', { name: 'Two-step login', exact: true });
  await card.getByRole('button', { name: 'Use a passkey instead' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Confirm with passkey' }).click();
  await card.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('Logging in with your password asks for your passkey.').waitFor();

  await page.context().clearCookies();
  expectComplaint(/^401 POST \/auth\/login$/);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('/business/dashboard');

  await page.goto('/business/account');
  await card.getByRole('button', { name: 'Turn off' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await toast(page, 'Two-step login is off').waitFor();
});
