/** Small sentences of the member's pages, word for word (`docs/spec.md` sections 2, 5 and 8). */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

test('Refresh says that the queue was refreshed', async () => {
  openShop();
  await openPage('/business/dashboard');
  await button('Refresh').click();
  await expect.element(toast('Queue refreshed')).toBeVisible();
  await expect.element(toast('Queue data has been updated.')).toBeVisible();
});

test('locations are added and removed with the words of the spec', async () => {
  openShop({ locations: [] });
  await openPage('/business/settings');
  await says('No locations added yet.');
  await says('Add your first location above to get started.');
  await expect
    .element(page.getByText('Add and manage your business locations (0/1 locations used)'))
    .toBeVisible();
  const address = page.getByRole('textbox', { name: 'Location Address' });
  await expect
    .element(address)
    .toHaveAttribute('placeholder', 'Enter location address (e.g., 123 Main St, City, State)');

  await address.fill('   ');
  await button('Add Location').click();
  await expect.element(toast('Address required')).toBeVisible();
  await expect.element(toast('Please enter a location address.')).toBeVisible();
  await address.fill('14 Kemang Raya, Jakarta');
  await button('Add Location').click();
  await expect.element(toast('Location added')).toBeVisible();
  await expect.element(toast('New location has been added successfully.')).toBeVisible();
  await expect.element(address).toHaveAttribute('placeholder', 'Maximum 1 locations reached');
  await expect.element(address).toBeDisabled();
  await expect.element(button('Add Location')).toBeDisabled();
  await expect
    .element(page.getByRole('link', { name: 'Upgrade for more locations' }))
    .toHaveAttribute('href', '/plan-change');
  await says('0 customers in queue');
  await says('You have reached the maximum number of locations for your plan.');

  await button('Remove 14 Kemang Raya, Jakarta').click();
  await says(
    'Are you sure you want to remove "14 Kemang Raya, Jakarta"? This action cannot be undone and will remove all customers from the queue at this location.',
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Remove 14 Kemang Raya, Jakarta').click();
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await expect.element(toast('Location removed')).toBeVisible();
  await expect.element(toast('Location has been removed successfully.')).toBeVisible();
  await says('No locations added yet.');
});
