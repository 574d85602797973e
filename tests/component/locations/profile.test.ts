/** The business's name and a location's address are edited, and every open page shows the change. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { openAccount, openCard } from '../support/account.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { button, openGuestPage, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const addressCall = ['PUT', '/auth/locations/:id/address'] as const;

test('an address is edited in its row; the focus goes back to the button, and the code stays', async () => {
  const shop = openShop();
  await openPage('/business/settings');
  const code = page.getByRole('img', {
    name: `QR code for ${location.origin}/queue/blue-door?at=location-1`,
  });
  await expect.element(code).toBeVisible();
  await button('Edit address: 14 Kemang Raya, Jakarta').click();
  const field = page.getByRole('textbox', { name: 'New address' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('14 Kemang Raya, Jakarta');
  expect(await accessibilityProblems()).toEqual([]);
  await field.fill(' Jl. Sabang 21 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Address saved')).toBeVisible();
  await says('Jl. Sabang 21');
  await expect.element(button('Edit address: Jl. Sabang 21')).toHaveFocus();
  expect(theServer().bodiesOf(...addressCall)).toEqual([{ address: 'Jl. Sabang 21' }]);
  expect(shop.queue.location.profile.address).toBe('Jl. Sabang 21');
  await expect.element(code).toBeVisible();
});

test('an empty address, a refused one and a lost network are told, and nothing is closed', async () => {
  openShop();
  await openPage('/business/settings');
  await button('Edit address: 14 Kemang Raya, Jakarta').click();
  const field = page.getByRole('textbox', { name: 'New address' });
  await field.fill('  ');
  await button('Save address').click();
  await expect.element(field).toHaveAccessibleDescription(/Please enter a location address\.$/);
  expect(theServer().bodiesOf(...addressCall)).toEqual([]);
  await field.fill('Here');
  theServer().answer(...addressCall, () => fieldRefusal('address', 'Not there.'));
  await button('Save address').click();
  await expect.element(field).toHaveAccessibleDescription(/Not there\.$/);
  await expect.element(toast('The address was not saved')).toBeVisible();
  theServer().fail(...addressCall);
  await button('Save address').click();
  await expect.element(toast('Please try again.')).toBeVisible();
  await expect.element(field).toHaveValue('Here');
  await button('Cancel').click();
  await says('14 Kemang Raya, Jakarta');
});

test('the name is edited on the account page', async () => {
  const { shop } = openAccount();
  const card = await openCard('Business name');
  await card.getByRole('button', { name: 'Change name' }).click();
  const field = card.getByRole('textbox', { name: 'New business name' });
  await expect.element(field).toHaveValue('Blue Door Café');
  await field.fill('');
  await card.getByRole('button', { name: 'Save name' }).click();
  await expect.element(field).toHaveAccessibleDescription('Business name is required');
  expect(await accessibilityProblems()).toEqual([]);
  await field.fill('Warung Ramai');
  await card.getByRole('button', { name: 'Save name' }).click();
  await expect.element(toast('Name saved')).toBeVisible();
  await expect.element(card.getByText('Warung Ramai')).toBeVisible();
  expect(shop.queue.location.profile.businessName).toBe('Warung Ramai');
});

test('the form of the name stays open while the rest of the page loads', async () => {
  openAccount();
  const security = theServer().hold('GET', '/auth/security');
  await openPage('/business/account');
  await button('Change name').click();
  security.release();
  await expect.element(button('Change address')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'New business name' })).toHaveFocus();
});

test('a name that the server refuses is told at the field', async () => {
  openAccount();
  const card = await openCard('Business name');
  await card.getByRole('button', { name: 'Change name' }).click();
  theServer().answer('PATCH', '/auth/me', () => fieldRefusal('name', 'Not that.'));
  await card.getByRole('button', { name: 'Save name' }).click();
  await expect.element(toast('The name was not changed')).toBeVisible();
  const field = card.getByRole('textbox', { name: 'New business name' });
  await expect.element(field).toHaveAccessibleDescription('Not that.');
});

test('the page of a waiting guest shows the new words at once', async () => {
  const shop = openShop();
  const [visitId = ''] = shop.queue.joinAll([{}]);
  openGuestPage(shop, { visitId });
  await says('Blue Door Café');
  shop.queue.changeProfile({ businessName: 'Warung Ramai', address: 'Jl. Sabang 21' });
  await says('Warung Ramai');
  await says('Jl. Sabang 21');
});

test('an open dashboard shows the new address at once', async () => {
  const shop = openShop();
  shop.queue.join();
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  shop.queue.changeProfile({ address: 'Jl. Sabang 21' });
  await says('Managing queue for: Jl. Sabang 21');
});
