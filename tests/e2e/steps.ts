/** What guests and owners do on the pages in more than one journey. */
import type { Page, Route } from 'playwright-core';
import type { Shop } from './factories.ts';

/** The first two steps of a guest who stays on the premises, up to the button that joins. */
export async function fillJoinForm(guest: Page, shop: Pick<Shop, 'username'>): Promise<void> {
  await guest.goto(`/queue/${shop.username}`);
  await guest.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await guest.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
}

/** Joins an empty queue. */
export async function joinOnPage(guest: Page, shop: Pick<Shop, 'username'>): Promise<void> {
  await fillJoinForm(guest, shop);
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('You are #1 in line').first().waitFor();
}

/** Leaves by the button and its question. */
export async function leaveOnPage(guest: Page): Promise<void> {
  await guest.getByRole('button', { name: 'Leave Queue' }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave Queue' }).click();
}

/** Keeps the page's calls to this address waiting until `release` is called. */
export async function holdCalls(page: Page, address: RegExp): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}
