/**
 * Several locations on the settings page: their own settings, and the removal of a location (`docs/spec.md` sections 2,
 * 5, 7 and 8).
 */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stopIntervals } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';
import { saves } from '../support/settings-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

const first = '14 Kemang Raya, Jakarta';

test('one of several locations is removed, with its queue, and the others stay as they are', async () => {
  const shop = openShopWithThree();
  shop.queue.join();
  await openSettings();
  await says('Add and manage your business locations (3/3 locations used)');
  await expect.element(page.getByPlaceholder('Maximum 3 locations reached', { exact: true })).toBeVisible();
  await says('You have reached the maximum number of locations for your plan.');
  await expect
    .poll(() => list())
    .toEqual([`${first}: 1 customer in queue`, 'B: 0 customers in queue', 'C: 0 customers in queue']);

  await button('Remove B').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Location' });
  const question =
    'Are you sure you want to remove "B"? This action cannot be undone and will remove all customers from the queue at this location.';
  await expect.element(dialog.getByText(question, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await expect.element(toast('Location removed')).toBeVisible();
  await says('Add and manage your business locations (2/3 locations used)');
  const left = [`${first}: 1 customer in queue`, 'C: 0 customers in queue'];
  await expect.poll(() => list()).toEqual(left);
  await expect.element(page.getByRole('heading', { name: 'Current Locations' })).toHaveFocus();
  await reloadPage();
  await says('C');
  await expect.poll(() => list()).toEqual(left);
});

test('a removal that is still on its way does not answer the question about another location', async () => {
  openShopWithThree();
  await openSettings();
  const held = theServer().hold('DELETE', '/auth/locations/:id');
  await button('Remove B').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Location' });
  await dialog.getByRole('button', { name: 'Remove Location' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Remove C').click();
  held.release();
  await expect.element(toast('Location removed')).toBeVisible();
  await expect.element(dialog.getByText('Are you sure you want to remove "C"?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => list()).toEqual([`${first}: 0 customers in queue`, 'C: 0 customers in queue']);
});

test('where another tab has added the last location of the plan this one is told, and catches up', async () => {
  stopIntervals();
  const shop = openShop({ user: { maxLocations: 2 } });
  await openSettings();
  shop.addLocation({ profile: { address: 'B' } });
  await addOnPage('C');
  await expect.element(toast('Limit reached')).toBeVisible();
  await expect.element(toast('You have reached the maximum locations (2).')).toBeVisible();
  await expect.element(page.getByPlaceholder('Maximum 2 locations reached', { exact: true })).toBeVisible();
  await expect.poll(() => list()).toEqual([`${first}: 0 customers in queue`, 'B: 0 customers in queue']);
});

test('an address is shown as it was typed, whatever it holds', async () => {
  openShop({ user: { maxLocations: 2 } });
  await openSettings();
  const address = `<img src=x onerror=alert(1)> "شارع" ${'长'.repeat(150)}`;
  await addOnPage(address);
  await expect.element(toast('Location added')).toBeVisible();
  await expect.poll(() => list().at(-1)).toBe(`${address}: 0 customers in queue`);
  expect(pageWidth()).toBe(1280);
});

test('each location has its own settings', async () => {
  openShopWithThree();
  await openSettings();
  const summaries = () => [...document.querySelectorAll('summary')].map(({ innerText }) => innerText);
  await page.getByText('Queue settings', { exact: true }).nth(1).click();
  const panel = page.getByRole('group', { name: 'Queue settings: B' });
  await saves(() => panel.getByRole('combobox', { name: 'Hold length' }).selectOptions('1 minute'));
  await expect
    .poll(() => summaries())
    .toEqual(
      ['5 minutes', '1 minute', '5 minutes'].map(
        (hold) => `Queue settings\nHeld for ${hold} · Always open · No limit`,
      ),
    );
});

/** Opens a shop with three locations: the first one, B and C. */
function openShopWithThree(): Shop {
  const others = ['B', 'C'].map((address) => ({ profile: { address } }));
  return openShop({ user: { maxLocations: 3 }, locations: [{}, ...others] });
}

async function openSettings(): Promise<void> {
  await openPage('/business/settings');
  await says(first);
}

async function addOnPage(address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Location Address' }).fill(address);
  await userEvent.keyboard('{Enter}');
}

/** Each current location of the page as one line of text. */
function list(): string[] {
  return [...document.querySelectorAll('li:has(> details)')].map((row) =>
    [...row.querySelectorAll('p')]
      .slice(0, 2)
      .map((words) => words.textContent)
      .join(': '),
  );
}
