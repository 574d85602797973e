/**
 * The QR code and its poster (`docs/spec.md` sections 2, 5, 8 and 9). The downloaded files and the printed poster are
 * tested in `tests/e2e/locations/qr-code.test.ts`.
 */
import { create } from 'qrcode';
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

test('each location has its code at once, with its own link, file and poster', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  openShop({ user: { maxLocations: 2 }, locations: [{}, { profile: { address: 'Jl. Sabang 21' } }] });
  await openPage('/business/settings');
  for (const id of ['location-1', 'location-2']) {
    const url = `${location.origin}/queue/blue-door?at=${id}`;
    const picture = page.getByRole('img', { name: `QR code for ${url}` });
    await expect.element(picture).toBeVisible();
    expect(darkModules(picture.element())).toEqual([...create(url).modules.data].map(Boolean));
  }
  await says('One code for all locations: guests choose theirs from a list.');
  const link = page.getByRole('link', { name: 'Open it: Jl. Sabang 21' });
  await expect.element(link).toHaveAttribute('href', `${location.origin}/queue/blue-door?at=location-2`);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await button('Copy link: Jl. Sabang 21').click();
  await expect.element(toast('Link copied')).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${location.origin}/queue/blue-door?at=location-2`);

  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await button('Download QR Code: Jl. Sabang 21').click();
  await expect.poll(() => download.mock.contexts.length).toBe(1);
  expect(download.mock.contexts[0]).toMatchObject({
    download: 'blue-door-jl-sabang-21-queue-qr.png',
    href: expect.stringMatching(/^data:image\/png/),
  });
  download.mockRestore();

  await button('Print poster: Jl. Sabang 21').click();
  const dialog = page.getByRole('dialog', { name: 'Poster for your door' });
  const poster = dialog.getByRole('img', {
    name: `QR code for ${location.origin}/queue/blue-door?at=location-2`,
  });
  await expect.element(poster).toBeVisible();
  // The poster shows the address of the business's page, because an address with a location's id is too long to type.
  await expect.element(dialog.getByText(`${location.host}/queue/blue-door`, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Print poster: Jl. Sabang 21')).toHaveFocus();
});

test('the poster speaks the language of the place and English, and the owner may choose', async () => {
  openShop();
  await openPage('/business/settings');
  await button('Print poster: 14 Kemang Raya, Jakarta').click();
  const dialog = page.getByRole('dialog', { name: 'Poster for your door' });
  const choice = dialog.getByRole('combobox', { name: 'Languages of the poster' });
  await expect.element(choice).toHaveValue('id');
  await expect.element(dialog.getByText('Pindai untuk ikut antre')).toHaveAttribute('lang', 'id');
  await expect.element(dialog.getByText('Scan to join the queue')).toBeVisible();
  await choice.selectOptions('العربية, English');
  await expect.element(dialog.getByText('امسح الرمز للانضمام إلى الطابور')).toHaveAttribute('dir', 'rtl');
  await choice.selectOptions('English');
  expect(dialog.getByText('Scan to join the queue').elements()).toHaveLength(1);
});

/** The modules of a drawn code, row by row: true if the module is dark. */
function darkModules(picture: Element): boolean[] {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]) - 2 * 4;
  const dark = Array.from({ length: size * size }, () => false);
  const runs =
    picture
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h(\d+)/g) ?? [];
  for (const [, x, y, length] of runs)
    dark.fill(true, Number(y) * size + Number(x), Number(y) * size + Number(x) + Number(length));
  return dark;
}
