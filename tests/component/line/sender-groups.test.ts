/**
 * Many joins from one sender: the notice above the line, the removal of all these guests with one tap, and the undo of
 * this removal.
 */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { button, namesIn, openPage } from '../support/pages.tsx';
import { theServer } from '../support/fake-server.ts';
import { openShop } from '../support/shop.ts';

const guests = (names: string[]) => names.map((firstName) => ({ firstName, lastName: 'Putri' }));
const fakes = Array.from({ length: 12 }, (_, n) => `Eve${n}`);

test('staff remove all joins of one sender with one tap, and undo it with one', async () => {
  const { queue } = openShop();
  queue.joinAll(guests(['Siti']));
  queue.joinAllFrom('a network', guests(fakes));
  queue.joinAll(guests(['Budi']));
  await openPage('/business/dashboard');
  await expect.element(page.getByRole('region', { name: '12 joins from one sender.' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Remove all 12').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Siti Putri', 'Budi Putri']);
  await expect.element(page.getByText('12 parties removed.')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '12 joins from one sender.' }))
    .not.toBeInTheDocument();
  await button('Undo').click();
  await expect
    .poll(() => namesIn('queue'))
    .toEqual(['Siti', ...fakes, 'Budi'].map((name) => `${name} Putri`));
});

test('the removals of a group are sent together, and so are their undos, so that a slow network takes none away', async () => {
  const { queue } = openShop();
  queue.joinAllFrom('a network', guests(fakes));
  await openPage('/business/dashboard');
  const sent = (action: string) =>
    theServer().calls.filter(({ url }) => url.pathname.endsWith(`/${action}`)).length;
  const removals = theServer().hold('POST', '/auth/locations/:id/visits/:visitId/discard');
  const undos = theServer().hold('POST', '/auth/locations/:id/visits/:visitId/undo');
  await button('Remove all 12').click();
  await expect.poll(() => sent('discard')).toBe(12);
  // The undo of a removal must not reach the server before the removal.
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  removals.release();
  await expect.element(button('Undo')).not.toHaveAttribute('aria-disabled');
  await button('Undo').click();
  await expect.poll(() => sent('undo')).toBe(12);
  undos.release();
  await expect.poll(() => namesIn('queue')).toEqual(fakes.map((name) => `${name} Putri`));
});

test('guests on one Wi-Fi cause no notice, and a notice that staff have answered stays away', async () => {
  const { queue } = openShop();
  queue.joinAllFrom('a café', guests(fakes.slice(1)));
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Eve5 Putri')).toBeVisible();
  await expect.element(page.getByText(/joins from one sender/)).not.toBeInTheDocument();
  queue.joinAllFrom('a café', guests(['Mara']));
  await expect.element(page.getByText('12 joins from one sender.')).toBeVisible();
  await button('They are guests').click();
  await expect.element(page.getByText(/joins from one sender/)).not.toBeInTheDocument();
});
