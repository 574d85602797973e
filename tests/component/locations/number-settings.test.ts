/** The owner's settings that choose which phone numbers get texts. */
import { expect, test } from 'vitest';
import { controls, openPanel, saves } from '../support/settings-page.ts';
import { openShop } from '../support/shop.ts';

test('the country of a location is known, and can be another; more countries are added and taken away', async () => {
  const { queue } = openShop();
  await openPanel();
  const { panel } = controls();
  const own = panel.getByRole('combobox', { name: 'Country', exact: true });
  const more = panel.getByRole('combobox', { name: 'Other countries that get texts' });
  const named = () =>
    panel
      .getByRole('list', { name: 'Other countries that get texts' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(own).toHaveValue('ID');
  await expect
    .element(own)
    .toHaveAccessibleDescription('A number without a country code is read as one of this country.');
  await expect
    .element(more)
    .toHaveAccessibleDescription(
      'Texts go to numbers of your own country and of these. Choose only countries that your guests come from: texts to other countries are often abused. Indonesia: 1 SMS credit. The number beside each country is the price of a text to it, in SMS credits.',
    );
  await saves(() => more.selectOptions('Singapore: 1 SMS credit'));
  await saves(() => more.selectOptions('Malaysia: 2 SMS credits'));
  await expect.poll(() => named()).toEqual(['Singapore: 1 SMS credit', 'Malaysia: 2 SMS credits']);
  expect(more.getByRole('option', { name: 'Singapore: 1 SMS credit' }).query()).toBe(null);
  await saves(() => panel.getByRole('button', { name: 'No texts to Singapore' }).click());
  await expect.element(more).toHaveFocus();
  await saves(() => own.selectOptions('Singapore'));
  await expect.element(own).toHaveValue('SG');
  await expect.poll(() => named()).toEqual(['Malaysia: 2 SMS credits']);
  expect(queue.view().settings).toMatchObject({ country: 'SG', textCountries: ['MY'] });
});

test('after ten further countries no other can be added', async () => {
  const textCountries = ['AU', 'BN', 'HK', 'IN', 'JP', 'KR', 'MY', 'NZ', 'PH'] as const;
  openShop({ locations: [{ settings: { textCountries: [...textCountries] } }] });
  await openPanel();
  const more = controls().panel.getByRole('combobox', { name: 'Other countries that get texts' });
  await saves(() => more.selectOptions('Singapore: 1 SMS credit'));
  expect(
    more
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['10 at most']);
});
