/**
 * The card of passkeys, and its messages when the server or the browser refuses. The whole flow is tested in
 * `tests/e2e/account/`.
 */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { openAccount, openCard, PASSWORD } from '../support/account.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, toast } from '../support/pages.tsx';

const phone = {
  id: 'cGhvbmU',
  name: 'Ada’s phone',
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: '2026-11-21T12:00:00.000Z',
};
const key = {
  ...phone,
  id: 'a2V5',
  name: 'A key with a name as long as it may be, sixty letters in all',
  lastUsedAt: null,
};

test('the list has names and dates; a passkey is removed by the password, after a wrong one', async () => {
  await page.viewport(320, 640);
  const account = openAccount({}, { passkeys: [phone, key] });
  const wrong = theServer().answer('POST', '/auth/passkeys/remove', () =>
    fieldRefusal('password', 'That is not your current password'),
  );
  const passkeys = await openCard('Passkeys');
  await expect.element(passkeys.getByText('Added Nov 20, 2026, last used Nov 21, 2026')).toBeVisible();
  await expect.element(passkeys.getByText('Added Nov 20, 2026, not used yet')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove Ada’s phone' }).click();
  await passkeys.getByLabelText('Current password').fill(PASSWORD);
  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(passkeys.getByText('That is not your current password')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
  wrong();
  theServer().answer('POST', '/auth/passkeys/remove', () => {
    account.security = { ...account.security, passkeys: [key] };
    return { success: true };
  });
  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(toast('Passkey removed')).toBeVisible();
  await expect.element(passkeys.getByRole('button', { name: 'Add a passkey' })).toHaveFocus();
  await expect.element(passkeys.getByText('Ada’s phone')).not.toBeInTheDocument();
  expect(theServer().bodiesOf('POST', '/auth/passkeys/remove').at(-1)).toEqual({
    password: PASSWORD,
    id: 'cGhvbmU',
  });
});

test('a passkey gets another name', async () => {
  const account = openAccount({}, { passkeys: [phone] });
  theServer().answer('POST', '/auth/passkeys/rename', () => {
    account.security = { ...account.security, passkeys: [{ ...phone, name: 'Desk' }] };
    return { success: true };
  });
  const passkeys = await openCard('Passkeys');
  await passkeys.getByRole('button', { name: 'Rename Ada’s phone' }).click();
  await expect.element(passkeys.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill(' ');
  await passkeys.getByRole('button', { name: 'Save name' }).click();
  await expect.element(passkeys.getByText('Please give it a name')).toBeVisible();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await passkeys.getByRole('button', { name: 'Save name' }).click();
  await expect.element(toast('Name saved')).toBeVisible();
  await expect.element(passkeys.getByRole('button', { name: 'Rename Desk' })).toHaveFocus();
  expect(theServer().bodiesOf('POST', '/auth/passkeys/rename')).toEqual([{ name: 'Desk', id: 'cGhvbmU' }]);
});

test('where the second step is on, its code is asked for; too many passkeys are refused', async () => {
  openAccount().turnOn();
  theServer().refuse('POST', '/auth/passkeys/options', 'passkeys_full');
  const passkeys = await openCard('Passkeys');
  await expect.element(passkeys.getByText('No passkey yet.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByLabelText('Current password').fill(PASSWORD);
  await passkeys.getByRole('textbox', { name: 'Code from the app, or a recovery code' }).fill('123456');
  await passkeys.getByRole('button', { name: 'Next' }).click();
  await expect.element(toast('No passkey was added')).toBeVisible();
  await expect.element(toast('You have ten passkeys. Please remove one first.')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/passkeys/options')).toEqual([
    { password: PASSWORD, code: '123456' },
  ]);
});

test('the log-in page says why no passkey can be used now', async () => {
  openAccount();
  theServer().refuse('POST', '/auth/login/passkey/options', 'too_many_requests');
  await openPage('/login');
  await button('Log in with a passkey').click();
  await expect.element(toast('Login failed')).toBeVisible();
  await expect.element(toast('Too many tries. Please wait a moment.')).toBeVisible();
});
