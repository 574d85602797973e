/** Who enlarges the guest's page, its letters or all of it, loses nothing: nothing is cut off, and axe-core finds nothing. */
import { expect, test } from 'vitest';
import { admitByName, joinQueue, openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { whatIsWrongEnlarged } from '../support/look.ts';

const here = journey();

test.for(['en-US', 'ar-EG'])('from the look-up to the end of the hold, in %s', async (locale) => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  // A device that calls itself mobile widens its screen to what does not fit.
  const { page } = await here.newPhone({ locale, isMobile: false });
  const seen: { [state: string]: string[] } = {};
  const look = async (state: string) => (seen[state] = await whatIsWrongEnlarged(page));
  const submit = () => page.locator('main form button[type=submit]').last().click();

  await page.goto('/queue');
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('look-up with an error');
  await page.goto(`/queue/${shop.username}`);
  await submit();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('details with errors');
  await page.locator('[name=firstName]').fill('Maximiliane-Theodora');
  await page.locator('[name=lastName]').fill('Oyelaran-Featherstonehaugh');
  await submit();
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('preference with an error');
  await page.locator('[value=on_premises]').check();
  await submit();
  await page.locator('[data-state=live]').waitFor();
  await look('status');
  await page.locator('form:has([value=leave]) button').click();
  await page.getByRole('dialog').waitFor();
  await look('asking to leave');
  await page.keyboard.press('Escape');

  const maxi = await admitByName(here.app.origin, shop, 'Maximiliane-Theodora');
  await page.locator('[role=timer]').waitFor();
  await look('turn');
  await here.app.endHold(shop.location.id, maxi.id);
  await page.locator('[role=timer]').waitFor({ state: 'detached' });
  await look('hold over');
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])));
});
