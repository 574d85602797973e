/** The QR code and its poster (`docs/spec.md` sections 2, 5, 8 and 9). Files and paper: `tests/e2e/locations/qr-code.test.ts`. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

test('the code is made at a press, with the words of the spec', async () => {
  openShop();
  await openPage('/business/settings');
  const url = `${location.origin}/queue/blue-door`;
  await expect.element(page.getByRole('link', { name: url })).toBeVisible();
  expect(button('Download QR Code').query()).toBe(null);
  await button('Generate QR Code').click();
  await expect.element(toast('QR Code Generated')).toBeVisible();
  await expect.element(toast('Your queue QR code has been generated successfully')).toBeVisible();
  await says('Customers can scan this QR code to join your queue');
});

test('the poster is printed by its button, closed by Escape, and gives the focus back', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  openShop();
  await openPage('/business/settings');
  await button('Print poster').click();
  const dialog = page.getByRole('dialog', { name: 'Poster for your door' });
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Print poster')).toHaveFocus();
});
