/**
 * The page keeps a guest's typed text until the text is sent, even when the page reloads. `tests/e2e/` tests that the
 * text is kept while the guest reads the terms.
 */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, field, fillDetails, joinOnPage, leaveOnPage, radio } from '../support/guest-steps.ts';
import { openGuestPage } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const stepThree = page.getByRole('heading', { name: 'Choose how you want to wait' });
const number = '0812 3456';

/** Fills in steps 2 and 3, including the number. */
async function fillForm(): Promise<void> {
  await fillDetails();
  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill(number);
}

async function expectDetails(first: string, last: string): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'Enter your details' })).toBeVisible();
  await expect.element(field('First Name')).toHaveValue(first);
  await expect.element(field('Last Name')).toHaveValue(last);
}

test('a page that is loaded anew has both steps as they were, until they are sent', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await fillForm();
  openGuestPage(shop);
  await expect.element(stepThree).toBeVisible();
  await expect.element(field('Phone Number')).toHaveValue(number);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectDetails('Mara', 'Lindqvist');
  await button('Next').click();
  await expect.element(field('Phone Number')).toHaveValue(number);
  await field('Phone Number').fill('+62 812 5550 0101');
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  // The page deletes a sent text, so the form is empty after the visit.
  await leaveOnPage();
  await expect.element(page.getByRole('heading', { name: 'Join the Queue' })).toBeVisible();
  history.back();
  await expectDetails('', '');
});

test('a location that went meanwhile is not quietly taken for another', async () => {
  const shop = openShop({ user: { maxLocations: 2 }, locations: [{}, {}] });
  const [first] = shop.queues;
  openGuestPage(shop);
  const location = page.getByRole('combobox', { name: 'Location' });
  await location.selectOptions(first?.id ?? '');
  await fillDetails();
  shop.removeLocation(first?.id ?? '');
  openGuestPage(shop);
  await expect.element(stepThree).toBeVisible();
  await radio(/^Wait Anywhere/).click();
  await expect
    .element(page.getByText('By entering your number you agree to get texts from Blue Door Café'))
    .toBeVisible();
  await radio(/^Stay on Premises/).click();
  await button('Next').click();
  await expect.element(page.getByText('Location is required', { exact: true })).toBeVisible();
  await expect.element(location).toHaveValue('');
  await expectDetails('Mara', 'Lindqvist');
  expect(shop.queue.view().queue).toEqual([]);
});

test('who joined in another tab meanwhile finds the visit, and after it an empty form', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await fillForm();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await leaveOnPage();
  await expect.element(page.getByRole('heading', { name: 'Join the Queue' })).toBeVisible();
  history.back();
  await expectDetails('', '');
});

test('another person who opens the page on this device finds an empty form', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await fillForm();
  history.replaceState(null, '');
  openGuestPage(shop);
  await expectDetails('', '');
  await joinOnPage();
  expect(shop.queue.visit('visit-1').phoneNumber).toBe('');
});
