/** The settings page with the real server. `tests/component/locations/` tests each control alone. */
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { controls, openPanel, saves, type } from '../support/settings-page.ts';

const here = journey();

test('settings, hours, countries and locations stand there after a reload', async () => {
  const shop = await openShop(here.app.origin);
  await here.app.changeAccount(shop.username, { maxLocations: 2, plan: 'Professional', trial: false });
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const { panel, capacity, hold, timeZone, noShow, pause, undo, byWeekday } = controls(page);
  await saves(page, () => pause.check());
  await saves(page, () => capacity.fill('12').then(() => capacity.press('Enter')));
  await saves(page, () => hold.selectOption('10 minutes'));
  await saves(page, () => noShow.check());
  await saves(page, () => undo.check());
  await saves(page, () => type(timeZone, 'new york'));
  await saves(page, () => byWeekday.check());
  const opens = page.getByLabel('Tuesday, opens', { exact: true });
  await page.getByRole('button', { name: 'Set hours: Tuesday' }).click();
  await saves(page, () => type(opens, '10:30'));
  const more = panel.getByRole('combobox', { name: 'Other countries that get texts' });
  await saves(page, () => more.selectOption('Singapore: 1 SMS credit'));

  await page.getByRole('textbox', { name: 'Location Address' }).fill('B');
  await page.keyboard.press('Enter');
  await toast(page, 'Location added').waitFor();
  await page.getByRole('button', { name: `Remove ${shop.location.address}` }).waitFor();
  await page.getByRole('button', { name: 'Remove B', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Location' }).click();
  await toast(page, 'Location removed').waitFor();

  await page.reload();
  await page.getByText('Held for 10 minutes · Opening hours set · 12 parties at most').click();
  await page.getByText('Add and manage your business locations (1/2 locations used)').waitFor();
  expect({
    paused: await pause.isChecked(),
    capacity: await capacity.inputValue(),
    hold: await hold.inputValue(),
    noShow: await noShow.isChecked(),
    undo: await undo.isChecked(),
    timeZone: await timeZone.inputValue(),
    opens: await opens.inputValue(),
    countries: await panel.getByRole('list').getByRole('listitem').filter({ hasText: 'Singapore' }).count(),
  }).toEqual({
    paused: true,
    capacity: '12',
    hold: '600000',
    noShow: true,
    undo: true,
    timeZone: 'America/New_York',
    opens: '10:30',
    countries: 1,
  });
});
