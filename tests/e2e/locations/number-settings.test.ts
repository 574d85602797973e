/** Whose phone numbers get texts, set by the owner. */
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { controls, descriptionOf, hasFocus, openPanel, saves } from '../support/settings-page.ts';

const here = journey();

test('the country of a location is known, and can be another; more countries are added and taken away', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const { panel } = controls(page);
  const own = panel.getByRole('combobox', { name: 'Country', exact: true });
  const more = panel.getByRole('combobox', { name: 'Other countries that get texts' });
  const named = panel.getByRole('list', { name: 'Other countries that get texts' }).getByRole('listitem');
  expect(await own.inputValue()).toBe('ID');
  expect(await descriptionOf(own)).toBe('A number without a country code is read as one of this country.');
  expect(await descriptionOf(more)).toBe(
    'Texts go to numbers of your own country and of these. Name only those that your guests come from: numbers of other countries are a way of fraud.',
  );
  await saves(page, () => more.selectOption('Singapore'));
  await saves(page, () => more.selectOption('Malaysia'));
  expect(await named.allInnerTexts()).toEqual(['Singapore', 'Malaysia']);
  expect(await more.getByRole('option', { name: 'Singapore' }).count()).toBe(0);
  await saves(page, () => panel.getByRole('button', { name: 'No texts to Singapore' }).click());
  expect(await hasFocus(more)).toBe(true);
  await saves(page, () => own.selectOption('Singapore'));
  await page.reload();
  await openPanel(page);
  expect(await own.inputValue()).toBe('SG');
  expect(await named.allInnerTexts()).toEqual(['Malaysia']);
});

test('after ten further countries no other can be added', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const more = controls(page).panel.getByRole('combobox', { name: 'Other countries that get texts' });
  for (let n = 0; n < 10; n += 1) await saves(page, () => more.selectOption({ index: 1 }));
  expect(await more.getByRole('option').allInnerTexts()).toEqual(['10 at most']);
});
