import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { theServer } from '../support/fake-server.ts';
import { openShop } from '../support/shop.ts';

test('a guest joins, is called and arrives', async () => {
  await page.viewport(390, 844);
  const shop = openShop();
  openGuestPage(shop);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  const [call] = theServer().callsTo('POST', '/auth/business/:username/queue');
  expect(call?.headers.get('accept-language')).toBe('en');
  shop.queue.admit('visit-1');
  await expect.element(page.getByRole('heading', { name: "It's your turn" })).toBeVisible();
});

test('a visit that the server removed leads away', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id, language: 'es' });
  await expect.element(page.getByText('Blue Door Café').first()).toBeVisible();
  theServer().fail('POST', '/auth/business/:username/queue/:key/leave');
  expect(toast('x').query()).toBe(null);
});
