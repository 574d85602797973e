/** The first steps of a new account: address, poster, a test join. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const DAY_MS = 86_400_000;
const card = page.getByRole('region', { name: 'Your line is three steps away' });
const young = () => ({ createdAt: new Date().toISOString() });

beforeEach(async () => {
  await page.viewport(1280, 800);
});

test('an account without a location begins with its address, above the empty line of the spec', async () => {
  openShop({ locations: [], user: young() });
  await openPage('/business/dashboard');
  await expect.element(card).toBeVisible();
  await says('No customers in queue at this location.');
  expect(await accessibilityProblems()).toEqual([]);
  await card.getByRole('textbox', { name: 'Location Address' }).fill('Jl. Sabang 21, Jakarta');
  await button('Add Location').click();
  await expect.element(toast('Location added')).toBeVisible();
  await expect.element(card.getByRole('heading', { name: 'Done: Where is your door?' })).toBeVisible();
  await expect.element(card.getByText('Jl. Sabang 21, Jakarta')).toBeVisible();
  const code = card.getByRole('img', {
    name: `QR code for ${location.origin}/queue/blue-door?at=location-1`,
  });
  await expect.element(code).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Print poster: Jl. Sabang 21, Jakarta').click();
  await expect.element(page.getByRole('dialog', { name: 'Poster for your door' })).toBeVisible();
});

test('an empty address is told at its field', async () => {
  openShop({ locations: [], user: young() });
  await openPage('/business/dashboard');
  await button('Add Location').click();
  await expect
    .element(card.getByRole('textbox', { name: 'Location Address' }))
    .toHaveAccessibleDescription('Please enter a location address.');
});

test('the card goes with the first guest', async () => {
  const shop = openShop({ user: young() });
  await openPage('/business/dashboard');
  await expect.element(card).toBeVisible();
  shop.queue.join();
  await expect.element(card).not.toBeInTheDocument();
});

test.for([
  [
    'an older account with an empty line',
    { createdAt: new Date(Date.now() - 3 * DAY_MS).toISOString() },
    [{}],
  ],
  ['a new account with two locations', { ...young(), maxLocations: 2 }, [{}, { profile: { address: 'B' } }]],
] as const)('%s has no such card', async ([, user, locations]) => {
  openShop({ user, locations: [...locations] });
  await openPage('/business/dashboard');
  await says('No customers in queue at this location.');
  expect(card.query()).toBe(null);
});

test('on a phone of 320 px nothing is cut', async () => {
  await page.viewport(320, 640);
  openShop({ user: young() });
  await openPage('/business/dashboard');
  await expect.element(card.getByRole('img')).toBeVisible();
  expect(pageWidth()).toBe(320);
});
