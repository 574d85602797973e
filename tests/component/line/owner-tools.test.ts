import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { namesIn, openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';
import { accessibilityProblems } from '../support/axe.ts';

test('an arriving guest has come', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join({ firstName: 'Ada', lastName: 'Lovelace' });
  shop.queue.admit(customer.id);
  shop.queue.join({ firstName: 'Budi', lastName: 'Santoso' });
  await openPage('/business/dashboard');
  await page.getByRole('button', { name: 'Arrived Ada Lovelace', exact: true }).click();
  await expect.element(toast('Marked as arrived')).toBeVisible();
  await expect.element(toast('Ada Lovelace is here.')).toBeVisible();
  expect(namesIn('arriving')).toEqual([]);
  expect(namesIn('queue')).toEqual(['Budi Santoso']);
  expect(await accessibilityProblems()).toEqual([]);
});

test('again', async () => {
  const shop = openShop();
  shop.queue.join({ firstName: 'Budi', lastName: 'Santoso' });
  await openPage('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Budi Santoso', exact: true }).click();
  await expect.element(toast('Customer admitted')).toBeVisible();
});

test('a row says before the turn that the text in Arabic takes two credits', async () => {
  const shop = openShop();
  shop.queue.join({ waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' }, 'ar');
  await openPage('/business/dashboard');
  await expect
    .element(page.getByText('The text takes 2 SMS credits: it is in Arabic.', { exact: true }))
    .toBeVisible();
});
